import { expect, test } from 'vitest'
import { BoardState } from './state/state.ts'
import { patch, put, TestRoom } from '../testing/test-room.ts'

function bind(id: string, fields: Readonly<Record<string, unknown>> = {}): ReturnType<typeof put> {
  return put(id, 'binding', { parent: 'arrow', end: 'end', target: 'a', u: 0.5, v: 0.5, ...fields })
}

function bound(): TestRoom {
  const room = new TestRoom()
  room.take('ann', 'editor', [
    put('a', 'box', { x: 40, y: 50 }),
    put('b'),
    put('arrow', 'arrow'),
    bind('bind'),
  ])
  return room
}

test('a binding belongs to its connector and is found from both sides', () => {
  const { state } = bound()
  expect(state.getBindings('arrow')).toEqual(['bind'])
  expect(state.getBindings('a')).toEqual(['bind'])
  expect(state.childIds('page')).not.toContain('bind')
})

test('only connectors can be bound, only to bindable elements, never to themselves', () => {
  const room = bound()
  room.take('ann', 'editor', [put('ink', 'ink')])
  expect(room.refusal('ann', 'editor', [bind('x', { parent: 'a', target: 'b' })])).toBe('binding')
  expect(room.refusal('ann', 'editor', [bind('x', { target: 'ink' })])).toBe('binding')
  expect(room.refusal('ann', 'editor', [patch('bind', { target: 'ink' })])).toBe('binding')
  expect(room.refusal('ann', 'editor', [patch('bind', { end: 'start' })])).toBe('binding')
  expect(room.refusal('ann', 'editor', [patch('bind', { parent: 'b' })])).toBe('parent')
})

test('a later binding of the same end replaces the earlier one, and undo restores that', () => {
  const room = bound()
  const { inverse } = room.take('ann', 'editor', [bind('bind2', { target: 'b' })])
  expect(room.state.getBindings('arrow')).toEqual(['bind2'])
  room.take('ann', 'editor', inverse)
  expect(room.state.getBindings('arrow')).toEqual(['bind'])
})

test('removing a target removes the binding; the connector keeps the end where it was drawn', () => {
  const room = bound()
  const { inverse, taken } = room.take('bob', 'editor', [{ op: 'remove', ids: ['a'] }])
  expect(taken).toEqual([
    { op: 'patch', id: 'arrow', fields: { end: [40, 50] } },
    { op: 'remove', ids: ['a', 'bind'] },
  ])
  room.take('bob', 'editor', inverse)
  expect(room.get('arrow', 'end')).toEqual([1, 1])
  expect(room.state.getBindings('a')).toEqual(['bind'])
})

test('a contributor can remove an own target although the connector belongs to someone else', () => {
  const room = bound()
  room.take('con', 'contributor', [put('mine')])
  room.take('ann', 'editor', [patch('bind', { target: 'mine' })])
  room.take('con', 'contributor', [{ op: 'remove', ids: ['mine'] }])
  expect(room.has('bind')).toBe(false)
})

test('binding requires the right to change the connector, not the target', () => {
  const room = bound()
  room.take('con', 'contributor', [put('own', 'arrow'), bind('x', { parent: 'own', target: 'a' })])
  expect(room.refusal('con', 'contributor', [bind('y')])).toBe('not_yours')
  room.take('con', 'contributor', [{ op: 'remove', ids: ['x'] }])
})

test('removing a connector removes its bindings, and restoring it restores them', () => {
  const room = bound()
  const { inverse } = room.take('ann', 'editor', [{ op: 'remove', ids: ['arrow'] }])
  expect(room.state.getBindings('a')).toEqual([])
  room.take('ann', 'editor', inverse)
  expect(room.state.getBindings('a')).toEqual(['bind'])
})

test('a binding to a removed element is skipped', () => {
  const room = bound()
  room.take('bob', 'editor', [{ op: 'remove', ids: ['b'] }])
  room.take('ann', 'editor', [put('arrow2', 'arrow'), bind('x', { parent: 'arrow2', target: 'b' })], {
    base: 2,
  })
  expect([room.has('arrow2'), room.has('x')]).toEqual([true, false])
})

test('a binding is not restored to an end that has been bound elsewhere', () => {
  const room = bound()
  const { inverse } = room.take('ann', 'editor', [{ op: 'remove', ids: ['bind'] }])
  room.take('bob', 'editor', [bind('bobs', { target: 'b' })])
  room.take('ann', 'editor', inverse)
  expect(room.state.getBindings('arrow')).toEqual(['bobs'])
})

test.each([3, 8, 9, 40])(
  '%i bindings of one element are found, and none of those that were removed',
  (count) => {
    const state = new BoardState()
    const ids = Array.from({ length: count }, (_, i) => `binding${i}`)
    for (const id of ids) {
      const record = {
        id,
        kind: 'binding',
        parent: `line of ${id}`,
        z: 'V',
        by: 'ann',
        made: 1,
        end: 'start',
        target: 'a',
      }
      state.write(id, { record, clock: {}, pieces: [], open: false })
    }
    expect(state.getBindings('a')).toEqual(ids)
    for (const id of ids.filter((_, i) => i % 3 > 0)) state.write(id, undefined)
    expect(state.getBindings('a')).toEqual(ids.filter((_, i) => i % 3 === 0))
    for (const id of ids) state.write(id, undefined)
    expect([...state.targets()]).toEqual([])
  },
)
