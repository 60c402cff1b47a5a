import { describe, expect, test } from 'vitest'
import type { Change } from '../document/model/change.ts'
import { richTextFromPlain } from '../document/text/rich-text.ts'
import { schemaVersions } from '../document/apply/migrate.ts'
import { testSchemas } from '../testing/test-kinds.ts'
import { patch, put, TestRoom } from '../testing/test-room.ts'
import { type Action, ActionReader } from './history-actions.ts'
import { HistoryReplay } from './history-replay.ts'

function listActions(room: TestRoom): readonly Action[] {
  const past = new HistoryReplay(testSchemas, { seq: 0, schema: null, entries: [] })
  past.extend([{ schema: schemaVersions(testSchemas), edits: room.journal }])
  const reader = new ActionReader(past)
  // In two parts, as a page reads it in slices.
  reader.walk(Math.floor(past.head / 2))
  reader.walk(past.head)
  // The page itself is the first act.
  return reader.actions().slice(1)
}

/** Replaces the characters of the first paragraph between two positions. */
const type = (id: string, from: number, to: number, text: string): Change => ({
  op: 'text',
  id,
  steps: [{ stepType: 'replace', from, to, slice: { content: [{ type: 'text', text }] } }],
})
const summary = ({ uid, verb, ids, kind }: Action): unknown[] => [uid, verb, ids.size, kind]

function roomWithFrame(): TestRoom {
  const room = new TestRoom()
  room.take('ada', 'editor', [put('retro', 'frame')])
  room.time += 600_000
  return room
}

describe('actions of a history', () => {
  test('many deletions by one person are one action, which names their frame', () => {
    const room = roomWithFrame()
    const ids = Array.from({ length: 20 }, (_, i) => `n${i}`)
    room.take(
      'ada',
      'editor',
      ids.map((id) => put(id, 'box', { parent: 'retro' })),
    )
    room.time += 600_000
    for (const id of ids) {
      room.time += 1_000
      room.take('cleo', 'editor', [{ op: 'remove', ids: [id] }])
    }
    const actions = listActions(room)
    expect(actions.map(summary)).toEqual([
      ['ada', 'add', 1, 'frame'],
      ['ada', 'add', 20, 'box'],
      ['cleo', 'remove', 20, 'box'],
    ])
    const removed = actions.at(-1)!
    expect([removed.frame?.id, removed.page]).toEqual(['retro', 'page'])
    expect([removed.first, removed.last]).toEqual([4, 23])
    expect(removed.samples.map(({ record }) => record.id)).toEqual(ids)
  })

  test('typing into a new note is one action with its final text', () => {
    const room = new TestRoom()
    room.take('bo', 'editor', [put('a')])
    room.take('bo', 'editor', [type('a', 1, 1, 'Hel')])
    room.take('bo', 'editor', [type('a', 4, 4, 'lo')])
    room.take('bo', 'editor', [patch('a', { x: 9 })])
    const [act, ...more] = listActions(room)
    expect([summary(act!), act!.text, more]).toEqual([
      ['bo', 'add', 1, 'box'],
      { before: '', after: 'Hello' },
      [],
    ])
  })

  test('an edited text has its old and new version, each text by itself', () => {
    const room = new TestRoom()
    room.take('ada', 'editor', [put('a', 'box', { text: richTextFromPlain('100') }), put('b')])
    room.time += 600_000
    room.take('bo', 'editor', [type('a', 1, 2, '9')])
    room.take('bo', 'editor', [type('b', 1, 1, 'new')])
    expect(
      listActions(room)
        .slice(1)
        .map((act) => [act.verb, act.text]),
    ).toEqual([
      ['text', { before: '100', after: '900' }],
      ['text', { before: '', after: 'new' }],
    ])
  })

  test('people working at the same time have separate actions, and a long pause starts a new one', () => {
    const room = new TestRoom()
    room.take('ada', 'editor', [put('a'), put('b')])
    room.time += 600_000
    for (const x of [1, 2, 3]) {
      room.take('ada', 'editor', [patch('a', { x })])
      room.take('bo', 'editor', [patch('b', { x })])
    }
    room.time += 180_000
    room.take('ada', 'editor', [patch('a', { x: 4 })])
    expect(listActions(room).slice(1).map(summary)).toEqual([
      ['ada', 'move', 1, 'box'],
      ['bo', 'move', 1, 'box'],
      ['ada', 'move', 1, 'box'],
    ])
  })

  test.each([
    ['move', { x: 5, y: 6 }],
    ['resize', { x: 5, w: 40 }],
    ['restyle', { fill: 'red' }],
    ['lock', { lock: 'editor' }],
    ['reorder', { z: 'zz' }],
    ['reparent', { parent: 'retro' }],
  ] as const)('a change is called %s by the fields that it writes', (verb, fields) => {
    const room = roomWithFrame()
    room.take('ada', 'editor', [put('a')])
    room.time += 600_000
    room.take('ada', 'editor', [patch('a', fields)])
    expect(listActions(room).at(-1)?.verb).toBe(verb)
  })

  test('restored elements are told apart from new ones', () => {
    const room = new TestRoom()
    room.take('ada', 'editor', [put('a')])
    room.take('bo', 'editor', [{ op: 'remove', ids: ['a'] }])
    room.take('ada', 'editor', [{ op: 'restore', ids: ['a'], removedAt: room.seq }])
    expect(listActions(room).map(({ verb }) => verb)).toEqual(['add', 'remove', 'restore'])
  })
})

test('deciding a suggestion is an action that names its author', () => {
  const room = roomWithFrame()
  room.take('ada', 'editor', [put('a'), put('b'), put('c')])
  const suggest = (id: string, target: string): Change => ({
    op: 'put',
    record: { id, kind: 'suggestion', parent: 'page', z: 'V', action: 'change', target, fields: { x: 5 } },
  })
  const later = (): void => void (room.time += 600_000)
  later()
  room.take('bo', 'commenter', [suggest('s1', 'a'), suggest('s2', 'b'), suggest('s3', 'c')])
  later()
  room.take('bo', 'commenter', [suggest('s4', 'a')])
  later()
  room.take('ada', 'editor', [patch('a', { x: 5 }), { op: 'remove', ids: ['s4'] }])
  later()
  room.take('ada', 'editor', [{ op: 'remove', ids: ['s2'] }])
  later()
  room.take('bo', 'commenter', [{ op: 'remove', ids: ['s3'] }])
  later()
  room.take('ada', 'owner', [
    { op: 'put', record: { id: 'settings', kind: 'settings', parent: null, z: 'V', suggestions: 'off' } },
  ])
  expect(
    listActions(room)
      .slice(2)
      .map((act) => [act.uid, act.verb, act.ids.size, act.kind, act.suggester]),
  ).toEqual([
    ['bo', 'suggest', 3, 'box', 'bo'],
    ['bo', 'suggest', 1, 'box', 'bo'],
    ['ada', 'accept', 1, 'box', 'bo'],
    ['ada', 'reject', 1, 'box', 'bo'],
    ['bo', 'withdraw', 1, 'box', 'bo'],
    ['ada', 'settings', 1, 'settings', null],
  ])
})
