import { expect, test } from 'vitest'
import { richTextFromPlain } from '../../document/text/rich-text.ts'
import { rectSchema } from '../../shapes/rect/schema.ts'
import { textSchema } from '../../shapes/text/schema.ts'
import { BoardDriver } from '../../testing/board-driver.ts'
import { importContent } from './insert.ts'

test('imported text gets a box that fits our fonts', () => {
  const board = new BoardDriver()
  const text = richTextFromPlain('Plan 2026')
  const record = {
    ...textSchema.defaults,
    id: 'from-elsewhere',
    kind: 'text',
    parent: null,
    z: 'aV',
    ...{ x: 0, y: 0, w: 10, h: 10, r: 0 },
    text,
  }
  expect(importContent(board.editor.edit, { records: [record] })?.shrunk).toEqual([])
  const [made] = board.elements()
  // Characters of the test's measure are half as wide as they are high: nine of 20 are 90.
  expect(made?.w).toBeGreaterThanOrEqual(90)
  expect(made?.h).toBeLessThan(40)
})

test('the drawing of a second file stands beside that of the first', () => {
  const board = new BoardDriver()
  const { edit } = board.editor
  const box = { kind: rectSchema.kind, parent: null, z: 'V', ...rectSchema.defaults, r: 0 }
  const record = { ...box, id: 'a', x: 5_000, y: -40, w: 300, h: 200 }
  importContent(edit, { records: [record] })
  const [first] = board.selected
  importContent(edit, { records: [record], beside: [first!] })
  const [second] = board.selected
  const [a, b] = [edit.scene.getBounds(first!)!, edit.scene.getBounds(second!)!]
  expect(b.x).toBeGreaterThan(a.x + a.w)
  // Bounds include half of the line.
  expect(Math.abs(b.y - a.y)).toBeLessThanOrEqual(1)
})
