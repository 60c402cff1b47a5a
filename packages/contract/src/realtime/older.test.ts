import { expect, test } from 'vitest'
import { convertFrame } from './older.ts'
import type { ServerFrame } from './room-frames.ts'
import { currentVersion, oldestServed } from './version.ts'

const reject = (reason: Extract<ServerFrame, { t: 'reject' }>['reason']): ServerFrame => ({
  t: 'reject',
  id: 'tab:1',
  reason,
  message: 'no',
})

test('clients before protocol 4 get the nearest reason that they know', () => {
  for (let protocol = oldestServed; protocol < 4; protocol += 1) {
    expect(convertFrame(reject('busy'), protocol)).toEqual(reject('too_large'))
    expect(convertFrame(reject('contents'), protocol)).toEqual(reject('not_yours'))
    expect(convertFrame(reject('only_own'), protocol)).toEqual(reject('frame'))
    expect(convertFrame(reject('suggestions_off'), protocol)).toEqual(reject('role'))
    expect(convertFrame(reject('locked'), protocol)).toEqual(reject('locked'))
  }
})

test('clients before protocol 4 get skipped fields only', () => {
  const field = { id: 'a', field: 'x' }
  const ack = (skipped: readonly { id: string; field: string | null }[]): ServerFrame => ({
    t: 'ack',
    acks: [
      { id: 'tab:1', seq: 7, skipped: [...skipped] },
      { id: 'tab:2', seq: 8 },
    ],
  })
  expect(convertFrame(ack([field, { id: 'b', field: null }]), 3)).toEqual(ack([field]))
  expect(convertFrame(ack([{ id: 'b', field: null }]), 4)).toEqual(ack([{ id: 'b', field: null }]))
})

test('clients before protocol 4 do not get missed deletes', () => {
  const frame: ServerFrame = { t: 'missedDeletes', deletes: [{ seq: 1, by: 'bob', ids: ['a'] }] }
  expect([convertFrame(frame, 3), convertFrame(frame, 4)]).toEqual([null, frame])
})

test('current clients get every reason unchanged', () => {
  for (const reason of ['busy', 'contents', 'locked'] as const)
    expect(convertFrame(reject(reason), currentVersion.protocol)).toEqual(reject(reason))
})
