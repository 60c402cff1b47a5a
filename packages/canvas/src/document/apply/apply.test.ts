import { expect, test } from 'vitest'
import { patch, put, snapshot, TestRoom } from '../../testing/test-room.ts'
import { encodePiece } from '../model/stroke-points.ts'

const piece = encodePiece([{ x: 1, y: 2, pressure: 0.5 }])

test('a new record gets its author, edit number and default fields', () => {
  const room = new TestRoom()
  room.take('ann', 'editor', [put('a', 'box', { x: 5 })])
  expect(room.state.get('a')).toMatchObject({
    by: 'ann',
    made: 2,
    x: 5,
    fill: 'white',
    text: null,
    parent: 'page',
  })
})

test('an edit is applied completely or not at all', () => {
  const room = new TestRoom()
  expect(room.refusal('ann', 'editor', [put('a'), patch('a', { x: 1 }), put('a')])).toBe('exists')
  expect(room.has('a')).toBe(false)
  expect(room.state.childIds('page')).toEqual([])
})

test('fields that the schema does not allow are refused', () => {
  const room = new TestRoom()
  room.take('ann', 'editor', [put('a')])
  const bad = [
    put('b', 'nothing'),
    put('b', 'box', { x: NaN }),
    put('b', 'box', { x: 1e9 }),
    put('b', 'box', { w: -1 }),
    put('b', 'box', { fill: 7 }),
    put('b', 'box', { unknown: 1 }),
    put('b', 'box', { by: 'bob' }),
    put('b', 'box', { toString: 1 }),
    put('b', 'box', { z: 'A0' }),
    put('b', 'box', { text: { type: 'doc', content: [] } }),
    put('no spaces'),
    put('b', 'frame', { r: 5 }),
    patch('a', { x: Infinity }),
    patch('a', { by: 'bob' }),
    patch('a', { kind: 'ink' }),
    patch('a', { text: null }),
    patch('a', { fill: null }),
    patch('a', { hasOwnProperty: 1 }),
  ]
  for (const change of bad) expect(room.refusal('ann', 'editor', [change])).toBe('invalid')
})

test('null clears an optional field and nothing else', () => {
  const room = new TestRoom()
  room.take('ann', 'editor', [put('a', 'box', { tag: 'x' })])
  const { inverse } = room.take('ann', 'editor', [patch('a', { tag: null })])
  expect('tag' in (room.state.get('a') ?? {})).toBe(false)
  room.take('ann', 'editor', inverse)
  expect(room.get('a', 'tag')).toBe('x')
})

test('children are sorted by order key, then id', () => {
  const room = new TestRoom()
  room.take('ann', 'editor', [
    put('c', 'box', { z: 'B' }),
    put('b', 'box', { z: 'A' }),
    put('a', 'box', { z: 'B' }),
  ])
  expect(room.state.childIds('page')).toEqual(['b', 'a', 'c'])
  room.take('ann', 'editor', [patch('b', { z: 'C' })])
  expect(room.state.childIds('page')).toEqual(['a', 'c', 'b'])
})

test('a record cannot be put into itself, into a non-container or a missing one', () => {
  const room = new TestRoom()
  room.take('ann', 'editor', [
    put('f', 'frame'),
    put('g', 'group', { parent: 'f' }),
    put('a', 'box', { parent: 'g' }),
  ])
  expect(room.refusal('ann', 'editor', [patch('f', { parent: 'g' })])).toBe('parent')
  expect(room.refusal('ann', 'editor', [patch('f', { parent: 'f' })])).toBe('parent')
  expect(room.refusal('ann', 'editor', [put('b', 'box', { parent: 'a' })])).toBe('parent')
  expect(room.refusal('ann', 'editor', [put('b', 'box', { parent: 'nowhere' })])).toBe('parent')
  expect(room.refusal('ann', 'editor', [put('b', 'box', { parent: null })])).toBe('parent')
  expect(room.refusal('ann', 'editor', [put('p2', 'page', { parent: 'page' })])).toBe('parent')
})

test('nesting depth is limited, also when moving a nested container', () => {
  const room = new TestRoom()
  const nest = (prefix: string, count: number): void => {
    for (let i = 0; i < count; i++) {
      room.take('ann', 'editor', [
        put(`${prefix}${i}`, 'frame', { parent: i === 0 ? 'page' : `${prefix}${i - 1}` }),
      ])
    }
  }
  nest('a', 31)
  expect(room.refusal('ann', 'editor', [put('x', 'frame', { parent: 'a30' })])).toBe('limit')
  nest('b', 3)
  expect(room.refusal('ann', 'editor', [patch('b0', { parent: 'a28' })])).toBe('limit')
  room.take('ann', 'editor', [patch('b0', { parent: 'a27' })])
})

test('a record put into a removed container goes to where its contents went', () => {
  const room = new TestRoom()
  room.take('ann', 'editor', [put('f', 'frame'), put('a', 'box', { parent: 'f' })])
  room.take('bob', 'editor', [{ op: 'remove', ids: ['f'] }])
  expect(room.get('a', 'parent')).toBe('page')
  room.take('ann', 'editor', [put('b', 'box', { parent: 'f' })], { base: 2 })
  expect(room.get('b', 'parent')).toBe('page')
  room.take('ann', 'editor', [put('empty', 'frame')])
  room.take('bob', 'editor', [{ op: 'remove', ids: ['empty'] }])
  room.take('ann', 'editor', [put('c', 'box', { parent: 'empty' }), patch('a', { parent: 'empty', x: 3 })])
  expect([room.get('c', 'parent'), room.get('a', 'parent'), room.get('a', 'x')]).toEqual(['page', 'page', 3])
})

test('later changes of a removed record are skipped', () => {
  const room = new TestRoom()
  room.take('ann', 'editor', [put('a'), put('b')])
  room.take('bob', 'editor', [{ op: 'remove', ids: ['a'] }])
  const { taken } = room.take('ann', 'editor', [patch('a', { x: 1 }), patch('b', { x: 1 })], { base: 2 })
  expect(taken).toEqual([{ op: 'patch', id: 'b', fields: { x: 1 } }])
})

test('a group is removed with its last child and restored with it', () => {
  const room = new TestRoom()
  room.take('ann', 'editor', [
    put('g', 'group'),
    put('h', 'group', { parent: 'g' }),
    put('a', 'box', { parent: 'h' }),
  ])
  const before = snapshot(room.state)
  const { inverse } = room.take('ann', 'editor', [patch('a', { parent: 'page' })])
  expect([room.has('g'), room.has('h')]).toEqual([false, false])
  room.take('ann', 'editor', inverse)
  expect(room.get('a', 'parent')).toBe('h')
  expect(room.get('h', 'parent')).toBe('g')
  expect(JSON.stringify(before).length).toBeGreaterThan(0)
})

test('an empty group is removed', () => {
  const room = new TestRoom()
  room.take('ann', 'editor', [put('g', 'group')])
  expect(room.has('g')).toBe(false)
})

test('removing a page removes its contents, undo restores them; the last page cannot be removed', () => {
  const room = new TestRoom()
  room.take('ann', 'editor', [put('p', 'page', { parent: null }), put('f', 'frame', { parent: 'p' })])
  room.take('bob', 'contributor', [put('a', 'box', { parent: 'f' })])
  const before = snapshot(room.state)
  const { inverse } = room.take('ann', 'editor', [{ op: 'remove', ids: ['p'] }])
  expect([...room.state.ids()]).toEqual(['page'])
  expect(room.refusal('ann', 'editor', [{ op: 'remove', ids: ['page'] }])).toBe('limit')
  room.take('ann', 'editor', inverse)
  expect(snapshot(room.state)).toEqual(before)
})

test('a stroke grows in order, by its author, until it is closed', () => {
  const room = new TestRoom()
  room.take('ann', 'contributor', [put('s', 'ink'), { op: 'append', id: 's', n: 0, piece, last: false }])
  const append = (n: number, last = false) => ({ op: 'append', id: 's', n, piece, last }) as const
  expect(room.refusal('bob', 'owner', [append(1)])).toBe('not_yours')
  expect(room.refusal('ann', 'editor', [append(2)])).toBe('stroke')
  expect(room.refusal('ann', 'editor', [{ ...append(1), piece: new Uint8Array([1]) }])).toBe('invalid')
  expect(room.take('ann', 'editor', [append(0)]).taken).toEqual([])
  room.take('ann', 'editor', [append(1, true)])
  expect(room.refusal('ann', 'editor', [append(2)])).toBe('stroke')
  room.take('bob', 'editor', [patch('s', { x: 50 })])
  expect(room.state.pieces('s')).toEqual([piece, piece])
})

test('a piece with a used index is appended behind, and the same piece is not added twice', () => {
  const room = new TestRoom()
  const later = encodePiece([{ x: 9, y: 9, pressure: 0.5 }])
  room.take('ann', 'contributor', [put('s', 'ink'), { op: 'append', id: 's', n: 0, piece, last: false }])
  room.take('ann', 'contributor', [{ op: 'append', id: 's', n: 0, piece: later, last: true }])
  expect(room.state.pieces('s')).toEqual([piece, later])
  expect(
    room.take('ann', 'contributor', [{ op: 'append', id: 's', n: 1, piece: later, last: true }]).taken,
  ).toEqual([])
  expect(
    room.refusal('ann', 'contributor', [{ op: 'append', id: 's', n: 0, piece: later, last: true }]),
  ).toBe('stroke')
})

test('a large move is one change, a small one is patches', () => {
  const room = new TestRoom()
  const ids = Array.from({ length: 300 }, (_, i) => `b${i}`)
  room.take(
    'ann',
    'editor',
    ids.map((id) => put(id)),
  )
  const move = { op: 'translate', ids, dx: 5, dy: -3 } as const
  expect(room.refusal('ann', 'editor', [{ ...move, ids: ids.slice(0, 256) }])).toBe('invalid')
  expect(room.refusal('ann', 'editor', [{ ...move, dx: 1e8 }])).toBe('invalid')
  expect(room.refusal('ann', 'editor', [{ ...move, dx: 1e7 + 1 }])).toBe('limit')
  const { inverse } = room.take('ann', 'editor', [move])
  expect([room.get('b7', 'x'), room.get('b7', 'y')]).toEqual([5, -3])
  room.take('bob', 'editor', [patch('b7', { x: 100 })])
  room.take('ann', 'editor', inverse)
  expect([room.get('b7', 'x'), room.get('b7', 'y')]).toEqual([100, 0])
  expect([room.get('b8', 'x'), room.get('b8', 'y')]).toEqual([0, 0])
})

test('long order keys are shortened with their neighbours only', () => {
  const room = new TestRoom()
  room.take('ann', 'editor', [put('low', 'box', { z: 'B' }), put('high', 'box', { z: 'x' })])
  room.take('ann', 'editor', [put('mid', 'box', { z: `B${'0'.repeat(80)}1` })])
  expect(String(room.get('mid', 'z')).length).toBeLessThan(33)
  expect(room.state.childIds('page')).toEqual(['low', 'mid', 'high'])
})

test('an edit with too many changes is refused', () => {
  const room = new TestRoom()
  const many = Array.from({ length: 10_001 }, (_, i) => `x${i}`)
  expect(room.refusal('ann', 'editor', [{ op: 'remove', ids: many }])).toBe('too_large')
})

test('the inverse undoes every field of its edit', () => {
  const room = new TestRoom()
  room.take('ann', 'editor', [
    put('a'),
    put('b', 'box', { tag: 't' }),
    put('g', 'group'),
    put('c', 'box', { parent: 'g' }),
  ])
  const values = (): unknown => [...room.state.ids()].sort().map((id) => ({ ...room.state.get(id), made: 0 }))
  const before = values()
  const { inverse } = room.take('ann', 'editor', [
    patch('a', { x: 1, fill: 'red' }),
    patch('a', { x: 2 }),
    { op: 'remove', ids: ['b', 'g'] },
    put('new'),
    patch('c', { y: 9 }),
  ])
  expect(values()).not.toEqual(before)
  room.take('ann', 'editor', inverse)
  expect(values()).toEqual(before)
})
