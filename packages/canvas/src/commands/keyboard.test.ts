import { describe, expect, test } from 'vitest'
import type { EditSummary } from '../editor/reading/change-summary.ts'
import { createReading } from '../editor/reading/board-reading.ts'
import { BoardDriver } from '../testing/board-driver.ts'

const filled = { fill: 'blue' }
const put = (board: BoardDriver, x: number, y: number, fields = {}) =>
  board.put('rect', x, y, 100, 50, { ...filled, ...fields })

/** Two rows of two, the stacking order from the last to the first. */
function rows(): { board: BoardDriver; ids: string[] } {
  const board = new BoardDriver()
  const [d, c, b, a] = [
    put(board, 400, 300),
    put(board, 100, 310),
    put(board, 400, 110),
    put(board, 100, 100),
  ]
  return { board, ids: [a, b, c, d] }
}

function walk(board: BoardDriver, key: string, most = 10): string[][] {
  const seen: string[][] = []
  while (seen.length < most && board.key(key)) seen.push([...board.selected])
  return seen
}

describe('Tab', () => {
  test('goes through rows from top to bottom and from left to right', () => {
    const { board, ids } = rows()
    expect(walk(board, 'Tab')).toEqual(ids.map((id) => [id]))
    expect(walk(board, 'Shift+Tab')).toEqual(
      [...ids.slice(0, 3).reverse(), ids[0]].slice(0, 3).map((id) => [id]),
    )
  })

  test('reads the contents of a frame after it, and a group as one', () => {
    const board = new BoardDriver()
    const last = put(board, 700, 120)
    const frame = board.put('frame', 100, 100, 400, 300)
    const [right, left] = [put(board, 300, 150, { parent: frame }), put(board, 120, 150, { parent: frame })]
    board.editor.selection.set([])
    expect(walk(board, 'Tab').flat()).toEqual([frame, left, right, last])
  })

  test('lists a large page in parts, each of a part of a frame', () => {
    const board = new BoardDriver()
    const frame = board.put('frame', 0, 0, 900, 900)
    for (let i = 0; i < 600; i++) {
      const z = `V${i.toString(36).padStart(3, '0')}x`
      put(board, (i % 30) * 110, Math.floor(i / 30) * 60, { parent: frame, z })
    }
    const { list, listInSlices } = createReading(board.editor.edit)
    const work = listInSlices()
    let parts = 0
    let step = work.next()
    for (; !step.done; step = work.next()) parts += 1
    expect(parts).toBeGreaterThan(1)
    expect(step.value).toEqual(list())
    expect(step.value).toHaveLength(601)
  })

  test('skips what is locked', () => {
    const { board, ids } = rows()
    board.editor.selection.set([ids[1]!])
    board.key('Mod+Shift+L')
    board.editor.selection.set([])
    expect(walk(board, 'Tab').flat()).toEqual([ids[0], ids[2], ids[3]])
  })
})

describe('Shift with an arrow key', () => {
  test('adds the next element in that direction after Tab', () => {
    const { board, ids } = rows()
    board.key('Tab')
    board.key('Shift+ArrowRight')
    expect(board.selected).toEqual([ids[0], ids[1]])
    board.key('Shift+ArrowDown')
    expect(board.selected).toEqual([ids[0], ids[1], ids[3]])
    board.key('Shift+ArrowUp')
    expect(board.selected).toEqual([ids[0], ids[1], ids[3]])
    expect(board.get(ids[0]!)).toMatchObject({ x: 100, y: 100 })
  })

  test('nudges a selection made otherwise, and after a nudge', () => {
    const { board, ids } = rows()
    board.editor.selection.set([ids[0]!])
    board.key('Shift+ArrowRight')
    expect([board.selected, board.get(ids[0]!).x]).toEqual([[ids[0]], 110])
    board.editor.selection.set([])
    board.key('Tab')
    board.key('ArrowRight')
    board.key('Shift+ArrowRight')
    expect([board.selected, board.get(ids[0]!).x]).toEqual([[ids[0]], 121])
  })
})

describe('resizing and rotating by keys', () => {
  test('moves the right and the lower side, rapid presses as one undo step', () => {
    const { board, ids } = rows()
    const [id] = ids as [string]
    board.editor.selection.set([id])
    board.key('Alt+Shift+ArrowRight')
    board.key('Alt+Shift+ArrowDown')
    board.key('Alt+Shift+ArrowDown')
    expect(board.get(id)).toMatchObject({ x: 100, y: 100, w: 110, h: 70 })
    board.key('Mod+Z')
    expect(board.get(id)).toMatchObject({ w: 100, h: 50 })
  })

  test('never turns an element inside out', () => {
    const { board, ids } = rows()
    const [id] = ids as [string]
    board.editor.selection.set([id])
    for (let i = 0; i < 15; i++) board.key('Alt+Shift+ArrowLeft')
    expect(board.get(id)).toMatchObject({ x: 100, w: 1 })
  })

  test('resizes a rotated element along its own sides', () => {
    const board = new BoardDriver()
    const id = put(board, 100, 100, { r: 90 })
    board.editor.selection.set([id])
    board.key('Alt+Shift+ArrowRight')
    const { x, y, w, h, r } = board.get(id)
    expect([w, h, r]).toEqual([110, 50, 90])
    // Its left side, which is the upper one on the page, stays.
    expect([x + w / 2, y + h / 2 - w / 2]).toEqual([150, 75])
  })

  test('rotates in steps of 15 degrees, also from an angle between them', () => {
    const { board, ids } = rows()
    const [id] = ids as [string]
    board.editor.selection.set([id])
    board.key('Alt+.')
    board.key('Alt+.')
    expect(board.get(id).r).toBe(30)
    board.editor.edit.apply([{ op: 'patch', id, fields: { r: 40 } }])
    board.key('Alt+,')
    expect(board.get(id).r).toBe(30)
    board.key('Alt+,')
    board.key('Alt+,')
    board.key('Alt+,')
    expect(board.get(id).r).toBe(345)
  })

  test('leaves what one may not change', () => {
    const owner = new BoardDriver({ uid: 'ann' })
    const id = put(owner, 100, 100)
    const board = new BoardDriver({ uid: 'bo', role: 'contributor', room: owner.room })
    board.editor.selection.set([id])
    expect([board.key('Alt+Shift+ArrowRight'), board.key('Alt+.')]).toEqual([false, false])
  })
})

describe('connecting by search', () => {
  test('lists the other elements in reading order and connects to one of them, undone at once', () => {
    const { board, ids } = rows()
    const reading = createReading(board.editor.edit)
    expect(reading.listConnectTargets()).toEqual([])
    board.editor.selection.set([ids[0]!])
    expect(reading.listConnectTargets()).toEqual(ids.slice(1))
    reading.connectTo(ids[3]!)
    const line = board.elements().find(({ kind }) => kind === 'connector')!
    expect(reading.getConnections(line.id)).toEqual({ start: ids[0], end: ids[3], others: [] })
    expect(reading.getConnections(ids[0]!)).toEqual({ others: [ids[3]] })
    expect(reading.getConnections(ids[3]!)).toEqual({ others: [ids[0]] })
    expect(board.selected).toEqual([ids[0]])
    board.key('Mod+Z')
    expect(board.elements()).toHaveLength(4)
  })
})

/** What is reported of the edits since the last call. */
function reported(board: BoardDriver): unknown[] {
  const edits = board.events.splice(0).flatMap((event) => (event.type === 'edited' ? [event] : []))
  return edits.map(({ how, summary }) => [how, summary.action, summary.count, summary.record?.id])
}

describe('reports of edits', () => {
  test('say once for each action what was done, repeated ones too', () => {
    const { board, ids } = rows()
    const [a, b] = ids as [string, string]
    board.editor.selection.set([a])
    reported(board)
    board.key('ArrowRight')
    board.key('ArrowRight')
    expect(reported(board)).toEqual([
      ['edit', 'moved', 1, a],
      ['edit', 'moved', 1, a],
    ])
    board.drag([250, 150], [260, 200])
    expect(reported(board)).toEqual([])
    board.drag([150, 125], [180, 145], { mod: true })
    expect(reported(board)).toEqual([['edit', 'moved', 1, a]])
    board.key('Alt+Shift+ArrowRight')
    board.key('Alt+.')
    expect(reported(board)).toEqual([
      ['edit', 'resized', 1, a],
      ['edit', 'rotated', 1, a],
    ])
    board.editor.selection.set([a, b])
    board.key('Delete')
    expect(reported(board)).toEqual([['edit', 'deleted', 2, undefined]])
    board.key('Mod+Z')
    board.key('Mod+Shift+Z')
    expect(reported(board)).toEqual([
      ['undo', 'changed', 2, undefined],
      ['redo', 'changed', 2, undefined],
    ])
  })

  test('count what is made once: a group, a drawn element, a stroke', () => {
    const { board, ids } = rows()
    board.editor.selection.set(ids)
    reported(board)
    board.key('Mod+G')
    const [group] = board.selected
    expect(reported(board)).toEqual([['edit', 'created', 1, group]])
    board.editor.selection.set([ids[0]!])
    board.key('Mod+ArrowRight')
    // With the connector that leads to it.
    expect(reported(board)).toEqual([['edit', 'created', 1, board.selected[0]]])
    // Its text is open for typing.
    board.finish()
    board.editor.selection.set([])
    board.key('R')
    board.drag([600, 500], [700, 600])
    expect(reported(board)).toEqual([['edit', 'created', 1, board.selected[0]]])
    board.editor.selection.set([])
    board.key('P')
    board.drag([800, 500], [900, 600])
    const stroke = board.elements().find(({ kind }) => kind === 'pen')
    expect(reported(board)).toEqual([['edit', 'created', 1, stroke?.id]])
  })

  test('name a deleted element as it was', () => {
    const board = new BoardDriver()
    const id = put(board, 100, 100)
    board.editor.selection.set([id])
    board.key('Delete')
    const summary = board.events.flatMap((event): EditSummary[] =>
      event.type === 'edited' ? [event.summary] : [],
    )
    expect(summary.at(-1)?.record).toMatchObject({ id, kind: 'rect' })
  })

  test('say nothing of what is refused', () => {
    const owner = new BoardDriver({ uid: 'ann' })
    const id = put(owner, 100, 100)
    const board = new BoardDriver({ uid: 'bo', role: 'contributor', room: owner.room })
    board.editor.selection.set([id])
    board.key('Delete')
    expect(reported(board)).toEqual([])
  })
})
