import { describe, expect, test } from 'vitest'
import { decodePieces } from '../document/model/stroke-points.ts'
import { BoardDriver } from '../testing/board-driver.ts'

describe('the pen', () => {
  test('a quick stroke is one edit with one piece, with box and points as drawn', () => {
    const board = new BoardDriver()
    board.key('P')
    board.move(100, 100).down(100, 100).move(150, 120).move(200, 90).up()
    const stroke = board.only()
    expect(stroke).toMatchObject({ kind: 'pen', x: 100, y: 90, w: 100, h: 30 })
    const pieces = board.replica.document.pieces(stroke.id)
    expect(pieces).toHaveLength(1)
    expect(decodePieces(pieces).map(({ x, y }) => [x, y])).toEqual([
      [100, 100],
      [150, 120],
      [200, 90],
    ])
    expect(board.tool).toBe('pen')
    board.key('Mod+Z')
    expect(board.elements()).toEqual([])
  })

  test('every sample counts, with its pressure', () => {
    const board = new BoardDriver()
    board.key('B')
    board
      .move(0, 0)
      .down(10, 10, {}, { device: 'pen', samples: [{ at: { x: 10, y: 10 }, pressure: 0.2, timeMs: 0 }] })
    board.move(
      40,
      10,
      {},
      {
        device: 'pen',
        samples: [20, 30, 40].map((x, i) => ({ at: { x, y: 10 }, pressure: 0.4 + i * 0.2, timeMs: 8 * i })),
      },
    )
    board.up({ device: 'pen', samples: [{ at: { x: 40, y: 10 }, pressure: 0, timeMs: 30 }] })
    const points = decodePieces(board.replica.document.pieces(board.only().id))
    expect(points.map(({ x }) => x)).toEqual([10, 20, 30, 40])
    expect(points.map(({ pressure }) => Math.round(pressure * 10) / 10)).toEqual([0.2, 0.4, 0.6, 0.8])
  })

  test('a long stroke is sent in pieces while it is drawn, and is still one undo step', () => {
    const board = new BoardDriver()
    board.key('P')
    board.move(100, 100).down(100, 100)
    for (let i = 1; i <= 27; i++) board.tick(100).move(100 + i * 10, 100 + (i % 5))
    const written = board.replica.document.pieces(board.only().id).length
    expect(written).toBeGreaterThanOrEqual(2)
    board.up()
    const { id } = board.only()
    expect(board.replica.document.pieces(id).length).toBe(written + 1)
    expect(decodePieces(board.replica.document.pieces(id))).toHaveLength(28)
    expect(board.only()).toMatchObject({ x: 100, w: 270 })
    board.key('Mod+Z')
    expect(board.elements()).toEqual([])
    board.key('Mod+Shift+Z')
    expect(decodePieces(board.replica.document.pieces(id))).toHaveLength(28)
  })

  test('Escape reverts pieces of a long stroke that were sent already', () => {
    const board = new BoardDriver()
    board.key('P')
    board.move(100, 100).down(100, 100)
    for (let i = 1; i <= 15; i++) board.tick(100).move(100 + i * 10, 100)
    expect(board.elements()).toHaveLength(1)
    board.key('Escape')
    expect(board.elements()).toEqual([])
  })

  test('a highlighter is a stroke with its own width and colour', () => {
    const board = new BoardDriver()
    board.key('Shift+P')
    board.drag([100, 100], [200, 100])
    expect(board.only()).toMatchObject({ kind: 'pen', nib: 'highlighter', stroke: 'yellow' })
    board.key('P')
    board.drag([100, 200], [200, 200])
    expect(board.elements()[1]).toMatchObject({ nib: 'pen', stroke: 'ink' })
  })

  test('once a pen was detected, a finger pans instead of drawing', () => {
    const board = new BoardDriver()
    board.key('P')
    board.down(10, 10, {}, { device: 'pen' }).move(20, 10, {}, { device: 'pen' }).up({ device: 'pen' })
    expect(board.elements()).toHaveLength(1)
    const finger = { device: 'touch', pointer: 7 } as const
    board.down(100, 100, {}, finger).move(160, 130, {}, finger).up(finger)
    expect(board.elements()).toHaveLength(1)
    expect(board.editor.camera.state.value).toMatchObject({ x: -60, y: -30 })
  })
})

describe('the eraser', () => {
  test('fades what it crosses, deletes it on release, and undo restores it', () => {
    const board = new BoardDriver()
    const a = board.put('rect', 100, 100, 50, 50, { fill: 'red' })
    const b = board.put('rect', 200, 100, 50, 50, { fill: 'red' })
    const c = board.put('rect', 300, 300, 50, 50, { fill: 'red' })
    board.key('E')
    board.move(50, 125).down(50, 125).move(270, 125)
    expect(board.editor.drawn.get(a)).toMatchObject({ opacity: 0.25 })
    expect(board.get(a)['opacity']).toBe(1)
    board.up()
    expect(board.elements().map(({ id }) => id)).toEqual([c])
    board.key('Mod+Z')
    expect(board.elements().map(({ id }) => id)).toEqual([a, b, c])
  })

  test('Escape while erasing deletes nothing', () => {
    const board = new BoardDriver()
    const a = board.put('rect', 100, 100, 50, 50, { fill: 'red' })
    board.key('E')
    board.move(50, 125).down(50, 125).move(170, 125)
    board.key('Escape')
    board.up()
    expect(board.editor.drawn.get(a)).toMatchObject({ opacity: 1 })
  })

  test('the eraser end of a pen erases, and the pen tool is active again afterwards', () => {
    const board = new BoardDriver()
    board.put('rect', 100, 100, 50, 50, { fill: 'red' })
    board.key('P')
    const end = { device: 'pen', button: 'eraser' } as const
    board.down(90, 120, {}, end).move(160, 120, {}, end)
    expect(board.tool).toBe('eraser')
    board.up(end)
    expect(board.elements()).toEqual([])
    expect(board.tool).toBe('pen')
  })
})

describe('the laser', () => {
  test('other tools can be used while its trail still fades', () => {
    const board = new BoardDriver()
    board.key('K')
    board.down(100, 100).move(150, 120)
    expect(board.editor.runner.busy.value).toBe(true)
    board.up().tick(64)
    expect(board.editor.overlay.value.trails).toHaveLength(1)
    board.key('E')
    expect(board.tool).toBe('eraser')
    expect(board.editor.overlay.value.trails).toEqual([])
  })

  test('shows a fading trail, sends it to others, and writes nothing', () => {
    const board = new BoardDriver()
    board.key('K')
    board.move(100, 100).down(100, 100).move(150, 120)
    board.tick(64)
    expect(board.editor.overlay.value.trails[0]?.points.length).toBeGreaterThan(1)
    expect(board.shown.map(({ tool }) => tool)).toContain('laser.on')
    board.up().tick(2_000)
    expect(board.editor.overlay.value.trails).toEqual([])
    expect(board.elements()).toEqual([])
    expect(board.replica.canUndo.value).toBe(false)
  })
})
