import { expect, test } from 'vitest'
import type { AcceptedChange, AcceptedEdit, Change, Edit } from '../../document/model/change.ts'
import { patch, put } from '../../testing/test-room.ts'
import { isIndependent } from './independent-edits.ts'

const accept = (...changes: readonly AcceptedChange[]): AcceptedEdit => ({
  ...{ seq: 2, time: 0, by: 'bob', id: 'bob:1', base: 1, mark: 'm', changes },
})
const pend = (...changes: readonly Change[]): Edit => ({ id: 'ann:1', base: 1, mark: 'm', changes })

test.each<{ title: string; accepted: AcceptedEdit; pending: Edit; expected: boolean }>([
  {
    title: 'other records',
    accepted: accept(patch('a', { x: 1 }) as AcceptedChange),
    pending: pend(put('b')),
    expected: true,
  },
  {
    title: 'the same record',
    accepted: accept(patch('a', { x: 1 }) as AcceptedChange),
    pending: pend(patch('a', { y: 1 })),
    expected: false,
  },
  {
    title: 'a removal',
    accepted: accept({ op: 'remove', ids: ['a'] }),
    pending: pend(put('b')),
    expected: false,
  },
  {
    title: 'a changed lock',
    accepted: accept(patch('a', { lock: 'all' }) as AcceptedChange),
    pending: pend(put('b')),
    expected: false,
  },
  {
    title: 'settings of the board',
    accepted: accept(patch('settings', { suggest: true }) as AcceptedChange),
    pending: pend(put('b')),
    expected: false,
  },
  {
    title: 'a pending undo',
    accepted: accept(patch('a', { x: 1 }) as AcceptedChange),
    pending: pend({ op: 'patch', id: 'b', fields: { x: 1 }, if: { x: 1 } }),
    expected: false,
  },
  {
    title: 'a pending removal',
    accepted: accept(patch('a', { x: 1 }) as AcceptedChange),
    pending: pend({ op: 'remove', ids: ['b'] }),
    expected: false,
  },
])('$title', ({ accepted, pending, expected }) => {
  expect(isIndependent(accepted, [pending])).toBe(expected)
})

test('a move of as many records as an edit can name', () => {
  const ids = Array.from({ length: 400_000 }, (_, i) => `${i}`)
  const move = accept({ op: 'translate', ids, dx: 1, dy: 1 })
  expect(isIndependent(move, [pend(put('b'))])).toBe(true)
  expect(isIndependent(move, [pend(put('399999'))])).toBe(false)
})
