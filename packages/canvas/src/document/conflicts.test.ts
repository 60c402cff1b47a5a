import { describe, expect, test } from 'vitest'
import { patch, put, snapshot, TestRoom } from '../testing/test-room.ts'
import type { Change } from './model/change.ts'
import { encodePiece } from './model/stroke-points.ts'

function room(): TestRoom {
  const made = new TestRoom()
  made.take('ann', 'editor', [put('a'), put('b')])
  return made
}

describe('two people changing the same element', () => {
  test('different fields do not conflict', () => {
    const board = room()
    board.take('ann', 'editor', [patch('a', { x: 1 })], { base: 2 })
    board.take('bob', 'editor', [patch('a', { y: 2 })], { base: 2 })
    expect([board.get('a', 'x'), board.get('a', 'y')]).toEqual([1, 2])
  })

  test('the later one wins while both are active', () => {
    const board = room()
    board.take('ann', 'editor', [patch('a', { x: 1 })], { base: 2 })
    board.time = 10_000
    const { skipped } = board.take('bob', 'editor', [patch('a', { x: 2 })], { base: 2 })
    expect([board.get('a', 'x'), skipped]).toEqual([2, []])
  })

  test('after ten seconds a stale edit is skipped by field, never refused', () => {
    const board = room()
    board.take('ann', 'editor', [patch('a', { x: 1 })], { base: 2 })
    board.time = 10_001
    const { skipped, taken } = board.take('bob', 'editor', [patch('a', { x: 2, y: 3 })], { base: 2 })
    expect(skipped).toEqual([{ id: 'a', field: 'x', by: 'ann' }])
    expect(taken).toEqual([{ op: 'patch', id: 'a', fields: { y: 3 } }])
    expect(board.get('a', 'x')).toBe(1)
  })

  test('an author’s own edits never conflict, and an edit on the current state is never stale', () => {
    const board = room()
    board.take('ann', 'editor', [patch('a', { x: 1 })], { base: 2 })
    board.time = 60_000
    expect(board.take('ann', 'editor', [patch('a', { x: 2 })], { base: 2 }).skipped).toEqual([])
    expect(board.take('bob', 'editor', [patch('a', { x: 3 })]).skipped).toEqual([])
    expect(board.get('a', 'x')).toBe(3)
  })

  test('a large move skips stale coordinates one by one', () => {
    const board = room()
    const ids = Array.from({ length: 300 }, (_, i) => `m${i}`)
    board.take(
      'ann',
      'editor',
      ids.map((id) => put(id)),
    )
    const base = board.seq
    board.take('ann', 'editor', [patch('m0', { x: 50 })])
    board.time = 20_000
    const { skipped } = board.take('bob', 'editor', [{ op: 'translate', ids, dx: 1, dy: 1 }], { base })
    expect(skipped).toEqual([{ id: 'm0', field: 'x', by: 'ann' }])
    expect([board.get('m0', 'x'), board.get('m0', 'y'), board.get('m1', 'x')]).toEqual([50, 1, 1])
  })
})

describe('a stale delete', () => {
  const remove = (...ids: string[]): Change => ({ op: 'remove', ids })

  test('skips what someone else has changed since, and both people can be notified', () => {
    const board = room()
    board.take('ann', 'editor', [patch('a', { x: 1 })], { base: 2 })
    board.time = 10_001
    const { skipped, taken } = board.take('bob', 'editor', [remove('a', 'b')], { base: 2 })
    expect(skipped).toEqual([{ id: 'a', field: null, by: 'ann' }])
    expect(taken).toEqual([
      { op: 'keep', ids: ['a'] },
      { op: 'remove', ids: ['b'] },
    ])
    expect([board.has('a'), board.has('b')]).toEqual([true, false])
  })

  test('names every other person whose change it had not seen, also if the same edit overwrote it first', () => {
    const board = room()
    board.take('ann', 'editor', [patch('a', { y: 1 })], { base: 2 })
    board.take('con', 'editor', [patch('a', { w: 1 })], { base: 2 })
    board.time = 9_000
    board.take('bob', 'editor', [patch('a', { x: 1 })], { base: 2 })
    board.time = 10_500
    const changes = [patch('a', { x: 2 }), remove('a', 'b')]
    const { skippedDeletes } = board.take('con', 'editor', changes, { base: 2 })
    expect([board.get('a', 'x'), board.has('b')]).toEqual([2, false])
    expect(skippedDeletes.map(({ id, uids }) => [id, [...uids].sort()])).toEqual([['a', ['ann', 'bob']]])
  })

  test('removes what its author has changed, what was changed just now, and what it had seen', () => {
    const board = room()
    board.take('bob', 'editor', [patch('a', { x: 1 })], { base: 2 })
    board.time = 20_000
    board.take('ann', 'editor', [patch('b', { x: 1 })], { base: 2 })
    board.time = 30_000
    board.take('bob', 'editor', [remove('a', 'b')], { base: 2 })
    expect([board.has('a'), board.has('b')]).toEqual([false, false])
    const seen = room()
    seen.take('ann', 'editor', [patch('a', { x: 1 })])
    seen.time = 30_000
    seen.take('bob', 'editor', [remove('a')])
    expect(seen.has('a')).toBe(false)
  })

  test('of a frame moves remaining contents to where the frame was', () => {
    const board = new TestRoom()
    board.take('bob', 'editor', [
      put('f', 'frame'),
      put('old', 'box', { parent: 'f' }),
      put('worked', 'box', { parent: 'f' }),
    ])
    board.take('ann', 'editor', [patch('worked', { fill: 'red' })])
    board.time = 20_000
    board.take('bob', 'editor', [remove('old', 'worked', 'f')], { base: 2 })
    expect([board.has('f'), board.has('old'), board.get('worked', 'parent')]).toEqual([false, false, 'page'])
  })

  test('of text loses nothing: text typed since keeps the note', () => {
    const board = room()
    board.take('ann', 'editor', [{ op: 'text', id: 'a', steps: [insert('fifty characters')] }])
    board.time = 20_000
    const { skipped } = board.take('bob', 'editor', [remove('a')], { base: 2 })
    expect(skipped).toEqual([{ id: 'a', field: null, by: 'ann' }])
  })
})

const insert = (text: string): unknown => ({
  stepType: 'replace',
  from: 1,
  to: 1,
  slice: { content: [{ type: 'text', text }] },
})

describe('undo affects only the author’s last changes', () => {
  test('a field changed by someone else since keeps its value', () => {
    const board = room()
    const { inverse } = board.take('ann', 'editor', [patch('a', { x: 1, y: 1 })])
    board.take('bob', 'editor', [patch('a', { x: 2 })])
    board.take('ann', 'editor', inverse)
    expect([board.get('a', 'x'), board.get('a', 'y')]).toEqual([2, 0])
  })

  test('undoing a creation does not remove an element that others have changed', () => {
    const board = new TestRoom()
    const { inverse } = board.take('ann', 'editor', [put('a'), put('b')])
    board.take('bob', 'editor', [patch('a', { fill: 'red' })])
    board.take('ann', 'editor', [patch('b', { fill: 'blue' })])
    board.take('ann', 'editor', inverse)
    expect([board.has('a'), board.has('b')]).toEqual([true, false])
  })

  test('what an edit created is removed by one change for all that follow each other, newest first', () => {
    const board = new TestRoom()
    const { inverse } = board.take('ann', 'editor', [
      put('f', 'frame'),
      put('a', 'box', { parent: 'f' }),
      patch('a', { x: 1 }),
      put('b'),
      put('c'),
    ])
    const removed = inverse.map((change) => (change.op === 'remove' ? change.ids : change.op))
    expect(removed).toEqual([['c', 'b'], 'patch', ['a', 'f']])
    board.take('ann', 'editor', inverse)
    expect(['f', 'a', 'b', 'c'].filter((id) => board.has(id))).toEqual([])
  })

  test('undoing the creation of a frame keeps it if others have put elements into it', () => {
    const board = new TestRoom()
    const { inverse } = board.take('ann', 'editor', [put('f', 'frame')])
    board.take('bob', 'editor', [put('note', 'box', { parent: 'f' })])
    board.take('ann', 'editor', inverse)
    expect([board.has('f'), board.get('note', 'parent')]).toEqual([true, 'f'])
  })

  test('a removed record is restored completely: author, clocks, stroke', () => {
    const board = new TestRoom()
    const piece = encodePiece([{ x: 1, y: 1, pressure: 1 }])
    board.take('ann', 'editor', [put('s', 'ink'), { op: 'append', id: 's', n: 0, piece, last: true }])
    board.take('ann', 'editor', [patch('s', { x: 9 })])
    const before = snapshot(board.state)
    const { inverse } = board.take('bob', 'editor', [{ op: 'remove', ids: ['s'] }])
    const { taken } = board.take('bob', 'editor', inverse)
    expect(snapshot(board.state)).toEqual(before)
    expect(taken[0]).toMatchObject({ op: 'restore', entries: [{ record: { by: 'ann' }, pieces: [piece] }] })
  })

  test('restoring twice is allowed; restoring a record that was never removed is not', () => {
    const board = room()
    board.take('ann', 'editor', [{ op: 'remove', ids: ['a'] }])
    const back = { op: 'restore', ids: ['a'], removedAt: 3 } as const
    board.take('ann', 'editor', [back])
    expect(board.take('ann', 'editor', [back]).taken).toEqual([])
    expect(board.refusal('ann', 'editor', [{ op: 'restore', ids: ['zzz'], removedAt: 3 }])).toBe('missing')
    expect(board.take('ann', 'editor', [{ op: 'restore', ids: ['a'], removedAt: 'ann:1' }]).taken).toEqual([])
  })

  test('a record restored to a missing container goes to the nearest existing one', () => {
    const board = room()
    board.take('ann', 'editor', [
      put('f', 'frame'),
      put('g', 'frame', { parent: 'f' }),
      put('x', 'box', { parent: 'g' }),
    ])
    const { inverse } = board.take('ann', 'editor', [{ op: 'remove', ids: ['x'] }])
    board.take('bob', 'editor', [{ op: 'remove', ids: ['g'] }])
    board.take('ann', 'editor', inverse)
    expect(board.get('x', 'parent')).toBe('f')
  })

  test('contributors restore only their own records', () => {
    const board = room()
    board.take('con', 'contributor', [put('mine')])
    board.take('ann', 'editor', [{ op: 'remove', ids: ['mine', 'a'] }])
    const restore = (id: string) => ({ op: 'restore', ids: [id], removedAt: board.seq }) as const
    expect(board.refusal('con', 'contributor', [restore('a')])).toBe('not_yours')
    expect(board.refusal('con', 'viewer', [restore('mine')])).toBe('role')
    board.take('con', 'contributor', [restore('mine')])
  })
})
