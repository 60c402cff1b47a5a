import { describe, expect, test } from 'vitest'
import { patch, put, TestRoom } from '../../testing/test-room.ts'
import type { Ability, Change } from '../model/change.ts'

function createRoomWithPeople(): TestRoom {
  const room = new TestRoom()
  room.take('con', 'contributor', [put('own'), put('ownArrow', 'arrow')])
  room.take('ann', 'editor', [
    put('other'),
    put('f', 'frame'),
    put('in', 'box', { parent: 'f' }),
    put('g', 'group'),
  ])
  room.take('ann', 'editor', [put('g2', 'group'), put('inGroup', 'box', { parent: 'g2' })])
  return room
}

const typed: Change = { op: 'text', id: 'other', steps: [] }

/** What each role may do, from decisions §3. */
const actions: readonly {
  readonly act: string
  readonly change: Change
  readonly least: Ability
  readonly why: string
}[] = [
  { act: 'add an element', change: put('new'), least: 'contributor', why: 'role' },
  { act: 'add a frame', change: put('new', 'frame'), least: 'contributor', why: 'role' },
  {
    act: 'add to somebody’s frame',
    change: put('new', 'box', { parent: 'f' }),
    least: 'contributor',
    why: 'role',
  },
  { act: 'change an own element', change: patch('own', { x: 1 }), least: 'contributor', why: 'role' },
  { act: 'delete an own element', change: { op: 'remove', ids: ['own'] }, least: 'contributor', why: 'role' },
  { act: 'change somebody’s element', change: patch('other', { x: 1 }), least: 'editor', why: 'not_yours' },
  { act: 'type into somebody’s element', change: typed, least: 'editor', why: 'not_yours' },
  {
    act: 'delete somebody’s element',
    change: { op: 'remove', ids: ['other'] },
    least: 'editor',
    why: 'not_yours',
  },
  {
    act: 'add to somebody’s group',
    change: put('new', 'box', { parent: 'g2' }),
    least: 'editor',
    why: 'not_yours',
  },
  {
    act: 'put own elements into somebody’s group',
    change: patch('own', { parent: 'g2' }),
    least: 'editor',
    why: 'not_yours',
  },
  { act: 'add a page', change: put('p', 'page', { parent: null }), least: 'editor', why: 'role' },
  { act: 'rename a page', change: patch('page', { name: 'x' }), least: 'editor', why: 'role' },
  { act: 'lock', change: patch('own', { lock: 'editor' }), least: 'editor', why: 'role' },
  { act: 'lock for admins', change: patch('own', { lock: 'admin' }), least: 'admin', why: 'role' },
  { act: 'set a frame’s role', change: patch('f', { role: 'viewer' }), least: 'admin', why: 'not_yours' },
]
const roles: readonly Ability[] = ['viewer', 'commenter', 'contributor', 'editor', 'admin', 'owner']

for (const { act, change, least, why } of actions) {
  for (const role of roles) {
    const isAllowed = roles.indexOf(role) >= roles.indexOf(least)
    test(`${role} ${isAllowed ? 'may' : 'may not'} ${act}`, () => {
      const room = createRoomWithPeople()
      if (isAllowed) return expect(() => room.take('con', role, [change])).not.toThrow()
      const refused = room.refusal('con', role, [change])
      expect(refused).toBe(role === 'contributor' ? why : 'role')
    })
  }
}

describe('frames with a role', () => {
  function framed(role: 'viewer' | 'contributor'): TestRoom {
    const room = createRoomWithPeople()
    room.take('con', 'contributor', [put('mine', 'box', { parent: 'f' })])
    room.take('boss', 'admin', [patch('f', { role })])
    return room
  }

  test('a view-only frame is closed to editors, itself and its contents, and open to admins', () => {
    const room = framed('viewer')
    expect(room.refusal('ann', 'editor', [patch('in', { x: 1 })])).toBe('frame')
    expect(room.refusal('ann', 'editor', [put('new', 'box', { parent: 'f' })])).toBe('frame')
    expect(room.refusal('ann', 'editor', [patch('other', { parent: 'f' })])).toBe('frame')
    expect(room.refusal('ann', 'editor', [patch('in', { parent: 'page' })])).toBe('frame')
    expect(room.refusal('ann', 'editor', [patch('f', { x: 1 })])).toBe('frame')
    room.take('boss', 'admin', [patch('in', { x: 1 })])
  })

  test('a frame for contributors makes editors contributors', () => {
    const room = framed('contributor')
    expect(room.refusal('ann', 'editor', [patch('mine', { x: 1 })])).toBe('not_yours')
    room.take('ann', 'editor', [patch('in', { x: 1 })])
    room.take('con', 'contributor', [patch('mine', { x: 1 })])
  })

  test('the author of such a frame cannot remove it or move it away', () => {
    const room = framed('contributor')
    expect(room.refusal('ann', 'editor', [{ op: 'remove', ids: ['f'] }])).toBe('frame')
    room.take('ann', 'editor', [put('f2', 'frame')])
    expect(room.refusal('ann', 'editor', [patch('f', { parent: 'f2' })])).toBe('frame')
    room.take('ann', 'editor', [put('p', 'page', { parent: null })])
    expect(room.refusal('ann', 'editor', [{ op: 'remove', ids: ['page'] }])).toBe('contents')
  })

  test('it also removes the right to lock', () => {
    const room = framed('contributor')
    expect(room.refusal('ann', 'editor', [patch('in', { lock: 'editor' })])).toBe('frame')
    expect(room.refusal('ann', 'editor', [put('new', 'box', { parent: 'f', lock: 'editor' })])).toBe('frame')
    room.take('boss', 'admin', [patch('in', { lock: 'admin' })])
  })

  test('restoring into an own group checks the enclosing frame, too', () => {
    const room = framed('contributor')
    room.take('ann', 'editor', [
      put('mineToo', 'group', { parent: 'f' }),
      put('x', 'box', { parent: 'mineToo' }),
    ])
    room.take('boss', 'admin', [put('theirs', 'box', { parent: 'mineToo' })])
    const removedAt = room.seq + 1
    room.take('boss', 'admin', [{ op: 'remove', ids: ['mineToo', 'x', 'theirs'] }])
    const back = (ids: string[]): Change => ({ op: 'restore', ids, removedAt })
    expect(room.refusal('ann', 'editor', [back(['mineToo', 'x', 'theirs'])])).toBe('not_yours')
    room.take('ann', 'editor', [back(['mineToo', 'x'])])
  })

  test('frames never raise a role', () => {
    const room = framed('contributor')
    expect(room.refusal('con', 'viewer', [patch('mine', { x: 1 })])).toBe('role')
  })

  test('the strictest of nested frames counts', () => {
    const room = framed('viewer')
    room.take('boss', 'admin', [put('inner', 'frame', { parent: 'f', role: 'contributor' })])
    expect(room.refusal('ann', 'editor', [put('x', 'box', { parent: 'inner' })])).toBe('frame')
  })

  test('only admins create frames with a role', () => {
    expect(createRoomWithPeople().refusal('ann', 'editor', [put('x', 'frame', { role: 'viewer' })])).toBe(
      'role',
    )
  })
})

describe('locks', () => {
  test('a locked element cannot be changed, moved, edited or deleted by anyone until it is unlocked', () => {
    const room = createRoomWithPeople()
    room.take('ann', 'editor', [patch('other', { lock: 'editor' })])
    const tries: Change[] = [
      patch('other', { x: 1 }),
      patch('other', { lock: null, x: 1 }),
      { op: 'remove', ids: ['other'] },
      typed,
    ]
    for (const change of tries) expect(room.refusal('boss', 'owner', [change])).toBe('locked')
    room.take('bob', 'editor', [patch('other', { lock: null })])
    room.take('bob', 'editor', [patch('other', { x: 1 })])
  })

  test('an admin lock can be removed by admins only', () => {
    const room = createRoomWithPeople()
    room.take('boss', 'admin', [patch('other', { lock: 'admin' })])
    expect(room.refusal('ann', 'editor', [patch('other', { lock: null })])).toBe('role')
    expect(room.refusal('ann', 'editor', [patch('other', { lock: 'editor' })])).toBe('role')
    room.take('boss', 'admin', [patch('other', { lock: null })])
  })

  test('a locked group locks its contents; a locked frame stays in place while people work in it', () => {
    const room = createRoomWithPeople()
    room.take('ann', 'editor', [patch('g2', { lock: 'editor' }), patch('f', { lock: 'editor' })])
    expect(room.refusal('ann', 'editor', [patch('inGroup', { x: 1 })])).toBe('locked')
    expect(room.refusal('ann', 'editor', [put('x', 'box', { parent: 'g2' })])).toBe('locked')
    expect(room.refusal('ann', 'editor', [patch('f', { x: 1 })])).toBe('locked')
    room.take('ann', 'editor', [patch('in', { x: 1 }), put('x', 'box', { parent: 'f' })])
  })
})

test('a binding is restored with its elements, but not alone to someone else’s connector', () => {
  const room = createRoomWithPeople()
  room.take('ann', 'editor', [put('arrow', 'arrow')])
  room.take('ann', 'editor', [
    put('b', 'binding', { parent: 'arrow', end: 'start', target: 'own', u: 0.5, v: 0.5 }),
  ])
  const loosenedAt = room.seq + 1
  room.take('ann', 'editor', [{ op: 'remove', ids: ['b'] }])
  room.take('con', 'contributor', [{ op: 'restore', ids: ['b'], removedAt: loosenedAt }])
  expect(room.has('b')).toBe(false)
  room.take('ann', 'editor', [{ op: 'restore', ids: ['b'], removedAt: loosenedAt }])
  const removedAt = room.seq + 1
  room.take('con', 'contributor', [{ op: 'remove', ids: ['own'] }])
  expect(room.has('b')).toBe(false)
  room.take('con', 'contributor', [{ op: 'restore', ids: ['own', 'b'], removedAt: removedAt }])
  expect(room.has('b')).toBe(true)
})

test('previews and tools get the same answer as the edit would', () => {
  const room = createRoomWithPeople()
  const { reducer, state } = room
  expect(reducer.canChange(state, 'other', { uid: 'con', role: 'contributor' })?.refused).toBe('not_yours')
  expect(reducer.canChange(state, 'own', { uid: 'con', role: 'contributor' })).toBeUndefined()
  expect(reducer.canChange(state, 'nothing', { uid: 'con', role: 'owner' })?.refused).toBe('missing')
  expect(reducer.canAdd(state, 'g2', { uid: 'con', role: 'contributor' })?.refused).toBe('not_yours')
  expect(reducer.canAdd(state, 'f', { uid: 'con', role: 'contributor' })).toBeUndefined()
})
