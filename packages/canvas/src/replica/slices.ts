import type { Change } from '../document/change.ts'
import { encodeChanges } from '../document/codec.ts'
import { MAX_CHANGES, MAX_EDIT_BYTES, MAX_PATCHED_MOVE } from '../document/limits.ts'

/** Room for the edit's own head. */
const MAX_BYTES = MAX_EDIT_BYTES - 1_024
/** Ids of one move, at up to 65 bytes each. */
const MAX_MOVED = 10_000

/**
 * Cuts a large act into edits that the server takes, in order. A container stays with the change after
 * it: a group alone would be empty, and gone. `isContainer` tells of the records that a change puts.
 */
export function slice<C extends Change>(changes: readonly C[], isContainer: (change: C) => boolean): C[][] {
  const slices: C[][] = []
  let open: C[] = []
  let bytes = 0
  let weight = 0
  for (const change of changes.flatMap(cutIds)) {
    const size = encodeChanges([change]).length
    const heavy = weightOf(change)
    if (open.length > 0 && (bytes + size > MAX_BYTES || weight + heavy > MAX_CHANGES)) {
      const held = trailingContainers(open, isContainer)
      if (held.length < open.length) {
        slices.push(open.slice(0, open.length - held.length))
        open = held
      } else {
        slices.push(open)
        open = []
      }
      bytes = open.length > 0 ? encodeChanges(open).length : 0
      weight = open.reduce((sum, item) => sum + weightOf(item), 0)
    }
    open.push(change)
    bytes += size
    weight += heavy
  }
  if (open.length > 0) slices.push(open)
  return slices
}

function trailingContainers<C>(changes: readonly C[], isContainer: (change: C) => boolean): C[] {
  const last = changes.findLastIndex((change) => !isContainer(change))
  return changes.slice(last + 1)
}

function weightOf(change: Change): number {
  return change.op === 'remove' || change.op === 'restore' ? change.ids.length : 1
}

function cutIds<C extends Change>(change: C): C[] {
  if (change.op === 'remove' && change.ids.length > MAX_CHANGES) return cut(change, change.ids, MAX_CHANGES)
  if (change.op === 'translate' && change.ids.length > MAX_MOVED) return cutMove(change, change.ids)
  return [change]
}

function cut<C extends Change>(change: C, ids: readonly string[], most: number): C[] {
  const parts: C[] = []
  for (let from = 0; from < ids.length; from += most)
    parts.push({ ...change, ids: ids.slice(from, from + most) })
  return parts
}

/** No part may fall below the size at which moves are patches; what an inverse remembers is cut alike. */
function cutMove<C extends Change>(change: C, ids: readonly string[]): C[] {
  const was = 'was' in change ? (change.was as readonly number[]) : undefined
  const count = Math.ceil(ids.length / MAX_MOVED)
  const size = Math.max(MAX_PATCHED_MOVE + 1, Math.ceil(ids.length / count))
  const parts: C[] = []
  for (let from = 0; from < ids.length; from += size) {
    const part = { ...change, ids: ids.slice(from, from + size) }
    parts.push(was ? { ...part, was: was.slice(2 * from, 2 * (from + size)) } : part)
  }
  return parts
}
