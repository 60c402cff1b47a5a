import { expect, test } from 'vitest'
import { isPlain, readAddress, writeAddress } from './dashboard-address.ts'

const read = (query: string) => readAddress(new URLSearchParams(query))

test('an address without a place shows all boards, the last changed first', () => {
  expect(read('type=subexpired')).toEqual({ filter: 'all', folder: null, sort: 'updated', q: '' })
  expect(isPlain(new URLSearchParams('type=subexpired'))).toBe(true)
})

test('what a person sees can be sent as a link and is the same there', () => {
  const place = { filter: 'starred', folder: 'f1', sort: 'name', q: 'läge & plan' } as const
  const query = writeAddress(new URLSearchParams('type=subexpired'), place)
  expect(isPlain(query)).toBe(false)
  expect(query.get('type')).toBe('subexpired')
  expect(read(query.toString())).toEqual(place)
})

test('a place that there is not is passed over', () => {
  expect(read('filter=nowhere&sort=colour&q=a')).toEqual({
    filter: 'all',
    folder: null,
    sort: 'updated',
    q: 'a',
  })
})

test('the first place needs no words', () => {
  const query = new URLSearchParams('filter=starred&sort=name&q=a&folder=f')
  expect(writeAddress(query, read('')).toString()).toBe('')
})
