import { expect, it } from 'vitest'
import { richTextFromPlain } from '../../document/text/rich-text.ts'
import { BoardDriver } from '../../testing/board-driver.ts'
import { overlayColors } from './overlay-colors.ts'
import { paintOverlay } from './overlay-painter.ts'

/** The pixels of the overlay at points of the view. */
function paintPixels(
  board: BoardDriver,
  theme: 'light' | 'dark',
): (x: number, y: number) => [r: number, g: number, b: number, a: number] {
  const canvas = document.createElement('canvas')
  canvas.width = 1000
  canvas.height = 800
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  const { overlay, scene } = board.editor
  const view = {
    dpr: 1,
    zoom: 1,
    toScreen: (point: { x: number; y: number }) => point,
    width: 1000,
    height: 800,
    nowMs: 0,
  }
  const lookup = { getEdge: (id: string) => scene.getEdge(id), getCaret: board.editor.findCaret }
  paintOverlay(context, overlay.value, view, overlayColors[theme], lookup)
  return (x, y) => context.getImageData(x, y, 1, 1).data as unknown as [number, number, number, number]
}

/** What covers the board at a point of the view: nothing, the selection's outline, or something else. */
function paint(board: BoardDriver): (x: number, y: number) => 'nothing' | 'line' | 'other' {
  const getPixel = paintPixels(board, 'light')
  return (x, y) => {
    const [r, g, b, a] = getPixel(x, y)
    if (a === 0) return 'nothing'
    // #5b5fd6, softened at its edges.
    return b - r > 80 && b - g > 80 ? 'line' : 'other'
  }
}

it('surrounds a shape outside its stroke, which stays unchanged', () => {
  const board = new BoardDriver()
  board.editor.selection.set([board.put('rect', 100, 100, 300, 200, { strokeWidth: 10, stroke: 'green' })])
  const at = paint(board)
  // The line of the shape is 10 wide around y = 100: from 95 to 105.
  for (let y = 95; y < 106; y++) expect(at(180, y)).toBe('nothing')
  expect(at(180, 93)).toBe('line')
  expect(at(180, 89)).toBe('nothing')
})

it('follows rounded, rotated and round shapes', () => {
  const board = new BoardDriver()
  const rounded = board.put('rect', 100, 100, 200, 200, { radius: 80, strokeWidth: 2 })
  const rotated = board.put('rect', 500, 200, 200, 20, { r: 90, strokeWidth: 2 })
  const round = board.put('ellipse', 100, 500, 200, 200, { strokeWidth: 2 })
  board.editor.selection.set([rounded])
  expect(paint(board)(121, 121)).toBe('line')
  board.editor.selection.set([rotated])
  expect(paint(board)(600, 107)).toBe('line')
  board.editor.selection.set([round])
  expect(paint(board)(127, 527)).toBe('line')
})

it('follows both sides of an elbow, corners included, and leaves the line itself free', () => {
  const board = new BoardDriver()
  const fields = { points: [0, 0, 1, 1], routing: 'elbow', strokeWidth: 6, endHead: 'none' }
  board.editor.selection.set([board.put('connector', 100, 100, 200, 200, fields)])
  const at = paint(board)
  // It goes right along y = 100, turns at x = 200 with a radius of 10, and goes down.
  expect(at(130, 100)).toBe('nothing')
  expect([at(130, 95), at(130, 104)]).toEqual(['line', 'line'])
  expect(at(203, 96)).toBe('nothing')
  expect([at(195, 130), at(204, 130)]).toEqual(['line', 'line'])
})

it('shows the caret and selection of who types, with their name at the element', () => {
  const board = new BoardDriver()
  const note = board.put('sticky', 100, 100, 200, 200)
  board.editor.text.start(note)
  board.type('Hello').finish()
  board.editor.selection.set([])
  const caret = { id: note, anchor: 1, head: 6 }
  const showing = { page: 'page', selection: [note] }
  board.people.value = [{ key: 'c1', uid: 'kim', name: 'Kim', showing: { ...showing, caret } }]
  const { from, to, selected } = board.editor.findCaret(caret)!
  const at = paint(board)
  const middle = Math.round((from.y + to.y) / 2)
  expect(at(Math.round(from.x), middle)).not.toBe('nothing')
  expect(at(Math.round(selected[0]![0]!.x) + 3, middle)).not.toBe('nothing')
  expect(at(106, 85)).not.toBe('nothing')
  // Nothing covers the line above.
  expect(at(Math.round(from.x) + 8, Math.round(from.y) - 10)).toBe('nothing')
  board.people.value = [{ key: 'c1', uid: 'kim', name: 'Kim', showing }]
  const without = paint(board)
  expect(without(Math.round(from.x), middle)).toBe('nothing')
})

it.each(['light', 'dark'] as const)('shows a caret on a note in a dark colour, in the %s theme', (theme) => {
  const board = new BoardDriver()
  const getDarkness = (kind: string): number => {
    const id = board.put(kind, 100, 100, 200, 200, { text: richTextFromPlain('Hello') })
    const caret = { id, anchor: 6, head: 6 }
    const showing = { page: 'page', caret }
    board.people.value = [{ key: 'c1', uid: 'kim', name: 'Kim', showing }]
    const { from, to } = board.editor.findCaret(caret)!
    const [r, g, b] = paintPixels(board, theme)(Math.round(from.x), Math.round((from.y + to.y) / 2))
    return 255 - (r + g + b) / 3
  }
  expect(getDarkness('sticky')).toBeGreaterThan(120)
  if (theme === 'dark') expect(getDarkness('rect')).toBeLessThan(120)
})
