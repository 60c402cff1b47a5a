import { expect, test } from 'vitest'
import type { Change } from '../document/model/change.ts'
import { encodeChanges } from '../document/codec/codec.ts'
import { patch, put } from '../testing/test-room.ts'
import { sliceChanges } from './slice-changes.ts'

const isGroup = (change: Change, id: string): boolean =>
  change.op === 'put' ? change.record.kind === 'group' : id.startsWith('group')

test('a usual action is one edit', () => {
  const changes = [put('a'), patch('a', { x: 1 })]
  expect(sliceChanges(changes, isGroup)).toEqual([changes])
})

test('a thousand new records are one edit, more are several, in order', () => {
  const changes = Array.from({ length: 2_500 }, (_, i) => put(`b${i}`))
  const parts = sliceChanges(changes, isGroup)
  expect(parts.map((part) => part.length)).toEqual([1_000, 1_000, 500])
  expect(parts.flat()).toEqual(changes)
})

test('ten thousand changed records are one edit', () => {
  const changes = Array.from({ length: 10_001 }, (_, i) => patch(`b${i}`, { x: 1 }))
  expect(sliceChanges(changes, isGroup).map((part) => part.length)).toEqual([10_000, 1])
})

test('no edit of several changes is larger than what a page that comes back is sent instead of the board', () => {
  const changes = Array.from({ length: 40 }, (_, i) => put(`b${i}`, 'box', { note: `${i}`.repeat(40_000) }))
  const parts = sliceChanges(changes, isGroup)
  expect(parts.flat()).toEqual(changes)
  for (const part of parts) expect(encodeChanges(part).length).toBeLessThan(256 * 1024)
})

test('a group is never the last change of an edit', () => {
  const changes = Array.from({ length: 1_010 }, (_, i) =>
    put(`b${i}`, i === 998 || i === 999 ? 'group' : 'box'),
  )
  expect(sliceChanges(changes, isGroup).map((part) => part.length)).toEqual([998, 12])
})

test('a large move is split into moves that are still large', () => {
  const ids = Array.from({ length: 10_001 }, (_, i) => `b${i}`)
  const was = ids.flatMap((_, i) => [i, -i])
  const parts = sliceChanges([{ op: 'translate', ids, dx: 1, dy: 1, was } as Change], isGroup).flat()
  expect(parts.map((part) => ('ids' in part ? part.ids.length : 0))).toEqual([5_001, 5_000])
  expect(parts.flatMap((part) => ('was' in part ? part.was : []))).toEqual(was)
})

test('records are restored 500 at a time, a group together with its first child', () => {
  const ids = Array.from({ length: 1_200 }, (_, i) => (i === 499 ? 'group' : `b${i}`))
  const parts = sliceChanges([{ op: 'restore', ids, removedAt: 4 }], isGroup)
  expect(parts.map((part) => part.flatMap((change) => ('ids' in change ? change.ids : [])).length)).toEqual([
    501, 500, 199,
  ])
})
