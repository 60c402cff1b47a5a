import { expect, test } from 'vitest'
import { isDefaultUrl, parseDashboardUrl, writeDashboardUrl } from './dashboard-url.ts'

const read = (query: string) => parseDashboardUrl(new URLSearchParams(query))

test('a URL without parameters shows all boards, last changed first', () => {
  expect(read('type=subexpired')).toEqual({ filter: 'all', folder: null, sort: 'updated', q: '' })
  expect(isDefaultUrl(new URLSearchParams('type=subexpired'))).toBe(true)
})

test('a view written to the URL is read back the same', () => {
  const view = { filter: 'starred', folder: 'f1', sort: 'name', q: 'läge & plan' } as const
  const query = writeDashboardUrl(new URLSearchParams('type=subexpired'), view)
  expect(isDefaultUrl(query)).toBe(false)
  expect(query.get('type')).toBe('subexpired')
  expect(read(query.toString())).toEqual(view)
})

test('invalid parameters are ignored', () => {
  expect(read('filter=nowhere&sort=colour&q=a')).toEqual({
    filter: 'all',
    folder: null,
    sort: 'updated',
    q: 'a',
  })
})

test('the default view needs no parameters', () => {
  const query = new URLSearchParams('filter=starred&sort=name&q=a&folder=f')
  expect(writeDashboardUrl(query, read('')).toString()).toBe('')
})
