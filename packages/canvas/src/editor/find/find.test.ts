import { describe, expect, test } from 'vitest'
import { richTextFromPlain } from '../../document/text/rich-text.ts'
import { BoardDriver } from '../../testing/board-driver.ts'
import type { FindOptions } from './text-match.ts'

const anywhere: FindOptions = { matchCase: false, wholeWords: false }

function note(board: BoardDriver, x: number, y: number, text: string, fields = {}): string {
  return board.put('sticky', x, y, 200, 200, { text: richTextFromPlain(text), ...fields })
}

function search(board: BoardDriver, query: string, options: FindOptions = anywhere): void {
  board.editor.find.search(query, options)
  board.tick(1_000)
}

const found = (board: BoardDriver): readonly string[] =>
  board.editor.find.result.peek().matches.map(({ id }) => id)
const current = (board: BoardDriver): string | undefined => {
  const { matches, current: index } = board.editor.find.result.peek()
  return matches[index]?.id
}

describe('find', () => {
  test('finds texts and frame titles in reading order, whatever their case', () => {
    const board = new BoardDriver()
    const lower = note(board, 100, 500, 'the plan')
    const right = note(board, 400, 100, 'Plan B, plan C')
    const left = note(board, 100, 100, 'a PLAN')
    const frame = board.put('frame', 0, 0, 900, 90, { title: 'Planning' })
    note(board, 700, 500, 'nothing')
    search(board, 'plan')
    expect(found(board)).toEqual([frame, left, right, right, lower])
    const start = board.editor.find.result.peek().current
    board.editor.find.step(1)
    expect(board.editor.find.result.peek().current).toBe(start + 1)
    board.editor.find.step(-1)
    expect(board.editor.find.result.peek().current).toBe(start)
  })

  test('finds alternative texts of images, which replacing leaves alone', () => {
    const board = new BoardDriver()
    const image = board.put('image', 100, 0, 200, 200, { file: 'f', alt: 'Two plans of the harbour' })
    const written = note(board, 400, 100, 'plans')
    search(board, 'plan')
    expect(found(board)).toEqual([image, written])
    expect(board.editor.find.replaceAll('map')).toEqual({ replaced: 1, skipped: 1 })
    expect([board.get(image)['alt'], board.getText(written)]).toEqual(['Two plans of the harbour', 'maps'])
  })

  test('matches case and whole words on request, also in other scripts', () => {
    const board = new BoardDriver()
    const word = note(board, 100, 100, 'Über Plan.')
    const part = note(board, 400, 100, 'überplan')
    search(board, 'plan', { matchCase: false, wholeWords: true })
    expect(found(board)).toEqual([word])
    search(board, 'über', { matchCase: true, wholeWords: false })
    expect(found(board)).toEqual([part])
  })

  test('takes the characters of patterns literally', () => {
    const board = new BoardDriver()
    const price = note(board, 100, 100, 'costs (4.50)?')
    note(board, 400, 100, 'costs 4x50')
    search(board, '(4.50)?')
    expect(found(board)).toEqual([price])
  })

  test('opens the page of a match and brings it into view', () => {
    const board = new BoardDriver()
    note(board, 100, 100, 'Review')
    board.editor.edit.apply([
      { op: 'put', record: { id: 'second', kind: 'page', parent: null, z: 'b1', name: 'Second' } },
    ])
    const far = note(board, 5_000, 5_000, 'review again', { parent: 'second' })
    search(board, 'review')
    board.editor.find.step(1)
    board.tick(1_000)
    expect(current(board)).toBe(far)
    expect(board.editor.pages.current.peek()).toBe('second')
    const { x, y, w, h } = board.editor.camera.visible.peek()
    expect(x).toBeLessThanOrEqual(5_000)
    expect(y).toBeLessThanOrEqual(5_000)
    expect(x + w).toBeGreaterThanOrEqual(5_200)
    expect(y + h).toBeGreaterThanOrEqual(5_200)
    board.editor.find.step(1)
    expect(board.editor.find.result.peek().current).toBe(0)
  })

  test('starts at the first match in view', () => {
    const board = new BoardDriver()
    note(board, 100, -4_000, 'task one')
    const seen = note(board, 100, 100, 'task two')
    search(board, 'task')
    expect(current(board)).toBe(seen)
  })

  test('follows the changes of other people and keeps the current match', async () => {
    const board = new BoardDriver()
    const other = new BoardDriver({ room: board.room, uid: 'other' })
    note(board, 100, 100, 'idea one')
    const second = note(board, 100, 400, 'idea two')
    await board.settle()
    search(board, 'idea')
    board.editor.find.step(1)
    const third = note(other, 100, 250, 'idea between')
    await board.settle()
    board.tick(2_000)
    expect(found(board)).toContain(third)
    expect(current(board)).toBe(second)
  })

  test('finds nothing more after it was closed', () => {
    const board = new BoardDriver()
    const id = note(board, 100, 100, 'word')
    search(board, 'word')
    expect(board.editor.overlay.peek().foundCurrent).not.toBeNull()
    expect(board.editor.find.close()).toBe(id)
    note(board, 400, 100, 'word')
    board.tick(2_000)
    expect(found(board)).toEqual([])
    expect(board.editor.overlay.peek().foundCurrent).toBeNull()
  })
})

describe('replace', () => {
  test('replaces the current match, moves on, and can be undone', () => {
    const board = new BoardDriver()
    const a = note(board, 100, 100, 'cat and cat')
    const b = note(board, 100, 400, 'cat')
    search(board, 'cat')
    expect(board.editor.find.replace('wildcat')).toEqual({ replaced: 1, skipped: 0 })
    board.tick(1_000)
    expect(board.getText(a)).toBe('wildcat and cat')
    board.editor.find.replace('dog')
    board.tick(1_000)
    expect(board.getText(a)).toBe('wildcat and dog')
    expect(current(board)).toBe(b)
    board.editor.edit.undo()
    board.editor.edit.undo()
    expect(board.getText(a)).toBe('cat and cat')
  })

  test('replaces everything on all pages as one undo step, titles too, and keeps formats', () => {
    const board = new BoardDriver()
    const bold = {
      type: 'doc',
      content: [
        { type: 'paragraph', content: [{ type: 'text', text: 'old', marks: [{ type: 'bold' }] }] },
        { type: 'paragraph', content: [{ type: 'text', text: 'old and old' }] },
      ],
    }
    const id = board.put('sticky', 100, 100, 200, 200, { text: bold })
    const frame = board.put('frame', 0, 400, 900, 300, { title: 'The old way' })
    search(board, 'old')
    expect(board.editor.find.replaceAll('new')).toEqual({ replaced: 4, skipped: 0 })
    expect(board.getText(id)).toBe('new\nnew and new')
    expect(board.get(id)['text']).toMatchObject({
      content: [{ content: [{ text: 'new', marks: [{ type: 'bold' }] }] }, {}],
    })
    expect(board.get(frame)['title']).toBe('The new way')
    board.editor.edit.undo()
    expect(board.getText(id)).toBe('old\nold and old')
    expect(board.get(frame)['title']).toBe('The old way')
  })

  test('replaces with nothing', () => {
    const board = new BoardDriver()
    const id = note(board, 100, 100, 'very very good')
    search(board, 'very ')
    board.editor.find.replaceAll('')
    expect(board.getText(id)).toBe('good')
  })

  test('leaves what other people made to a contributor, and says how many', async () => {
    const owner = new BoardDriver({ uid: 'owner' })
    const theirs = note(owner, 100, 100, 'draft')
    await owner.settle()
    const board = new BoardDriver({ room: owner.room, uid: 'guest', role: 'contributor' })
    await board.settle()
    const own = note(board, 400, 100, 'draft')
    search(board, 'draft')
    expect(board.editor.find.replaceAll('final')).toEqual({ replaced: 1, skipped: 1 })
    expect([board.getText(theirs), board.getText(own)]).toEqual(['draft', 'final'])
  })

  test('a text that grows with its words has its new size at once', () => {
    const board = new BoardDriver()
    const id = board.put('text', 100, 100, 40, 30, { text: richTextFromPlain('one') })
    const before = board.get(id).w
    search(board, 'one')
    board.editor.find.replaceAll('one hundred thousand')
    expect(board.get(id).w).toBeGreaterThan(before)
  })
})
