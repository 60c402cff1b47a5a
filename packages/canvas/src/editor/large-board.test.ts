import { describe, expect, test, vi } from 'vitest'
import type { Change } from '../document/model/change.ts'
import type { RecordId } from '../document/model/record.ts'
import { halfWidths } from '../text/testing.ts'
import { BoardDriver } from '../testing/board-driver.ts'
import { Scene } from './view/scene.ts'

function key(i: number): string {
  return `V${i.toString(36).padStart(5, '0')}x`
}

/** Boxes of 40 by 30 in a grid of 100 by 100, `columns` wide. */
function addGrid(board: BoardDriver, prefix: string, count: number, columns: number, at: number): RecordId[] {
  const { view, edit, shapes } = board.editor
  const ids = Array.from({ length: count }, (_, i) => `${prefix}${i}`)
  const { defaults } = shapes.schema('rect')!
  edit.apply(
    ids.map((id, i): Change => {
      const position = {
        x: at + (i % columns) * 100,
        y: at + Math.floor(i / columns) * 100,
        w: 40,
        h: 30,
        r: 0,
      }
      const record = {
        ...defaults,
        ...position,
        id,
        kind: 'rect',
        parent: view.page,
        z: key(i),
        fill: 'blue',
      }
      return { op: 'put', record }
    }),
  )
  return ids
}

function connect(board: BoardDriver, id: RecordId, from: RecordId, to: RecordId): void {
  const { view, edit, shapes } = board.editor
  const position = { x: 0, y: 0, w: 10, h: 10, r: 0 }
  const { defaults } = shapes.schema('connector')!
  const bind = (end: 'start' | 'end', target: RecordId): Change => ({
    op: 'put',
    record: { id: `${id}-${end}`, kind: 'binding', parent: id, z: 'a', end, target, u: 0.5, v: 0.5 },
  })
  const record = { ...defaults, ...position, id, kind: 'connector', parent: view.page, z: `W${id}x` }
  edit.apply([{ op: 'put', record }, bind('start', from), bind('end', to)])
}

/** Records that are read while this is done. */
function readsDuring(board: BoardDriver, act: () => void): number {
  const spy = vi.spyOn(board.editor.drawn, 'get')
  act()
  const reads = spy.mock.calls.length
  spy.mockRestore()
  return reads
}

function getBoard(elsewhere: number): BoardDriver {
  const board = new BoardDriver()
  addGrid(board, 'n', 20, 5, 100)
  if (elsewhere > 0) addGrid(board, 'far', elsewhere, 100, 5_000)
  board.move(900, 700)
  return board
}

describe('cost depends on nearby elements, not on the board:', () => {
  const small = getBoard(0)
  const large = getBoard(3_000)
  const actions: Readonly<Record<string, (board: BoardDriver) => void>> = {
    'hit testing': (board) => void board.move(110, 110).move(215, 215),
    marquee: (board) => void board.drag([90, 90], [370, 370]),
    snapping: (board) =>
      void board.editor.snapping.snapPoint(board.editor.view.page, { x: 203, y: 333 }, new Set()),
    'moving one': (board) => void board.drag([110, 110], [160, 170]),
  }
  for (const [name, act] of Object.entries(actions)) {
    test(name, () => {
      const reads = readsDuring(small, () => act(small))
      expect(reads).toBeGreaterThan(0)
      expect(readsDuring(large, () => act(large))).toBe(reads)
    })
  }

  test('changing one element of a large selection', () => {
    const reads = [small, large].map((board) => {
      board.key('Mod+A')
      const changed = readsDuring(board, () => {
        board.receivePreview('bob', [{ op: 'patch', id: 'n3', fields: { x: 480 } }])
      })
      board.receivePreview('bob', null)
      board.tick(1_000)
      return changed
    })
    expect(reads[1]).toBe(reads[0])
  })
})

describe('a move of many elements', () => {
  function createFullBoard(): { board: BoardDriver; ids: RecordId[] } {
    const board = new BoardDriver()
    const ids = addGrid(board, 'b', 400, 20, 50)
    connect(board, 'inside', 'b0', 'b1')
    connect(board, 'across', 'b399', 'b0')
    connect(board, 'outside', 'b398', 'b399')
    return { board, ids }
  }

  /** Bounds as kept, and as anybody would measure them now. */
  function bounds(board: BoardDriver): readonly [kept: unknown, measured: unknown] {
    const { drawn, shapes, scene, view } = board.editor
    const fresh = new Scene(drawn, shapes, halfWidths)
    const ids = view.document.childIds(view.page)
    const rounded = (box: object | undefined): unknown =>
      Object.values(box ?? {}).map((value) => Math.round(Number(value) * 1e6) / 1e6)
    const both = [scene, fresh].map((one) => {
      one.index(view.page)
      return ids.map((id) => [id, rounded(one.getBounds(id))])
    })
    fresh.dispose()
    return [both[0], both[1]]
  }

  test('moves connectors between its elements and reroutes those to others', () => {
    const { board, ids } = createFullBoard()
    const before = ['inside', 'across', 'outside'].map((id) => board.editor.scene.getBounds(id)!)
    board.editor.selection.set([...ids.slice(0, 300), 'inside', 'across'])
    board.drag([265, 70], [300, 95], { mod: true })
    const [dx, dy] = [board.get('b0').x - 50, board.get('b0').y - 50]
    expect([dx, dy, board.get('b299').x, board.get('b399').x]).toEqual([35, 25, 1950 + 35, 1950])
    const after = ['inside', 'across', 'outside'].map((id) => board.editor.scene.getBounds(id)!)
    expect(after[0]).toEqual({ ...before[0], x: before[0]!.x + dx, y: before[0]!.y + dy })
    expect(after[1]!.w).toBeLessThan(before[1]!.w)
    expect(after[2]).toEqual(before[2])
    const [indexed, measured] = bounds(board)
    expect(indexed).toEqual(measured)
  })

  test('moves connectors that were not selected, and undo restores everything in one step', async () => {
    const { board, ids } = createFullBoard()
    const [before] = bounds(board)
    board.editor.selection.set(ids)
    board.drag([265, 70], [300, 95], { mod: true })
    await board.settle()
    const [moved, measured] = bounds(board)
    expect(moved).toEqual(measured)
    expect(moved).not.toEqual(before)
    board.key('Mod+Z')
    await board.settle()
    expect(bounds(board)[0]).toEqual(before)
  })

  test('is sent to others as one move, and creates no record that nobody reads', () => {
    const { board } = createFullBoard()
    board.key('Mod+A')
    board.move(265, 70).down(265, 70).move(280, 80).move(300, 95, { mod: true })
    const received: [moved: number, others: number][] = []
    board.editor.drawn.observe(({ moves, rest }) =>
      received.push([moves.reduce((sum, move) => sum + move.ids.length, 0), rest.size]),
    )
    const reads = readsDuring(board, () => board.up())
    expect(received).toEqual([[403, 0]])
    expect(reads).toBeLessThan(100)
  })

  test('keeps what others changed during the drag', () => {
    const { board } = createFullBoard()
    board.key('Mod+A')
    board.move(265, 70).down(265, 70).move(280, 80)
    board.replica.edit([{ op: 'patch', id: 'b7', fields: { w: 90 } }], 'elsewhere')
    board.move(300, 95, { mod: true }).up()
    expect(board.get('b7')).toMatchObject({ x: 785, w: 90 })
    const [indexed, measured] = bounds(board)
    expect(indexed).toEqual(measured)
  })
})
