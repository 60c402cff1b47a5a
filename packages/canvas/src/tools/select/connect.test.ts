import { describe, expect, test } from 'vitest'
import { isBinding, type BindingRecord } from '../../document/kinds/binding.ts'
import type { RecordId } from '../../document/model/record.ts'
import { BoardDriver } from '../../testing/board-driver.ts'

const finger = { device: 'touch' as const }

function getHandles(board: BoardDriver) {
  return board.editor.overlay.value.connectHandles
}

function getConnectors(board: BoardDriver): RecordId[] {
  return board.elements().flatMap(({ id, kind }) => (kind === 'connector' ? [id] : []))
}

function getBindings(board: BoardDriver, connector: RecordId): BindingRecord[] {
  return board.replica.document
    .getBindings(connector)
    .map((id) => board.replica.document.get(id))
    .filter((record) => isBinding(record))
    .sort((a, b) => (a.end === 'start' ? -1 : b.end === 'start' ? 1 : 0))
}

/** Two boxes side by side without a stroke; the right handle of the first is at (218, 150). */
function twoBoxes() {
  const board = new BoardDriver()
  const fields = { fill: 'red', stroke: 'none' }
  const a = board.put('rect', 100, 100, 100, 100, fields)
  const b = board.put('ellipse', 500, 400, 100, 100, fields)
  return { board, a, b }
}

describe('connect handles', () => {
  test('are shown around the shape under the pointer, hollow ones too, and stay on the way to them', () => {
    const { board } = twoBoxes()
    board.put('diamond', 100, 400, 100, 100, { stroke: 'ink', strokeWidth: 2, fill: 'none' })
    expect(getHandles(board)).toBeNull()
    board.move(150, 150)
    expect(getHandles(board)).toMatchObject({ box: { x: 100, y: 100, w: 100, h: 100 }, over: null })
    board.move(208, 150)
    expect(getHandles(board)?.over).toBe('right')
    board.move(215, 190)
    expect(getHandles(board)).toMatchObject({ over: null })
    board.move(300, 150)
    expect(getHandles(board)).toBeNull()
    board.move(150, 450)
    expect(getHandles(board)?.box.y).toBeGreaterThan(390)
  })

  test('are not shown around frames, lines, locked and tiny shapes, nor to viewers', () => {
    const { board, a } = twoBoxes()
    board.put('frame', 300, 100, 100, 100)
    board.put('line', 300, 500, 100, 1, { points: [0, 0, 1, 1] })
    board.put('rect', 700, 100, 10, 10, { fill: 'red' })
    for (const [x, y] of [
      [350, 101],
      [350, 500],
      [705, 105],
    ] as const) {
      board.move(x, y)
      expect(getHandles(board)).toBeNull()
    }
    board.editor.edit.apply([{ op: 'patch', id: a, fields: { lock: 'editor' } }])
    board.move(150, 150)
    expect(getHandles(board)).toBeNull()
    const viewer = new BoardDriver({ room: board.room, uid: 'kim', role: 'viewer' })
    viewer.move(550, 450)
    expect(getHandles(viewer)).toBeNull()
  })

  test('dragged to another shape connect the two from that side, in one undo step', async () => {
    const { board, a, b } = twoBoxes()
    const other = new BoardDriver({ room: board.room, uid: 'kim' })
    await board.settle()
    board.move(150, 150).move(218, 150).down(218, 150).move(300, 200).move(550, 450)
    // Somebody else moves the shape meanwhile.
    other.editor.edit.apply([{ op: 'patch', id: a, fields: { y: 120 } }])
    await board.settle()
    board.up()
    await board.settle()
    const [connector] = getConnectors(board)
    expect(board.selected).toEqual([connector])
    expect(getBindings(board, connector!)).toMatchObject([
      { end: 'start', target: a, u: 1, v: 0.5 },
      { end: 'end', target: b, u: 0.5, v: 0.5 },
    ])
    expect(getConnectors(other)).toEqual([connector])
    board.key('Mod+Z')
    await board.settle()
    expect(getConnectors(board)).toEqual([])
    expect(board.get(a).y).toBe(120)
  })

  test('released on the page leave a connector with a free end, on the own shape none', () => {
    const { board, a } = twoBoxes()
    board.move(150, 150).drag([150, 218], [150, 330])
    const [connector] = getConnectors(board)
    expect(getBindings(board, connector!).map(({ target, v }) => [target, v])).toEqual([[a, 1]])
    board.key('Mod+Z')
    board.move(150, 150).drag([150, 218], [150, 160])
    expect(getConnectors(board)).toEqual([])
    expect(board.replica.document.getBindings(a)).toEqual([])
  })

  test('clicked add the next shape of that kind, connected and open for typing, in one undo step', () => {
    const { board, a } = twoBoxes()
    board.click(150, 150).move(150, 218).click(150, 218)
    const typed = board.editor.text.typing.peek()?.id
    expect(board.get(typed!)).toMatchObject({ kind: 'rect', fill: 'red', x: 100, y: 280, w: 100, h: 100 })
    expect(board.selected).toEqual([typed])
    const [connector] = getConnectors(board)
    expect(getBindings(board, connector!).map(({ target }) => target)).toEqual([a, typed])
    board.type('Next').finish()
    expect(board.getText(typed!)).toBe('Next')
    board.key('Mod+Z')
    board.key('Mod+Z')
    expect(board.elements().map(({ kind }) => kind)).toEqual(['rect', 'ellipse'])
  })

  test('of a rotated shape are outside its bounds, and the next one has the same rotation', () => {
    const board = new BoardDriver()
    board.put('rect', 100, 200, 200, 40, { fill: 'red', stroke: 'none', r: 90 })
    board.move(200, 220).move(238, 220)
    expect(getHandles(board)?.over).toBe('right')
    board.click(238, 220)
    const { id } = board.editor.text.typing.peek()!
    expect(board.get(id)).toMatchObject({ x: 220, y: 200, w: 200, h: 40, r: 90 })
  })

  test('of a text connect by dragging, and add nothing by a click', () => {
    const board = new BoardDriver()
    const text = board.put('text', 100, 100, 100, 25)
    board.editor.text.start(text)
    board.type('A text').finish()
    const bounds = board.editor.scene.getBounds(text)!
    const right = bounds.x + bounds.w + 18
    const middle = bounds.y + bounds.h / 2
    board
      .move(bounds.x + 5, middle)
      .move(right, middle)
      .click(right, middle)
    expect(board.elements()).toHaveLength(1)
    board.move(bounds.x + 5, middle).drag([right, middle], [500, 500])
    expect(getBindings(board, getConnectors(board)[0]!).map(({ target }) => target)).toEqual([text])
  })

  test('of a selected line are not covered: its ends come first', () => {
    const { board, a, b } = twoBoxes()
    board.move(150, 150).drag([218, 150], [550, 450])
    const [connector] = getConnectors(board)
    const start = board.editor.overlay.value.frame!.handles.find(({ id }) => id === 'start')!.at
    board.move(150, 150).drag([start.x + 9, start.y], [150, 600])
    expect(getBindings(board, connector!).map(({ target }) => target)).toEqual([b])
    expect(board.replica.document.getBindings(a)).toEqual([])
  })
})

describe('connect handles by touch', () => {
  test('are those of the selected shape; a tap adds the next one, a drag connects', () => {
    const { board, a, b } = twoBoxes()
    board.tick(1_000).down(150, 150, {}, finger).up(finger)
    expect(getHandles(board)).toMatchObject({ box: { x: 100 }, over: null })
    board.tick(1_000).down(224, 150, {}, finger).up(finger)
    const typed = board.editor.text.typing.peek()?.id
    expect(board.get(typed!)).toMatchObject({ kind: 'rect', x: 280, y: 100 })
    expect(getHandles(board)).toBeNull()
    board.finish()
    board.key('Mod+Z')
    board.tick(1_000).down(150, 150, {}, finger).up(finger)
    board.tick(1_000).down(150, 224, {}, finger)
    board.move(200, 300, {}, finger).move(550, 450, {}, finger).up(finger)
    expect(getBindings(board, getConnectors(board)[0]!).map(({ target }) => target)).toEqual([a, b])
  })
})
