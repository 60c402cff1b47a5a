import { expect, test } from 'vitest'
import { patch, put, TestRoom } from '../testing/test-room.ts'
import { getNetMoves } from './model/document-change.ts'

const ids = Array.from({ length: 300 }, (_, i) => `b${i}`)

function createFullRoom(): TestRoom {
  const room = new TestRoom()
  room.take(
    'ann',
    'editor',
    ids.map((id) => put(id, 'box', { x: 0.1 })),
  )
  return room
}

test('a moved record is created only when it is read, and stays the same object', () => {
  const room = createFullRoom()
  const before = room.state.get('b3')
  room.take('ann', 'editor', [{ op: 'translate', ids, dx: 0.2, dy: 1 }])
  expect(room.state.getUnmoved('b3')).toBe(before)
  expect(room.state.get('b3')).toEqual({ ...before, x: 0.1 + 0.2, y: 1 })
  expect(room.state.get('b3')).toBe(room.state.get('b3'))
  expect(room.state.entry('b3')?.clock).toEqual({ x: room.seq, y: room.seq })
})

test('several moves add up as if each had been read', () => {
  const [read, unread] = [createFullRoom(), createFullRoom()]
  for (let i = 0; i < 5; i++) {
    for (const room of [read, unread])
      room.take('ann', 'editor', [{ op: 'translate', ids, dx: 0.1, dy: -0.7 }])
    expect(read.state.get('b0')).toBeDefined()
  }
  expect(unread.state.get('b0')).toEqual(read.state.get('b0'))
})

test('a record listed twice moves once, on the server and in the journal', () => {
  const room = createFullRoom()
  const { taken } = room.take('ann', 'editor', [{ op: 'translate', ids: [...ids, 'b3'], dx: 5, dy: 0 }])
  expect(room.get('b3', 'x')).toBe(5.1)
  expect(taken.map(({ op }) => op)).toEqual(['translate'])
})

test('a move is reverted completely if a later change of the edit is refused', () => {
  const room = createFullRoom()
  const before = room.state.get('b3')
  const move = { op: 'translate', ids: [...ids, 'b3'], dx: 5, dy: 0 } as const
  const rest = [patch('b3', { fill: 'red' }), { op: 'remove', ids: ['b3'] } as const, put('b4')]
  expect(room.refusal('ann', 'editor', [move, ...rest])).toBe('exists')
  expect(room.state.get('b3')).toEqual(before)
  expect(room.get('b4', 'x')).toBe(0.1)
})

test('locks, authors and frames are checked for every record of a move', () => {
  const room = createFullRoom()
  const move = { op: 'translate', ids, dx: 5, dy: 0 } as const
  room.take('ann', 'editor', [patch('b299', { lock: 'editor' })])
  expect(room.refusal('ann', 'editor', [move])).toBe('locked')
  room.take('ann', 'editor', [patch('b299', { lock: null })])
  expect(room.refusal('bob', 'contributor', [move])).toBe('not_yours')
  room.take('owner', 'owner', [put('f', 'frame', { role: 'viewer' }), patch('b299', { parent: 'f' })])
  expect(room.refusal('ann', 'editor', [move])).toBe('frame')
  expect(room.get('b0', 'x')).toBe(0.1)
})

test('moves that cancel each other out are not reported as changes', () => {
  const there = { ids, dx: 3, dy: 0 }
  const back = { ids: [...ids], dx: -3, dy: 0 }
  expect(getNetMoves([there, back])).toEqual([])
  expect(getNetMoves([there, back, there])).toEqual([there])
  expect(getNetMoves([there, { ...back, ids: ids.slice(1) }])).toHaveLength(2)
})

test('the cache of a long list does not hide records added and removed since', () => {
  const room = new TestRoom()
  const many = Array.from({ length: 1_200 }, (_, i) => `m${i}`)
  room.take(
    'ann',
    'editor',
    many.map((id) => put(id)),
  )
  const seen = (): number => {
    let count = 0
    room.state.each(many, (record) => (count += record ? 1 : 0))
    return count
  }
  expect(seen()).toBe(1_200)
  room.take('ann', 'editor', [{ op: 'remove', ids: ['m7'] }])
  expect(seen()).toBe(1_199)
  room.take('ann', 'editor', [put('m7', 'box', { x: 100 })])
  room.take('ann', 'editor', [{ op: 'translate', ids: many, dx: 1, dy: 0 }])
  expect([seen(), room.get('m6', 'x'), room.get('m7', 'x')]).toEqual([1_200, 1, 101])
})
