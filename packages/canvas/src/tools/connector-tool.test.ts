import { describe, expect, test } from 'vitest'
import { isBinding, type BindingRecord } from '../document/kinds/binding.ts'
import { BoardDriver } from '../testing/board-driver.ts'

function getBindings(board: BoardDriver, connector: string): BindingRecord[] {
  return board.replica.document
    .getBindings(connector)
    .map((id) => board.replica.document.get(id))
    .filter((record) => isBinding(record))
    .sort((a, b) => (a.end === 'start' ? -1 : b.end === 'start' ? 1 : 0))
}

function connected(): { board: BoardDriver; a: string; b: string; id: string } {
  const board = new BoardDriver()
  const a = board.put('rect', 100, 100, 100, 100)
  const b = board.put('rect', 400, 100, 100, 100)
  board.key('A')
  board.drag([150, 150], [450, 150])
  const { id } = board.elements().find((record) => record.kind === 'connector')!
  return { board, a, b, id }
}

describe('the connector', () => {
  test('drawn from shape to shape is bound to both', () => {
    const { board, a, b, id } = connected()
    expect(getBindings(board, id).map(({ end, target, u, v }) => ({ end, target, u, v }))).toEqual([
      { end: 'start', target: a, u: 0.5, v: 0.5 },
      { end: 'end', target: b, u: 0.5, v: 0.5 },
    ])
    expect(board.selected).toEqual([id])
    board.key('Mod+Z')
    expect(board.elements()).toHaveLength(2)
    expect(board.replica.document.getBindings(a)).toEqual([])
  })

  test('follows a moved shape without being written', () => {
    const { board, b, id } = connected()
    const before = board.editor.scene.getBounds(id)!
    const stored = board.get(id)
    board.click(700, 700).drag([500, 150], [500, 350])
    expect(board.get(b).y).toBe(300)
    expect(board.get(id)).toEqual(stored)
    expect(board.editor.scene.getBounds(id)!.h).toBeGreaterThan(before.h + 100)
  })

  test('near an edge is bound to that point', () => {
    const board = new BoardDriver()
    const a = board.put('rect', 100, 100, 100, 100)
    board.key('A')
    board.drag([205, 120], [500, 500])
    const { id } = board.elements().find((record) => record.kind === 'connector')!
    expect(getBindings(board, id)).toMatchObject([{ end: 'start', target: a, u: 1, v: 0.2 }])
  })

  test('Mod leaves both ends unbound', () => {
    const board = new BoardDriver()
    board.put('rect', 100, 100, 100, 100)
    board.key('A')
    board.drag([150, 150], [450, 150], { mod: true })
    const { id } = board.elements().find((record) => record.kind === 'connector')!
    expect(getBindings(board, id)).toEqual([])
  })

  test('a dragged end is unbound, and can be bound to something else', () => {
    const { board, a, id } = connected()
    const c = board.put('rect', 400, 400, 100, 100)
    board.editor.selection.set([id])
    const end = board.editor.overlay.value.frame!.handles.find((handle) => handle.id === 'end')!.at
    board.drag([end.x, end.y], [450, 450])
    expect(getBindings(board, id).map(({ target }) => target)).toEqual([a, c])
    board.editor.selection.set([id])
    const again = board.editor.overlay.value.frame!.handles.find((handle) => handle.id === 'end')!.at
    board.drag([again.x, again.y], [700, 600])
    expect(getBindings(board, id).map(({ target }) => target)).toEqual([a])
    board.key('Mod+Z')
    expect(getBindings(board, id).map(({ target }) => target)).toEqual([a, c])
  })

  test('dragged beside its handles is bent and stays bound, also with several waypoints', async () => {
    const { board, a, b, id } = connected()
    const other = new BoardDriver({ room: board.room, uid: 'kim' })
    await board.settle()
    board.click(700, 700).drag([260, 150], [260, 250], { mod: true })
    board.drag([330, 213], [340, 300], { mod: true })
    const [, , ...waypoints] = board.editor.overlay.value
      .frame!.handles.filter(({ role }) => role === 'point')
      .map(({ at }) => ({ x: Math.round(at.x), y: Math.round(at.y) }))
    expect(waypoints).toEqual([
      { x: 260, y: 250 },
      { x: 340, y: 300 },
    ])
    other.editor.edit.apply([{ op: 'patch', id: b, fields: { y: 120 } }])
    await board.settle()
    expect(getBindings(other, id).map(({ target }) => target)).toEqual([a, b])
    board.key('Mod+Z')
    board.key('Mod+Z')
    expect(board.editor.overlay.value.frame!.handles.map(({ role }) => role)).toEqual([
      'point',
      'point',
      'middle',
    ])
    expect(getBindings(board, id)).toHaveLength(2)
  })

  describe('with right angles', () => {
    function elbow() {
      const { board, a, b, id } = connected()
      const patch = (target: string, fields: Readonly<Record<string, unknown>>) =>
        board.editor.edit.apply([{ op: 'patch', id: target, fields }])
      patch(id, { routing: 'elbow' })
      patch(b, { y: 300 })
      board.editor.selection.set([id])
      const getHandle = (name: string) =>
        board.editor.overlay.value.frame!.handles.find((handle) => handle.id === name)?.at
      const getCorners = () =>
        board.editor.scene
          .getOutline(id)!
          .points.map(({ x, y }) => [Math.round(x), Math.round(y)])
          .slice(1, -1)
      return { board, a, b, id, patch, getHandle, getCorners }
    }

    test('is bent by its middle segment', () => {
      const { board, id, getHandle } = elbow()
      const { x, y } = getHandle('bend')!
      board.drag([x, y - 30], [x + 30, y - 30], { mod: true })
      expect(getHandle('bend')!.x).toBe(x + 30)
      expect(getBindings(board, id)).toHaveLength(2)
    })

    test('gets corners where an outer segment is dragged, which stay when its shapes move and for others', async () => {
      const { board, a, b, id, patch, getHandle, getCorners } = elbow()
      const other = new BoardDriver({ room: board.room, uid: 'kim' })
      const before = getCorners()
      const { x, y } = getHandle('s0')!
      board.drag([x, y], [x, y - 70], { mod: true })
      const stored = getCorners()
      expect(stored).toHaveLength(before.length + 2)
      expect(stored.filter(([, at]) => at === y - 70)).toHaveLength(2)
      patch(b, { x: 520 })
      patch(a, { y: 110 })
      expect(getCorners().slice(1, -1)).toEqual(stored.slice(1, -1))
      await board.settle()
      expect(other.get(id)['points']).toEqual(board.get(id)['points'])
      expect(getBindings(other, id).map(({ target }) => target)).toEqual([a, b])
      for (let i = 0; i < 3; i++) board.key('Mod+Z')
      expect(getCorners()).toEqual(before)
    })

    test('loses corners again where a segment is dragged next to a parallel one', () => {
      const { board, getHandle, getCorners } = elbow()
      const before = getCorners()
      const { x, y } = getHandle('s0')!
      board.drag([x, y], [x, y - 70], { mod: true })
      const moved = getHandle('s2')!
      board.drag([moved.x, moved.y], [moved.x, y + 3], { mod: true })
      expect(getCorners()).toEqual(before)
    })

    test('and straight gets four corners, and stays bound', () => {
      const { board, id } = connected()
      board.editor.edit.apply([{ op: 'patch', id, fields: { routing: 'elbow' } }])
      board.drag([260, 150], [260, 250])
      expect(board.get(id)['points']).toHaveLength(12)
      expect(getBindings(board, id)).toHaveLength(2)
    })

    test('is not changed by viewers', async () => {
      const { board, id, getHandle } = elbow()
      await board.settle()
      const viewer = new BoardDriver({ room: board.room, uid: 'kim', role: 'viewer' })
      expect(viewer.replica.document.get(id)).toBeDefined()
      viewer.editor.selection.set([id])
      const { x, y } = getHandle('s0')!
      viewer.drag([x, y], [x, y - 70], { mod: true })
      expect(viewer.replica.document.get(id)?.['points']).toEqual(board.get(id)['points'])
    })
  })

  test('without bound ends is moved', () => {
    const board = new BoardDriver()
    board.key('A')
    board.drag([150, 150], [450, 150])
    board.drag([260, 150], [260, 250])
    expect(board.only()).toMatchObject({ x: 150, y: 250, w: 300, h: 0 })
  })

  test.each([
    ['its middle', 300],
    ['an end', 202],
    ['a point between', 250],
  ])('a double click on %s opens the label, which undo removes for everybody', async (_place, x) => {
    const { board, id } = connected()
    const other = new BoardDriver({ room: board.room, uid: 'kim' })
    board.click(700, 700).click(300, 150).doubleClick(x, 150)
    expect(board.editor.text.typing.peek()?.id).toBe(id)
    board.type('then').finish()
    await board.settle()
    expect(other.getText(id)).toBe('then')
    board.key('Mod+Z')
    await board.settle()
    expect(other.getText(id)).toBe('')
    expect(getBindings(other, id)).toHaveLength(2)
  })

  test('two selected shapes are connected by the keyboard alone', () => {
    const board = new BoardDriver()
    const a = board.put('rect', 100, 100, 100, 100)
    const b = board.put('ellipse', 400, 100, 100, 100)
    board.editor.selection.set([a, b])
    board.key('X')
    board.key('Enter')
    const { id } = board.elements().find((record) => record.kind === 'connector')!
    expect(getBindings(board, id).map(({ target }) => target)).toEqual([a, b])
  })

  test('copies keep the bindings among themselves', () => {
    const { board, a, b } = connected()
    board.key('Mod+A')
    board.key('Mod+D')
    const copies = board.elements().filter(({ id }) => board.selected.includes(id))
    const connector = copies.find(({ kind }) => kind === 'connector')!
    const targets = getBindings(board, connector.id).map(({ target }) => target)
    expect(targets).toHaveLength(2)
    expect(targets).not.toContain(a)
    expect(targets).not.toContain(b)
  })

  test('a copied connector without its targets keeps its drawn ends', () => {
    const { board, id } = connected()
    const drawn = board.editor.scene.getBounds(id)!
    board.editor.selection.set([id])
    board.key('Mod+D')
    const copy = board.editor.scene.getBounds(board.selected[0]!)!
    expect(copy.w).toBeCloseTo(drawn.w, 0)
    expect(getBindings(board, board.selected[0]!)).toEqual([])
  })
})

describe('the line', () => {
  test('runs between two points, in steps of 15 degrees with Shift', () => {
    const board = new BoardDriver()
    board.key('L')
    board.drag([100, 100], [300, 110], { shift: true })
    const line = board.only()
    expect(line).toMatchObject({ kind: 'line', x: 100, y: 100, h: 0 })
    expect(line.w).toBeCloseTo(Math.hypot(200, 10))
  })

  test('its ends can be dragged', () => {
    const board = new BoardDriver()
    board.key('L')
    board.drag([100, 100], [300, 100])
    board.drag([300, 100], [300, 250])
    expect(board.only()).toMatchObject({ x: 100, y: 100, w: 200, h: 150 })
    board.key('Mod+Z')
    expect(board.only()).toMatchObject({ w: 200, h: 0 })
  })

  test('a click without a drag creates none', () => {
    const board = new BoardDriver()
    board.key('L')
    board.click(100, 100)
    expect(board.elements()).toEqual([])
  })
})

describe('a label', () => {
  test('slides along its line by dragging, snaps to the middle, and is undone at once', async () => {
    const { board, id } = connected()
    const other = new BoardDriver({ room: board.room, uid: 'kim' })
    board.editor.text.start(id)
    board.type('yes').finish()
    board.editor.selection.set([])
    // The line goes from (201, 150) to about (397, 150).
    board.drag([300, 150], [350, 190])
    await board.settle()
    expect(board.get(id)['labelAt']).toBeCloseTo(0.75, 1)
    expect(other.get(id)['labelAt']).toBe(board.get(id)['labelAt'])
    expect(getBindings(board, id)).toHaveLength(2)
    board.drag([350, 150], [297, 120])
    expect(board.get(id)['labelAt']).toBe(0.5)
    board.key('Mod+Z')
    board.key('Mod+Z')
    expect(board.get(id)['labelAt']).toBe(0.5)
    board.drag([299, 150], [700, 150])
    expect(board.get(id)['labelAt']).toBe(1)
  })

  test('of a line without bound ends slides, too; beside it the line moves', () => {
    const board = new BoardDriver()
    const id = board.put('connector', 100, 100, 400, 0, { points: [0, 0, 1, 0] })
    board.editor.text.start(id)
    board.type('yes').finish()
    board.drag([300, 100], [200, 130])
    expect(board.get(id)).toMatchObject({ x: 100, y: 100, labelAt: 0.25 })
    board.drag([420, 100], [420, 160], { mod: true })
    expect(board.get(id)).toMatchObject({ y: 160, labelAt: 0.25 })
  })
})
