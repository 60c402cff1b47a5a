import { expect, it } from 'vitest'
import { addRecentColor, listBoardColors, parseColor } from './color-lists.ts'

it.each([
  ['#AB12cd', '#ab12cd'],
  ['abc', '#aabbcc'],
  [' #fff ', '#ffffff'],
])('reads the colour code %s', (code, color) => {
  expect(parseColor(code)).toBe(color)
})

it.each(['', '#12', 'red', '#12345g', 'url(#a)'])('"%s" is no colour code', (code) => {
  expect(parseColor(code)).toBeUndefined()
})

it('puts a colour first, once, and forgets the oldest', () => {
  const colors = Array.from({ length: 14 }, (_, i) => `#0000${String(i).padStart(2, '0')}`)
  expect(addRecentColor(colors, '#000003')).toHaveLength(14)
  expect(addRecentColor(colors, '#000003')[0]).toBe('#000003')
  expect(addRecentColor(colors, '#ffffff').slice(0, 2)).toEqual(['#ffffff', '#000000'])
  expect(addRecentColor(colors, '#ffffff')).not.toContain('#000013')
})

it('lists the custom colours of a board by use', () => {
  const records = [
    { stroke: '#111111', fill: '#222222' },
    { stroke: '#222222', color: 'red' },
    { fill: 'none' },
  ]
  const document = {
    ids: () => records.map((_, i) => String(i)),
    get: (id: string) => ({
      id,
      kind: 'rect',
      parent: null,
      z: 'a',
      by: '',
      made: 0,
      ...records[Number(id)],
    }),
  }
  expect(listBoardColors(document)).toEqual(['#222222', '#111111'])
})
