import { describe, expect, test } from 'vitest'
import { richTextFromPlain } from '../../document/text/rich-text.ts'
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

  describe('of a caret in a text', () => {
    function openText(options?: ConstructorParameters<typeof BoardDriver>[0]) {
      const board = new BoardDriver(options)
      const note = board.put('sticky', 100, 100, 200, 200)
      board.editor.text.start(note)
      return { board, note }
    }
    const getCarets = (board: BoardDriver) =>
      board.shown.flatMap((showing) => (showing.caret === undefined ? [] : [showing.caret]))

    test('is sent with the typing before it, not ahead of it', () => {
      const { board, note } = openText()
      board.type('ab')
      board.editor.text.setCaret(3, 3)
      board.tick(100)
      expect(getCarets(board).at(-1) ?? null).toBeNull()
      board.tick(100)
      expect(board.getText(note)).toBe('ab')
      expect(getCarets(board).at(-1)).toEqual({ id: note, anchor: 3, head: 3 })
      board.editor.text.setCaret(1, 3)
      board.tick(60)
      expect(getCarets(board).at(-1)).toEqual({ id: note, anchor: 1, head: 3 })
    })

    test('is sent at most 20 times a second', () => {
      const { board } = openText()
      for (let i = 0; i < 100; i++) {
        board.editor.text.setCaret(i, i)
        board.tick(10)
      }
      expect(getCarets(board).length).toBeLessThan(24)
    })

    test('ends when the text closes', () => {
      const { board } = openText()
      board.editor.text.setCaret(1, 1)
      board.tick(60)
      board.finish()
      board.tick(60)
      expect(getCarets(board).at(-1)).toBeNull()
    })

    test('is not sent while a suggestion is typed, which others cannot see', async () => {
      const owner = new BoardDriver({ uid: 'owner', role: 'admin' })
      owner.put('sticky', 100, 100, 200, 200, { text: richTextFromPlain('Buy milk') })
      await owner.settle()
      const board = new BoardDriver({ role: 'commenter', uid: 'kim', room: owner.room })
      board.doubleClick(200, 200)
      expect(board.editor.text.typing.value?.suggestion).toBeDefined()
      board.editor.text.setCaret(1, 1)
      board.tick(100)
      expect(board.shown.length).toBeGreaterThan(0)
      expect(getCarets(board).filter((caret) => caret !== null)).toEqual([])
    })

    test('of another person has a place on the board, turned with its note, unless its text is open here', () => {
      const board = new BoardDriver()
      const note = board.put('sticky', 100, 100, 200, 200)
      board.editor.text.start(note)
      board.type('Hello').finish()
      const caret = { id: note, anchor: 1, head: 6 }
      board.people.value = [{ key: 'c1', uid: 'kim', name: 'Kim', showing: { page: 'page', caret } }]
      expect(board.editor.overlay.value.others).toMatchObject([{ caret }])
      const mark = board.editor.findCaret(caret)!
      expect(mark.from.x).toBe(mark.to.x)
      expect(mark.from.x).toBeGreaterThan(200)
      expect(mark.selected).toHaveLength(1)
      board.editor.edit.apply([{ op: 'patch', id: note, fields: { r: 90 } }])
      const turned = board.editor.findCaret(caret)!
      expect(turned.from.y).toBeCloseTo(turned.to.y)
      board.editor.text.start(note)
      expect(board.editor.findCaret(caret)).toBeUndefined()
      board.finish()
      expect(board.editor.findCaret({ ...caret, id: 'gone' })).toBeUndefined()
    })

    test('of another person is at the height of its text: at the top, middle or bottom', () => {
      const board = new BoardDriver()
      const getMiddle = (vertical: string, text: string): number => {
        const id = board.put('rect', 100, 100, 200, 200, { vertical, text: richTextFromPlain(text) })
        const { from, to } = board.editor.findCaret({ id, anchor: 1, head: 1 })!
        return (from.y + to.y) / 2
      }
      expect(getMiddle('middle', 'Hello')).toBeCloseTo(200, 0)
      const [top, bottom] = [getMiddle('top', 'Hello'), getMiddle('bottom', 'Hello')]
      expect(top).toBeGreaterThan(100)
      expect(top).toBeLessThan(130)
      expect(top + bottom).toBeCloseTo(400, 0)
    })

    test('of another person is not drawn for a text outside the view', () => {
      const board = new BoardDriver()
      const id = board.put('rect', 100, 100, 200, 200, { text: richTextFromPlain('Hello') })
      const find = () => board.editor.findCaret({ id, anchor: 1, head: 1 })
      expect(find()).toBeDefined()
      board.editor.camera.panBy(0, -305)
      expect(find()).toBeUndefined()
      board.editor.camera.panBy(0, 10)
      expect(find()).toBeDefined()
    })
  })
})
