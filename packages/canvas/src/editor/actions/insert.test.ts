import { expect, test } from 'vitest'
import { richTextFromPlain } from '../../document/text/rich-text.ts'
import { getCentre, intersects, unionOfAll, type Box } from '../../geometry/box.ts'
import { rectSchema } from '../../shapes/rect/schema.ts'
import { textSchema } from '../../shapes/text/schema.ts'
import { BoardDriver } from '../../testing/board-driver.ts'
import { importContent, insertImages } from './insert.ts'

const box = { kind: rectSchema.kind, parent: null, z: 'V', ...rectSchema.defaults, r: 0 }
const record = { ...box, id: 'a', x: 5_000, y: -40, w: 300, h: 200 }

test('imported text gets a box that fits our fonts', () => {
  const board = new BoardDriver()
  const text = richTextFromPlain('Plan 2026')
  const imported = {
    ...textSchema.defaults,
    id: 'from-elsewhere',
    kind: 'text',
    parent: null,
    z: 'aV',
    ...{ x: 0, y: 0, w: 10, h: 10, r: 0 },
    text,
  }
  expect(importContent(board.editor.edit, { records: [imported] })?.shrunk).toEqual([])
  const [made] = board.elements()
  // Characters of the test's measure are half as wide as they are high: nine of 20 are 90.
  expect(made?.w).toBeGreaterThanOrEqual(90)
  expect(made?.h).toBeLessThan(40)
})

test('the drawing of a second file stands beside that of the first', () => {
  const board = new BoardDriver()
  const { edit } = board.editor
  importContent(edit, { records: [record] })
  const [first] = board.selected
  importContent(edit, { records: [record], beside: [first!] })
  const [second] = board.selected
  const [a, b] = [edit.scene.getBounds(first!)!, edit.scene.getBounds(second!)!]
  expect(b.x).toBeGreaterThan(a.x + a.w)
  // Bounds include half of the line.
  expect(Math.abs(b.y - a.y)).toBeLessThanOrEqual(1)
})

test('a drawing without a place covers no element: it is right of those at the centre of the view', () => {
  const board = new BoardDriver()
  const { edit } = board.editor
  importContent(edit, { records: [record] })
  const first = board.only()
  edit.select([])
  importContent(edit, { records: [record] })
  const second = board.elements().find(({ id }) => id !== first.id)!
  expect(second.x).toBeGreaterThanOrEqual(first.x + first.w + 100)
  expect(second.y).toBe(first.y)
  // The view shows it.
  const view = edit.visible
  expect(view.x + view.w / 2).toBeCloseTo(second.x + second.w / 2, 0)
})

test('a drawing is placed around a point, in place of a text, as one undo step, and the view stays', () => {
  const board = new BoardDriver()
  const { edit, camera } = board.editor
  const before = camera.state.peek()
  const pasted = board.put('text', 0, 0, 100, 30)
  const outcome = importContent(edit, { records: [record], at: { x: 300, y: 200 }, replaces: pasted })
  expect(outcome).not.toBeNull()
  const { x, y, w, h } = board.only()
  expect([x + w / 2, y + h / 2]).toEqual([300, 200])
  expect(camera.state.peek()).toEqual(before)
  board.key('Mod+Z')
  expect(board.only().id).toBe(pasted)
})

test('what another person removed meanwhile need not be replaced', () => {
  const board = new BoardDriver()
  const content = { records: [record], at: { x: 300, y: 200 }, replaces: 'gone' }
  expect(importContent(board.editor.edit, content)).not.toBeNull()
  expect(board.elements()).toHaveLength(1)
})

test('many images form a block of rows around the point, in their order, and three one row', async () => {
  const board = new BoardDriver()
  const { edit } = board.editor
  const insert = async (count: number): Promise<readonly Box[]> => {
    const files = Array.from({ length: count }, (_, i) => ({ blob: new Blob(), name: `${i}.jpg` }))
    await insertImages(board.editor.insertParts, edit, files, { x: 5_000, y: 700 })
    return board.selected.map((id) => edit.scene.getExactBounds(id)!)
  }
  const row = await insert(3)
  expect(new Set(row.map(({ y }) => y)).size).toBe(1)
  board.key('Delete')
  const block = await insert(24)
  const tops = [...new Set(block.map(({ y }) => y))]
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  expect(block.map(({ y }) => tops.indexOf(y))).toEqual(block.map((_, i) => Math.floor(i / 5)))
  for (const [i, a] of block.entries())
    for (const b of block.slice(i + 1)) expect(intersects(a, b)).toBe(false)
  const all = unionOfAll(block)!
  expect(getCentre(all)).toEqual({ x: 5_000, y: 700 })
  expect(Math.max(all.w / all.h, all.h / all.w)).toBeLessThan(2)
})
