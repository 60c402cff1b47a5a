import { expect, test } from 'vitest'
import { isImportFailure } from './import-failure.ts'
import { createPageImages } from './page-images.ts'
import { getFlaws } from './testing.ts'

const page = (text: string, h = 100) => ({ w: 80, h, text, type: 'image/png', bytes: new Uint8Array([1]) })

test('pages stand in rows in reading order, with their texts, and the board takes them', () => {
  const drawing = createPageImages(
    ['a', ' b ', 'c', 'd'].map((text, i) => page(text, 100 + i)),
    3,
  )
  if (isImportFailure(drawing)) throw new Error(drawing.message)
  expect(drawing.records.map(({ x, y, w, h, alt }) => [x, y, w, h, alt])).toEqual([
    [0, 0, 80, 100, 'a'],
    [120, 0, 80, 101, 'b'],
    [240, 0, 80, 102, 'c'],
    [0, 142, 80, 103, 'd'],
  ])
  expect(drawing.images.map(({ key, records }) => [key, records])).toEqual(
    [1, 2, 3, 4].map((number) => [`${number}`, [`page-${number - 1}`]]),
  )
  expect(drawing.report.made.get('image')).toBe(4)
  expect(drawing.report.notes).toMatchObject([{ name: 'pages', outcome: 'dropped', count: 3 }])
  expect(getFlaws(drawing)).toEqual([])
})

test('longer texts are cut, and a document without pages is refused', () => {
  const drawing = createPageImages([page('x'.repeat(9_000))], 0)
  if (isImportFailure(drawing)) throw new Error(drawing.message)
  expect(String(drawing.records[0]!['alt'])).toHaveLength(8_000)
  expect([getFlaws(drawing), drawing.report.notes]).toEqual([[], []])
  expect(createPageImages([], 0)).toMatchObject({ reason: 'empty' })
})
