import { describe, expect, test } from 'vitest'
import { BoardDriver } from '../../testing/board-driver.ts'

describe('presence', () => {
  test('sends pointer, selection and tool a few times per second', () => {
    const board = new BoardDriver()
    const a = board.put('rect', 100, 100, 100, 100, { fill: 'red' })
    board.tick(200)
    board.shown.length = 0
    for (let i = 0; i < 50; i++) board.move(100 + i, 150)
    board.click(150, 150).tick(200)
    expect(board.shown.length).toBeLessThan(12)
    const all = Object.assign({}, ...board.shown)
    expect(all).toMatchObject({ cursor: { x: 150, y: 150 }, selection: [a] })
  })

  test('another person’s preview is shown at once and changes nothing', () => {
    const board = new BoardDriver()
    const a = board.put('rect', 100, 100, 100, 100)
    board.people.value = [{ key: 'c1', uid: 'kim', name: 'Kim', showing: { page: 'page' } }]
    board.receivePreview('c1', [{ op: 'patch', id: a, fields: { x: 300 } }])
    expect(board.editor.drawn.get(a)).toMatchObject({ x: 300 })
    expect(board.editor.scene.getBounds(a)).toMatchObject({ x: expect.closeTo(299, 0) as number })
    expect(board.get(a).x).toBe(100)
  })

  test('a preview stays until its result arrives, so that nothing jumps back', async () => {
    const board = new BoardDriver()
    const a = board.put('rect', 100, 100, 100, 100)
    await board.settle()
    const kim = new BoardDriver({ uid: 'kim', room: board.room })
    board.people.value = [{ key: 'c1', uid: 'kim', name: 'Kim', showing: { page: 'page' } }]
    board.receivePreview('c1', [{ op: 'patch', id: a, fields: { x: 300 } }])
    board.receivePreview('c1', null)
    expect(board.editor.drawn.get(a)).toMatchObject({ x: 300 })
    kim.editor.edit.apply([{ op: 'patch', id: a, fields: { x: 310 } }])
    await board.settle()
    board.tick(1)
    expect(board.editor.drawn.get(a)).toMatchObject({ x: 310 })
  })

  test('a preview without a result times out, or ends when the person leaves', () => {
    const board = new BoardDriver()
    const a = board.put('rect', 100, 100, 100, 100)
    board.people.value = [{ key: 'c1', uid: 'kim', name: 'Kim', showing: { page: 'page' } }]
    board.receivePreview('c1', [{ op: 'patch', id: a, fields: { x: 300 } }])
    board.receivePreview('c1', null)
    board.tick(1_000)
    expect(board.editor.drawn.get(a)).toMatchObject({ x: 100 })
    board.receivePreview('c1', [{ op: 'patch', id: a, fields: { x: 300 } }])
    board.people.value = []
    expect(board.editor.drawn.get(a)).toMatchObject({ x: 100 })
  })

  test('shows people on this page only, and laser trails fade', () => {
    const board = new BoardDriver()
    const person = (page: string, x: number) => ({
      key: 'c1',
      uid: 'kim',
      name: 'Kim',
      showing: { page, cursor: { x, y: 20 }, tool: 'laser.on' },
    })
    board.people.value = [person('page', 10)]
    board.people.value = [person('page', 30)]
    board.tick(32)
    expect(board.editor.overlay.value.others).toMatchObject([{ name: 'Kim', cursor: { x: 30, y: 20 } }])
    expect(board.editor.overlay.value.trails[0]!.points).toHaveLength(2)
    board.people.value = [{ ...person('other', 30) }]
    expect(board.editor.overlay.value.others).toEqual([])
    board.tick(2_000)
    expect(board.editor.overlay.value.trails).toEqual([])
  })
})
