import { describe, expect, test } from 'vitest'
import { acceptChanges, listSuggestions } from '../../history/suggestion-changes.ts'
import { seededRandom } from '../../testing/random.ts'
import { patch, put, snapshot, TestRoom } from '../../testing/test-room.ts'
import type { Ability, Change, NewRecord } from '../model/change.ts'
import { decodeChunk, encodeChunk } from '../codec/chunks.ts'
import { decodeEdit, encodeEdit } from '../codec/codec.ts'
import { isSuggestion, type SuggestionRecord } from '../kinds/suggestion.ts'
import { MAX_SUGGESTION_BYTES, MAX_SUGGESTIONS_EACH } from '../model/limits.ts'
import { isRefusal } from '../apply/reducer.ts'
import { getPlainText, type RichText, richTextFromPlain } from '../text/rich-text.ts'

function suggest(id: string, target: string, more: Readonly<Record<string, unknown>> = {}): Change {
  const fields = { x: 50 }
  return {
    op: 'put',
    record: { id, kind: 'suggestion', parent: 'page', z: 'V', action: 'change', target, fields, ...more },
  }
}

function addition(id: string, target: string, more: Readonly<Record<string, unknown>> = {}): Change {
  const fields = { x: 5, y: 6, w: 7, h: 8, r: 0, z: 'V', parent: 'f', ...more }
  return suggest(id, target, { action: 'add', shape: 'box', fields })
}

const setting = (suggestions: 'on' | 'off'): Change => ({
  op: 'put',
  record: { id: 'settings', kind: 'settings', parent: null, z: 'V', suggestions },
})

/** A note of Ann's, one that is locked for admins, and a frame in which nobody below admin does anything. */
function createRoomWithPeople(): TestRoom {
  const room = new TestRoom()
  room.take('ann', 'editor', [put('note', 'box', { text: richTextFromPlain('one') }), put('f', 'frame')])
  room.take('con', 'contributor', [put('own')])
  room.take('eve', 'admin', [put('fixed', 'box', { lock: 'admin' }), put('in', 'box', { parent: 'f' })])
  room.take('eve', 'admin', [patch('f', { role: 'viewer' })])
  return room
}

function accept(room: TestRoom, uid: string, role: Ability, id: string) {
  const record = room.state.get(id)
  if (!isSuggestion(record)) throw new Error('no suggestion')
  return room.edit(uid, role, acceptChanges(room.state, room.reducer.kinds, record) ?? [])
}

describe('creating a suggestion', () => {
  for (const [role, says] of [
    ['viewer', 'role'],
    ['commenter', undefined],
    ['contributor', undefined],
    ['editor', undefined],
  ] as const)
    test(`${role}: ${says ?? 'accepted'}`, () => {
      const room = createRoomWithPeople()
      const outcome = room.edit('bo', role, [suggest('s', 'fixed')])
      expect(isRefusal(outcome) ? outcome.refused : undefined).toBe(says)
      expect(room.has('s')).toBe(says === undefined)
    })

  test('the server sets its author and its page', () => {
    const room = createRoomWithPeople()
    room.take('bo', 'commenter', [suggest('s', 'in', { by: 'ann', parent: 'f' })].map(removeBy))
    expect(room.state.get('s')).toMatchObject({ by: 'bo', parent: 'page', target: 'in' })
    expect(room.refusal('bo', 'commenter', [suggest('t', 'in', { by: 'ann' })])).toBe('invalid')
  })

  test('a commenter cannot send other changes with it', () => {
    const room = createRoomWithPeople()
    expect(room.refusal('bo', 'commenter', [suggest('s', 'note'), patch('note', { x: 1 })])).toBe('role')
    expect(room.refusal('bo', 'commenter', [{ op: 'remove', ids: ['note'] }])).toBe('role')
  })

  const refused: readonly (readonly [string, Change, string])[] = [
    ['of a field that the shape does not have', suggest('s', 'note', { fields: { nope: 1 } }), 'invalid'],
    ['of a value out of range', suggest('s', 'note', { fields: { w: -1 } }), 'invalid'],
    ['of another author', suggest('s', 'note', { fields: { by: 'bo' } }), 'invalid'],
    ['of a lock', suggest('s', 'note', { fields: { lock: null } }), 'invalid'],
    ['of nothing', suggest('s', 'note', { fields: {} }), 'invalid'],
    ['of a removal with values', suggest('s', 'note', { action: 'remove' }), 'invalid'],
    ['for a page', suggest('s', 'page', { fields: { name: 'x' } }), 'invalid'],
    ['for what is not there', suggest('s', 'gone'), 'missing'],
    ['with a text that is none', suggest('s', 'note', { fields: { text: { type: 'x' } } }), 'invalid'],
    ['of an element of no kind', addition('s', 'new', { fill: 3 }), 'invalid'],
    ['of an element nowhere', addition('s', 'new', { parent: 'gone' }), 'parent'],
    ['of an element with a taken id', addition('s', 'note'), 'exists'],
    [
      'with more than fits',
      suggest('s', 'note', { fields: { fill: 'x'.repeat(MAX_SUGGESTION_BYTES) } }),
      'too_large',
    ],
  ]
  for (const [what, change, why] of refused)
    test(`refused: ${what}`, () =>
      expect(createRoomWithPeople().refusal('bo', 'commenter', [change])).toBe(why))

  test('a newer one for the same element replaces the older', () => {
    const room = createRoomWithPeople()
    room.take('bo', 'commenter', [suggest('s', 'note')])
    room.take('bo', 'commenter', [suggest('t', 'note')])
    room.take('con', 'commenter', [suggest('u', 'note')])
    expect([...room.state.suggestionIds()]).toEqual(['t', 'u'])
  })

  test('one person can have a limited number', () => {
    const room = createRoomWithPeople()
    for (let i = 0; i < MAX_SUGGESTIONS_EACH; i++) room.take('bo', 'commenter', [addition(`s${i}`, `n${i}`)])
    expect(room.refusal('bo', 'commenter', [suggest('more', 'note')])).toBe('limit')
    room.take('ann', 'commenter', [suggest('hers', 'note')])
  })
})

describe('the setting', () => {
  test('can be changed by admins only', () => {
    const room = createRoomWithPeople()
    expect(room.refusal('ann', 'editor', [setting('off')])).toBe('role')
    room.take('eve', 'admin', [setting('off')])
    expect(room.refusal('ann', 'editor', [patch('settings', { suggestions: 'on' })])).toBe('role')
    expect(room.refusal('ann', 'editor', [{ op: 'remove', ids: ['settings'] }])).toBe('role')
  })

  test('has one record, whose id nothing else can take', () => {
    const room = createRoomWithPeople()
    expect(room.refusal('eve', 'admin', [put('settings')])).toBe('invalid')
    const other: Change = { op: 'put', record: { id: 's', kind: 'settings', parent: null, z: 'V' } }
    expect(room.refusal('eve', 'admin', [other])).toBe('invalid')
  })

  test('off: none are accepted, and open ones can still be decided', () => {
    const room = createRoomWithPeople()
    room.take('bo', 'commenter', [suggest('s', 'note'), suggest('t', 'own')])
    room.take('eve', 'admin', [setting('off')])
    expect(room.refusal('bo', 'commenter', [suggest('u', 'fixed')])).toBe('suggestions_off')
    expect(room.refusal('ann', 'editor', [suggest('u', 'fixed')])).toBe('suggestions_off')
    accept(room, 'ann', 'editor', 's')
    expect(room.get('note', 'x')).toBe(50)
    room.take('bo', 'commenter', [{ op: 'remove', ids: ['t'] }])
    room.take('eve', 'admin', [patch('settings', { suggestions: 'on' })])
    room.take('bo', 'commenter', [suggest('u', 'fixed')])
  })
})

describe('deciding', () => {
  test('nobody can change a suggestion, not even its author', () => {
    const room = createRoomWithPeople()
    room.take('bo', 'editor', [suggest('s', 'note')])
    for (const role of ['editor', 'owner'] as const) {
      expect(room.refusal('bo', role, [patch('s', { fields: { x: 1 } })])).toBe('invalid')
      expect(room.refusal('ann', role, [patch('s', { target: 'own' })])).toBe('invalid')
    }
  })

  test('the author can withdraw it; people who could make the change can reject it', () => {
    const room = createRoomWithPeople()
    room.take('bo', 'commenter', [suggest('s', 'own'), suggest('t', 'note'), suggest('u', 'fixed')])
    expect(room.refusal('di', 'contributor', [{ op: 'remove', ids: ['s'] }])).toBe('not_yours')
    expect(room.refusal('ann', 'editor', [{ op: 'remove', ids: ['u'] }])).toBe('role')
    room.take('con', 'contributor', [{ op: 'remove', ids: ['s'] }])
    room.take('bo', 'commenter', [{ op: 'remove', ids: ['t'] }])
    room.take('eve', 'admin', [{ op: 'remove', ids: ['u'] }])
    expect(room.state.suggestionIds().size).toBe(0)
  })

  test('accepting removes locks that the user can remove, and sets them again', () => {
    const room = createRoomWithPeople()
    room.take('bo', 'contributor', [suggest('s', 'fixed')])
    expect(accept(room, 'ann', 'editor', 's')).toMatchObject({ refused: 'role' })
    accept(room, 'eve', 'admin', 's')
    expect(room.state.get('fixed')).toMatchObject({ x: 50, lock: 'admin', by: 'eve' })
    expect(room.has('s')).toBe(false)
  })

  test('accepting and its undo are one step each', () => {
    const room = createRoomWithPeople()
    const before = JSON.stringify(room.state.get('note'))
    room.take('bo', 'contributor', [
      suggest('s', 'note', { fields: { x: 50, text: richTextFromPlain('two') } }),
    ])
    const done = accept(room, 'ann', 'editor', 's')
    if (isRefusal(done)) throw new Error(done.message)
    expect(getPlainText(room.get('note', 'text') as RichText)).toBe('two')
    room.take('ann', 'editor', done.inverse)
    expect(JSON.stringify(room.state.get('note'))).toBe(before)
    expect(room.state.get('s')).toMatchObject({ by: 'bo', target: 'note' })
  })

  test('a contributor can accept for an own element, and undo that', () => {
    const room = createRoomWithPeople()
    room.take('bo', 'commenter', [suggest('s', 'own')])
    const done = accept(room, 'con', 'contributor', 's')
    if (isRefusal(done)) throw new Error(done.message)
    room.take('con', 'contributor', done.inverse)
    expect(room.has('s')).toBe(true)
    expect(room.get('own', 'x')).toBe(0)
  })

  test('accepted removals and new elements are undone and redone', () => {
    const room = createRoomWithPeople()
    room.take('bo', 'commenter', [
      suggest('s', 'note', { action: 'remove', fields: {} }),
      addition('t', 'new'),
    ])
    const removal = accept(room, 'ann', 'editor', 's')
    expect(accept(room, 'ann', 'editor', 't')).toMatchObject({ refused: 'frame' })
    const added = accept(room, 'eve', 'admin', 't')
    if (isRefusal(removal) || isRefusal(added)) throw new Error('refused')
    expect(room.has('note')).toBe(false)
    expect(room.state.get('new')).toMatchObject({ by: 'eve', parent: 'f', x: 5 })
    room.take('ann', 'editor', removal.inverse)
    room.take('eve', 'admin', added.inverse)
    expect([room.has('note'), room.has('new'), room.state.suggestionIds().size]).toEqual([true, false, 2])
  })

  test('a suggestion for a deleted element stays, and editors can remove it', () => {
    const room = createRoomWithPeople()
    room.take('bo', 'commenter', [suggest('s', 'own')])
    room.take('con', 'contributor', [{ op: 'remove', ids: ['own'] }])
    expect(
      acceptChanges(room.state, room.reducer.kinds, room.state.get('s') as SuggestionRecord),
    ).toBeUndefined()
    expect(room.refusal('con', 'contributor', [{ op: 'remove', ids: ['s'] }])).toBe('not_yours')
    room.take('ann', 'editor', [{ op: 'remove', ids: ['s'] }])
  })

  test('removing a page removes its suggestions, and undo restores them', () => {
    const room = createRoomWithPeople()
    room.take('ann', 'editor', [
      put('p', 'page', { parent: null, name: 'two' }),
      put('x', 'box', { parent: 'p' }),
    ])
    room.take('bo', 'commenter', [suggest('s', 'x')])
    const removed = room.take('ann', 'editor', [{ op: 'remove', ids: ['p'] }])
    expect(room.has('s')).toBe(false)
    room.take('ann', 'editor', removed.inverse)
    expect(room.state.get('s')).toMatchObject({ by: 'bo', parent: 'p' })
  })

  test('rejected suggestions cannot be restored by others', () => {
    const room = createRoomWithPeople()
    room.take('bo', 'commenter', [suggest('s', 'note')])
    room.take('ann', 'editor', [{ op: 'remove', ids: ['s'] }])
    const restore: Change = { op: 'restore', ids: ['s'], removedAt: room.seq }
    expect(room.refusal('di', 'commenter', [restore])).toBe('not_yours')
    room.take('bo', 'commenter', [restore])
  })

  test('suggestions inside a container do not prevent its deletion', () => {
    const room = createRoomWithPeople()
    room.take('con', 'contributor', [put('g', 'frame')])
    room.take('con', 'contributor', [put('mine', 'box', { parent: 'g' })])
    room.take('bo', 'commenter', [suggest('s', 'mine'), addition('t', 'new', { parent: 'g' })])
    room.take('con', 'contributor', [{ op: 'remove', ids: ['g', 'mine'] }])
    expect(room.has('s')).toBe(true)
  })
})

test('suggestions are stored and sent like any record', () => {
  const room = createRoomWithPeople()
  room.take('bo', 'commenter', [suggest('s', 'note'), setting('on')].slice(0, 1))
  const change = suggest('s', 'note', { fields: { text: richTextFromPlain('two'), x: 1.25 } })
  const edit = { id: 'tab:1', base: 3, mark: 'm', changes: [change] }
  expect(decodeEdit(encodeEdit(edit, 0)).edit).toEqual(edit)
  const entries = [room.state.entry('s')!]
  expect(decodeChunk(encodeChunk({ entries, seq: 9, missing: [] })).entries).toEqual(entries)
})

test('a refused edit becomes one suggestion per element', () => {
  const room = createRoomWithPeople()
  let made = 0
  const source = { view: room.state, kinds: room.reducer.kinds, uid: 'bo', newId: () => `s${made++}` }
  const records = listSuggestions(
    [
      patch('note', { x: 9, y: 0 }),
      patch('note', { fill: 'red' }),
      { op: 'remove', ids: ['own'] },
      { op: 'put', record: { id: 'new', kind: 'box', parent: 'f', z: 'V', x: 1, y: 1, w: 1, h: 1, r: 0 } },
    ],
    source,
  )
  expect(records.map(({ action, target, fields }) => [action, target, fields])).toEqual([
    ['change', 'note', { x: 9, fill: 'red' }],
    ['remove', 'own', {}],
    ['add', 'new', { parent: 'f', z: 'V', x: 1, y: 1, w: 1, h: 1, r: 0 }],
  ])
  room.take(
    'bo',
    'commenter',
    records.map((record): Change => ({ op: 'put', record })),
  )
  expect(listSuggestions([patch('note', { y: 3 })], source)[0]?.['fields']).toEqual({
    x: 9,
    fill: 'red',
    y: 3,
  })
  expect(listSuggestions([put('ink', 'ink')], source)).toEqual([])
  expect(listSuggestions([patch('note', { lock: null })], source)).toEqual([])
})

const abilities: readonly Ability[] = ['viewer', 'commenter', 'contributor', 'editor', 'admin']

/** A board of frames with roles, groups, locks and several authors. */
function randomBoard(random: () => number): TestRoom {
  const room = new TestRoom()
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const positions = ['page']
  for (let i = 0; i < 14; i++) {
    const kind = pick(['box', 'box', 'frame', 'group'])
    const id = `e${i}`
    room.edit(pick(['u0', 'u1', 'u2']), 'editor', [
      put(id, kind, { parent: pick(positions) }),
      ...(kind === 'group' ? [put(`i${id}`, 'box', { parent: id })] : []),
    ])
    if (room.has(id) && kind !== 'box') positions.push(id)
  }
  for (let i = 0; i < 14; i++) {
    const isFrame = room.state.get(`e${i}`)?.kind === 'frame'
    if (isFrame && random() < 0.6)
      room.edit('eve', 'admin', [patch(`e${i}`, { role: pick(['viewer', 'contributor']) })])
    if (random() < 0.25) room.edit('eve', 'admin', [patch(`e${i}`, { lock: pick(['editor', 'admin']) })])
  }
  return room
}

function boardWithoutSuggestions(room: TestRoom): string {
  const all = snapshot(room.state) as readonly unknown[]
  return JSON.stringify(all.filter((line) => !JSON.stringify(line).includes('"suggestion"')))
}

test('on random boards a suggestion changes only itself, and accepting it only what the user could change', () => {
  const counts = { put: 0, accepted: 0, refused: 0 }
  for (let seed = 1; seed <= 150; seed++) {
    const random = seededRandom(seed)
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
    const room = randomBoard(random)
    for (let i = 0; i < 6; i++) {
      const target = `e${Math.floor(random() * 14)}`
      const change = pick([
        suggest(`s${i}`, target),
        suggest(`s${i}`, target, { fields: { parent: pick(['page', 'e1', 'e2', 'e3']) } }),
        suggest(`s${i}`, target, { action: 'remove', fields: {} }),
        addition(`s${i}`, `new${i}`, { parent: pick(['page', 'e1', 'e2', 'e3']) }),
      ])
      const before = boardWithoutSuggestions(room)
      if (!isRefusal(room.edit(pick(['u0', 'u1', 'u2']), pick(abilities), [change]))) counts.put += 1
      expect(boardWithoutSuggestions(room)).toBe(before)
    }
    for (const id of [...room.state.suggestionIds()]) {
      const suggestion = room.state.get(id) as SuggestionRecord
      const changes = acceptChanges(room.state, room.reducer.kinds, suggestion)
      if (!changes) continue
      const [uid, role] = [pick(['u0', 'u1', 'u2']), pick(abilities)]
      const own = room.reducer.canChange(room.state, id, { uid, role })
      // What is refused without the suggestion is refused with it.
      const bare = changes.filter((one) => one.op !== 'remove' || !one.ids.includes(id))
      const seq = room.seq + 1
      const alone = room.reducer.apply(
        room.state,
        { id: 'probe:1', base: room.seq, mark: 'p', changes: bare },
        { uid, role },
        {
          seq,
          ref: seq,
          writer: () => undefined,
          removed: () => undefined,
          now: room.time,
        },
      )
      if (!isRefusal(alone)) room.state.revert(alone.revert)
      const outcome = room.edit(uid, role, changes)
      if (isRefusal(alone)) expect(isRefusal(outcome)).toBe(true)
      if (own) expect(isRefusal(outcome)).toBe(true)
      if (isRefusal(outcome)) counts.refused += 1
      else counts.accepted += 1
    }
  }
  expect(Math.min(counts.put, counts.accepted, counts.refused)).toBeGreaterThan(50)
})

function removeBy(change: Change): Change {
  if (change.op !== 'put') return change
  const { by: _, ...record } = change.record
  return { op: 'put', record: record as NewRecord }
}
