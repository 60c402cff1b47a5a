import type { Change } from '../document/model/change.ts'
import { encodeChanges } from '../document/codec/codec.ts'
import { sliceIds } from '../document/model/id-list.ts'
import type { RecordId } from '../document/model/record.ts'
import { MAX_CHANGES, MAX_ID_LENGTH, MAX_PATCHED_MOVE } from '../document/model/limits.ts'

/**
 * Far below `MAX_EDIT_BYTES`: an edit blocks all others of its board, so that the server charges large ones more, and a
 * page that comes back is sent 256 KiB of missed edits at most before it has to load the board again.
 */
const MAX_BYTES = 192 * 1024
/** New records of one edit, for the same reason. */
const MAX_PUT = 1_000
/** Maximum records restored by one edit. */
const MAX_RESTORED = 500
/** Maximum ids per move, so that the server does not block other rooms. */
const MAX_MOVED = 10_000
/** An id with its length prefix. */
const MAX_ID_BYTES = MAX_ID_LENGTH + 1

/** Whether a record of a change needs the changes behind it: a container its contents, a stroke its points. */
export type IsHolder = (change: Change, id: RecordId) => boolean

/**
 * Splits a large action into edits within the server's limits, in order. A container stays with the changes that
 * follow it, because an empty group would be removed; a new stroke with its first points, because a later edit of the
 * same record delays confirming it.
 */
export function sliceChanges<C extends Change>(changes: readonly C[], holds: IsHolder): C[][] {
  const slices: C[][] = []
  let open: C[] = []
  let bytes = 0
  let weight = 0
  for (const change of changes.flatMap((whole) => cutIds(whole, holds))) {
    const size = getBytes(change)
    const heavy = getWeight(change)
    if (open.length > 0 && (bytes + size > MAX_BYTES || weight + heavy > MAX_CHANGES)) {
      const last = open.findLastIndex((item) => item.op !== 'put' || !holds(item, item.record.id))
      slices.push(last < 0 ? open : open.slice(0, last + 1))
      open = last < 0 ? [] : open.slice(last + 1)
      bytes = encodeChanges(open).length
      weight = open.reduce((sum, item) => sum + getWeight(item), 0)
    }
    open.push(change)
    bytes += size
    weight += heavy
  }
  if (open.length > 0) slices.push(open)
  return slices
}

/** Restores are broadcast with their contents and weigh more; moves are weighed by the cost of their checks. */
function getWeight(change: Change): number {
  if (change.op === 'put') return MAX_CHANGES / MAX_PUT
  if (change.op === 'restore') return change.ids.length * (MAX_CHANGES / MAX_RESTORED)
  return change.op === 'remove' || change.op === 'translate' ? change.ids.length : 1
}

/** An upper bound for moves, to avoid encoding their ids. */
function getBytes(change: Change): number {
  if (change.op !== 'translate') return encodeChanges([change]).length
  return MAX_ID_BYTES * (change.ids.length + 2 * (change.if?.length ?? 0)) + 64
}

function cutIds<C extends Change>(change: C, holds: IsHolder): C[] {
  if (change.op === 'remove') return cut(change, change.ids, MAX_CHANGES, () => false)
  if (change.op === 'restore') return cut(change, change.ids, MAX_RESTORED, (id) => holds(change, id))
  if (change.op === 'translate' && change.ids.length > MAX_MOVED) return cutMove(change, change.ids)
  return [change]
}

function cut<C extends Change>(
  change: C,
  ids: readonly RecordId[],
  most: number,
  holdsOn: (id: RecordId) => boolean,
): C[] {
  if (ids.length <= most) return [change]
  const parts: C[] = []
  let from = 0
  while (from < ids.length) {
    let to = Math.min(from + most, ids.length)
    while (to < ids.length && holdsOn(ids[to - 1]!)) to += 1
    parts.push({ ...change, ids: ids.slice(from, to) })
    from = to
  }
  return parts
}

/** No part may be small enough to become patches. The `was` list of an inverse is split the same way. */
function cutMove<C extends Change>(change: C, ids: readonly string[]): C[] {
  const was = 'was' in change ? (change.was as readonly number[]) : undefined
  const count = Math.ceil(ids.length / MAX_MOVED)
  const size = Math.max(MAX_PATCHED_MOVE + 1, Math.ceil(ids.length / count))
  const parts: C[] = []
  for (let from = 0; from < ids.length; from += size) {
    const part = { ...change, ids: sliceIds(ids, from, from + size) }
    parts.push(was ? { ...part, was: was.slice(2 * from, 2 * (from + size)) } : part)
  }
  return parts
}
