import { describe, expect, test } from 'vitest'
import type { RawPointer } from '../input-events.ts'
import { BoardDriver } from '../../testing/board-driver.ts'

const camera = (board: BoardDriver) => board.editor.camera.state.value
const none = { shift: false, alt: false, mod: false }

function finger(board: BoardDriver, pointer: number, type: RawPointer['type'], x: number, y: number): void {
  board.clock.tick(4)
  board.editor.input.pointer({
    type,
    pointer,
    device: 'touch',
    button: 'main',
    samples: [{ at: { x, y }, pressure: 0.5, timeMs: board.clock.now() }],
    modifiers: none,
  })
}

describe('navigation', () => {
  test('the wheel pans, sideways with Shift', () => {
    const board = new BoardDriver()
    board.editor.input.wheel({ at: { x: 0, y: 0 }, dx: 10, dy: 30, pinch: false, modifiers: none })
    expect(camera(board)).toMatchObject({ x: 10, y: 30 })
    board.editor.input.wheel({
      at: { x: 0, y: 0 },
      dx: 0,
      dy: 50,
      pinch: false,
      modifiers: { ...none, shift: true },
    })
    expect(camera(board)).toMatchObject({ x: 60, y: 30 })
  })

  test('a pinch or Mod with the wheel zooms around the pointer, within limits', () => {
    const board = new BoardDriver()
    const at = { x: 400, y: 200 }
    const before = board.editor.camera.toPage(at)
    board.editor.input.wheel({ at, dx: 0, dy: -20, pinch: true, modifiers: none })
    expect(camera(board).zoom).toBeGreaterThan(1.1)
    const after = board.editor.camera.toPage(at)
    expect(after.x).toBeCloseTo(before.x)
    expect(after.y).toBeCloseTo(before.y)
    for (let i = 0; i < 200; i++)
      board.editor.input.wheel({ at, dx: 0, dy: -100, pinch: true, modifiers: none })
    expect(camera(board).zoom).toBe(40)
    for (let i = 0; i < 200; i++)
      board.editor.input.wheel({ at, dx: 0, dy: 100, pinch: true, modifiers: none })
    expect(camera(board).zoom).toBe(0.02)
  })

  test('Space or the middle button pans with any tool', () => {
    const board = new BoardDriver()
    board.key('R')
    const space = { key: ' ', code: 'Space', modifiers: none, repeat: false }
    board.editor.keyboard.key({ ...space, type: 'down' })
    board.drag([100, 100], [150, 160])
    board.editor.keyboard.key({ ...space, type: 'up' })
    expect(camera(board)).toMatchObject({ x: -50, y: -60 })
    expect(board.elements()).toEqual([])
    board.down(100, 100, {}, { button: 'middle' }).move(90, 100).up({ button: 'middle' })
    expect(camera(board)).toMatchObject({ x: -40, y: -60 })
  })

  test('two fingers pan and zoom, and end the gesture of the first', () => {
    const board = new BoardDriver()
    board.key('P')
    finger(board, 1, 'down', 400, 400)
    finger(board, 1, 'move', 420, 400)
    finger(board, 2, 'down', 500, 400)
    expect(board.editor.drawn.childIds('page')).toEqual([])
    finger(board, 1, 'move', 360, 400)
    finger(board, 2, 'move', 520, 400)
    expect(camera(board).zoom).toBeCloseTo(2)
    finger(board, 1, 'up', 360, 400)
    finger(board, 2, 'up', 520, 400)
    expect(board.elements()).toEqual([])
  })

  test('a two-finger tap undoes, a three-finger tap redoes', () => {
    const board = new BoardDriver()
    board.put('rect', 100, 100, 50, 50)
    const tap = (count: number): void => {
      for (let i = 1; i <= count; i++) finger(board, i, 'down', 300 + i * 60, 300)
      for (let i = 1; i <= count; i++) finger(board, i, 'up', 300 + i * 60, 300)
    }
    tap(2)
    expect(board.elements()).toEqual([])
    tap(3)
    expect(board.elements()).toHaveLength(1)
  })

  test('a long press opens the context menu', () => {
    const board = new BoardDriver()
    const a = board.put('rect', 100, 100, 50, 50, { fill: 'red' })
    finger(board, 1, 'down', 120, 120)
    board.tick(600)
    expect(board.events.at(-1)).toEqual({ type: 'contextMenu', at: { x: 120, y: 120 }, by: 'touch' })
    expect(board.editor.input.menuIsHeld).toBe(true)
    finger(board, 1, 'up', 120, 120)
    expect(board.selected).toEqual([a])
    finger(board, 1, 'down', 400, 400)
    expect(board.editor.input.menuIsHeld).toBe(false)
  })

  test('a drag held at the edge of the view pans and continues', () => {
    const board = new BoardDriver()
    const a = board.put('rect', 900, 400, 50, 50, { fill: 'red' })
    board.move(925, 425).down(925, 425, { mod: true }).move(995, 425, { mod: true })
    board.tick(500)
    expect(camera(board).x).toBeGreaterThan(100)
    board.up()
    expect(board.get(a).x).toBeGreaterThan(1_070)
  })

  test('losing the pointer cancels the gesture', () => {
    const board = new BoardDriver()
    const a = board.put('rect', 100, 100, 50, 50, { fill: 'red' })
    board.move(120, 120).down(120, 120).move(300, 120)
    board.editor.input.pointer({
      type: 'cancel',
      pointer: 1,
      device: 'mouse',
      button: 'main',
      samples: [{ at: { x: 300, y: 120 }, pressure: 0, timeMs: board.clock.now() }],
      modifiers: none,
    })
    expect(board.get(a).x).toBe(100)
    expect(board.editor.runner.busy.value).toBe(false)
  })
})

describe('following someone', () => {
  /** A board of two pages on which Kim's view is shared. */
  function following(): BoardDriver {
    const board = new BoardDriver()
    board.put('rect', 100, 100, 50, 50, { fill: 'red' })
    const record = { id: 'two', kind: 'page', parent: null, z: 'b', name: 'Two' }
    board.editor.edit.apply([{ op: 'put', record }])
    board.editor.following.value = 'kim'
    return board
  }
  const ends = (board: BoardDriver): boolean => board.editor.following.value === null

  test.each<[string, (board: BoardDriver) => unknown]>([
    ['the wheel', (board) => wheel(board, 0, 40)],
    ['a push with the middle button', (board) => board.down(9, 9, {}, { button: 'middle' }).move(90, 9)],
    ['two fingers', twoFingers],
    ['a key that zooms', (board) => board.key('Mod+=')],
    ['full size', (board) => board.key('Shift+0')],
    ['the whole page', (board) => board.key('Shift+1')],
    ['the next page', (board) => board.key('Alt+ArrowRight')],
    ['a page of the menu', (board) => board.editor.pages.open('two')],
    ['a button that zooms', (board) => board.editor.camera.zoomTo(2)],
    ['Escape', (board) => board.key('Escape')],
  ])('ends with %s', (_how, act) => {
    const board = following()
    act(board)
    expect(ends(board)).toBe(true)
  })

  test('continues with the other person’s navigation, to other pages as well', () => {
    const board = following()
    board.editor.pages.follow('two')
    board.editor.camera.follow({ x: 900, y: 900, w: 100, h: 80 })
    board.tick(1_000)
    expect(ends(board)).toBe(false)
    expect(board.editor.pages.current.value).toBe('two')
    expect(board.editor.camera.visible.value.x).toBeGreaterThan(800)
  })

  test('ends before Escape does anything else', () => {
    const board = following()
    board.editor.selection.set([board.elements()[0]!.id])
    board.key('Escape')
    expect(board.selected).toHaveLength(1)
    board.key('Escape')
    expect(board.selected).toEqual([])
  })
})

function twoFingers(board: BoardDriver): void {
  finger(board, 1, 'down', 400, 400)
  finger(board, 2, 'down', 500, 400)
  finger(board, 2, 'move', 540, 400)
}

function wheel(board: BoardDriver, dx: number, dy: number): void {
  board.editor.input.wheel({ at: { x: 400, y: 300 }, dx, dy, pinch: false, modifiers: none })
}
