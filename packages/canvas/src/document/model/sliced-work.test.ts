import { describe, expect, test } from 'vitest'
import { patch, put, snapshot, TestRoom } from '../../testing/test-room.ts'
import type { Actor, Change, Edit, AcceptedEdit } from './change.ts'
import {
  decodeBatch,
  DECODED_AT_ONCE,
  decodeEdit,
  decodeEditInSlices,
  encodeBatch,
  encodeBatchOfOne,
  encodeEdit,
  encodeAcceptedEdit,
  encodeAcceptedEditInSlices,
} from '../codec/codec.ts'
import { type Applied, type ApplyContext, isRefusal, type Outcome } from '../apply/reducer.ts'
import { runToEnd, type SlicedWork } from './sliced-work.ts'

const many = 2_000
const ids = Array.from({ length: many }, (_, index) => `r${index}`)
const ann: Actor = { uid: 'ann', role: 'editor' }

/** A board with many boxes in one frame, removed by edit `removedAt` where they are not there. */
function getBoard(there: boolean): { readonly room: TestRoom; readonly context: ApplyContext } {
  const room = new TestRoom()
  room.take('ann', 'editor', [put('frame', 'frame')])
  room.take(
    'ann',
    'editor',
    ids.map((id) => put(id, 'box', { parent: 'frame' })),
  )
  const removed = there ? [] : room.take('ann', 'editor', [{ op: 'remove', ids }]).removed
  const byId = new Map(removed.map((entry) => [entry.record.id, entry]))
  const seq = room.seq + 1
  return {
    room,
    context: {
      seq,
      ref: seq,
      writer: () => ({ uid: 'ann', time: 0 }),
      removed: (_seq, id) => byId.get(id),
      now: 0,
    },
  }
}

/** Each op with as many records as there are, named one by one or all at once. */
const edits: readonly (readonly [name: string, there: boolean, changes: readonly Change[]])[] = [
  ['new records', true, ids.map((id) => put(`new-${id}`))],
  ['patches', true, ids.map((id) => patch(id, { x: 5 }))],
  ['a move', true, [{ op: 'translate', ids, dx: 1, dy: 1 }]],
  ['a removal', true, [{ op: 'remove', ids }]],
  ['removals', true, ids.map((id): Change => ({ op: 'remove', ids: [id] }))],
  ['removals of some each', true, [0, 1, 2, 3].map((part) => ({ op: 'remove', ids: getPart(part) }))],
  ['a restore', false, [{ op: 'restore', ids, removedAt: 4 }]],
  ['a move of what holds them', true, [patch('frame', { x: 5 })]],
  ['a container put elsewhere', true, [put('g', 'group'), patch('frame', { z: 'W' })]],
]

function getPart(part: number): readonly string[] {
  return ids.slice((part * many) / 4, ((part + 1) * many) / 4)
}

function start(there: boolean, changes: readonly Change[]) {
  const { room, context } = getBoard(there)
  const edit: Edit = { id: 'ann:9', base: room.seq, mark: 'm', changes }
  return { room, edit, context, work: room.reducer.applyInSlices(room.state, edit, ann, context) }
}

function getSlices(work: SlicedWork<unknown>): number {
  let slices = 1
  while (!work.next().done) slices += 1
  return slices
}

function applied(outcome: Outcome): Applied {
  if (isRefusal(outcome)) throw new Error(outcome.message)
  return outcome
}

describe.each(edits)('an edit of two thousand records: %s', (_name, there, changes) => {
  test('a sliced edit has the same result as in one run', () => {
    const sliced = start(there, changes)
    expect(getSlices(sliced.work)).toBeGreaterThanOrEqual(8)
    const whole = start(there, changes)
    applied(whole.room.reducer.apply(whole.room.state, whole.edit, ann, whole.context))
    expect(snapshot(sliced.room.state)).toEqual(snapshot(whole.room.state))
  })

  test('cancelling halfway leaves the board unchanged', () => {
    const { room, work } = start(there, changes)
    const before = snapshot(room.state)
    for (let slice = 0; slice < 6; slice += 1) expect(work.next().done).toBe(false)
    work.return({ refused: 'invalid', message: '' })
    expect(snapshot(room.state)).toEqual(before)
  })

  test('large edits are encoded in slices, and a batch from its bytes', () => {
    const { room, edit, context } = start(there, changes)
    const outcome = applied(room.reducer.apply(room.state, edit, ann, context))
    const { seq } = context
    const taken: AcceptedEdit = { ...edit, seq, time: 1, by: 'ann', changes: outcome.taken }
    const bytes = encodeAcceptedEdit(taken)
    expect(runToEnd(encodeAcceptedEditInSlices(taken))).toEqual(bytes)
    const entries = outcome.taken.reduce(
      (sum, change) => sum + (change.op === 'restore' ? change.entries.length : 1),
      0,
    )
    expect(getSlices(encodeAcceptedEditInSlices(taken))).toBeGreaterThanOrEqual(Math.ceil(entries / 250))
    const batch = encodeBatch({ from: seq, to: seq, edits: [taken] })
    expect(encodeBatchOfOne(seq, bytes)).toEqual(batch)
    expect(decodeBatch(batch).edits).toHaveLength(1)
  })
})

test.each(edits)('an edit of two thousand records is decoded in slices: %s', (_name, _there, changes) => {
  const bytes = encodeEdit({ id: 'tab:2', base: 1, mark: 'm', changes }, 1)
  const work = decodeEditInSlices(bytes)
  let slices = 1
  let step = work.next()
  for (; !step.done; step = work.next()) slices += 1
  expect(step.value).toEqual(decodeEdit(bytes))
  // One change that names all of them is read in one go.
  const least = changes.length > 1 ? Math.floor(bytes.length / (DECODED_AT_ONCE * 1.1)) : 1
  expect(slices).toBeGreaterThanOrEqual(least)
})
