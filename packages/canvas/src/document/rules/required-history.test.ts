import { expect, test } from 'vitest'
import { patch, put, TestRoom } from '../../testing/test-room.ts'
import type { Change } from '../model/change.ts'
import { getRequiredHistory } from './required-history.ts'
import { replay, getTextEntries } from '../apply/replay.ts'
import { BoardState } from '../state/state.ts'

const forgetful = { hasRemoved: () => false, hasWriter: () => false, hasTexts: () => false }
const perfect = { hasRemoved: () => true, hasWriter: () => true, hasTexts: () => false }

function edit(base: number, ...changes: readonly Change[]) {
  return { id: 't:1', base, mark: 'm', changes }
}

test('an edit on the current state needs no history', () => {
  const room = new TestRoom()
  room.take('ann', 'editor', [put('a')])
  expect(getRequiredHistory(edit(2, patch('a', { x: 1 }), put('b')), room.state, forgetful)).toBeUndefined()
})

test('history that the room no longer has is requested', () => {
  const room = new TestRoom()
  room.take('ann', 'editor', [put('a'), put('b')])
  room.take('ann', 'editor', [patch('a', { x: 1 }), { op: 'remove', ids: ['b'] }])
  room.state.texts.startAt(3)
  const late = edit(
    2,
    patch('a', { x: 5 }),
    { op: 'restore', ids: ['b'], removedAt: 3 },
    { op: 'text', id: 'a', steps: [] },
    { op: 'text', id: 'a', steps: [], at: 1 },
  )
  expect(getRequiredHistory(late, room.state, forgetful)).toEqual({
    removed: [{ removedAt: 3, ids: ['b'] }],
    texts: [{ id: 'a', since: 1 }],
    writers: [3],
  })
  expect(getRequiredHistory(late, room.state, perfect)).toMatchObject({ removed: [], writers: [] })
})

test('text history read from the journal equals the room’s', () => {
  const room = new TestRoom()
  room.take('ann', 'editor', [put('a')])
  const type = (words: string) => {
    const slice = { content: [{ type: 'text', text: words }] }
    return [{ op: 'text', id: 'a', steps: [{ stepType: 'replace', from: 1, to: 1, slice }] }] as const
  }
  room.take('ann', 'editor', type('one'), { base: 2, id: 'tab:1' })
  room.take('bob', 'editor', type('two'), { base: 2 })
  room.take('ann', 'editor', type('three'), { base: 2, id: 'tab:2' })
  const plain = (entries: ReturnType<typeof getTextEntries>): unknown =>
    JSON.parse(JSON.stringify(entries.map(({ inverted: _, ...entry }) => entry)))
  const remembered = room.state.texts.entries('a')
  expect(plain(getTextEntries(room.journal, 'a'))).toEqual(plain([...remembered]))
  const replayed = new BoardState()
  for (const taken of room.journal) replay(replayed, room.reducer.kinds, taken)
  expect(plain([...replayed.texts.entries('a')])).toEqual(plain([...remembered]))
})
