import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { NewRecord } from '../../document/model/change.ts'
import type { ElementRecord } from '../../document/model/record.ts'
import { getPlainText, type RichText } from '../../document/text/rich-text.ts'
import { getScene, imported } from '../../import/testing.ts'
import { BoardDriver } from '../../testing/board-driver.ts'
import { importContent } from './insert.ts'

// Characters of the test's measure are half as wide as they are high.

const fixtures = ['2024-diagram.excalidraw', '2026-app-0.18.excalidraw']

function getWords(record: { readonly [field: string]: unknown }): string {
  return getPlainText((record['text'] ?? null) as RichText | null)
}

function put(elements: readonly object[]): { readonly made: ElementRecord[]; readonly shrunk: number } {
  const board = new BoardDriver()
  const outcome = importContent(board.editor.edit, imported(getScene(elements)))
  return { made: board.elements(), shrunk: outcome?.shrunk.length ?? -1 }
}

test.each(fixtures)('every box of %s is as large on the board as in the file', (name) => {
  const file = readFileSync(new URL(`../../../../../e2e/fixtures/${name}`, import.meta.url), 'utf8')
  const drawing = imported(file)
  const board = new BoardDriver()
  expect(importContent(board.editor.edit, drawing)).not.toBeNull()
  const getSizes = (records: readonly (NewRecord | ElementRecord)[]): unknown[] =>
    records
      .filter(({ kind }) => kind === 'rect' || kind === 'ellipse' || kind === 'diamond')
      .map((record) => [record['w'], record['h'], getWords(record)])
      .sort()
  expect(getSizes(board.elements())).toEqual(getSizes(drawing.records))
})

test('a label with a wider word gets a smaller font, so that the word is not broken', () => {
  const { made, shrunk } = put([
    { type: 'rectangle', id: 'box', width: 90, height: 60 },
    { type: 'text', text: 'Storage', containerId: 'box', fontSize: 28 },
  ])
  expect(made).toMatchObject([{ w: 90, h: 60 }])
  // Seven characters of half their height, within 90 less the room at both edges.
  expect(made[0]!['size']).toBeCloseTo(74 / 3.5, 0)
  expect(shrunk).toBe(1)
})

test.each([
  [{ lineHeight: 1.25, height: 100 }, 100],
  [{ height: 92 }, 92],
  [{ lineHeight: 1.35, height: 92 }, 108],
])('lines keep the height that the file gives them: %o', (fields, height) => {
  const text = 'one\ntwo\nthree\nfour'
  const { made, shrunk } = put([{ type: 'text', text, fontSize: 20, width: 50, ...fields }])
  const isFitting = height <= fields.height
  expect(made[0]!.h).toBeCloseTo(isFitting ? height : fields.height, 0)
  expect(made[0]!['size'] === 20).toBe(isFitting)
  expect(shrunk).toBe(isFitting ? 0 : 1)
})

test('a single line keeps its size and its baseline, although its font has other metrics', () => {
  const place = { x: 0, y: 300, width: 60, height: 25 }
  const { made, shrunk } = put([
    { type: 'rectangle', ...place },
    { type: 'text', text: 'Plan', fontSize: 20, ...place },
  ])
  const [box, line] = made
  expect(line).toMatchObject({ kind: 'text', size: 20 })
  // The baseline lies 0.256 of the size below the middle there, and 0.35 here.
  expect(line!.y + line!.h / 2 + 0.35 * 20).toBeCloseTo(box!.y + box!.h / 2 + 0.256 * 20, 5)
  expect(shrunk).toBe(0)
})

test('if a text fits at no readable size, its box grows', () => {
  const text = 'many words that would have to become dust to be in here '.repeat(20)
  const { made, shrunk } = put([
    { type: 'rectangle', id: 'box', width: 120, height: 30 },
    { type: 'text', text, containerId: 'box', fontSize: 20 },
  ])
  expect(made[0]!.h).toBeGreaterThan(300)
  expect(made[0]).toMatchObject({ w: 120, size: 20 })
  expect(shrunk).toBe(0)
})

test('a word in a box that has no room for one character is taken by the board', () => {
  const { made } = put([
    { type: 'rectangle', id: 'bar', width: 9, height: 40 },
    { type: 'text', text: 'Storage', containerId: 'bar', fontSize: 12 },
  ])
  expect(made.map(getWords)).toEqual(['Storage'])
  expect(made[0]!['size']).toBeGreaterThanOrEqual(2)
})
