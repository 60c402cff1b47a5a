import type { RecordId } from './record.ts'

/** A range of an id list, starting at `from`. */
export interface IdRange {
  readonly of: readonly RecordId[]
  readonly from: number
}

const ranges = new WeakMap<readonly RecordId[], IdRange>()

/**
 * Like `slice`, and remembers the source range (see `getRange`), so that facts about the whole list can be
 * reused.
 */
export function sliceIds(ids: readonly RecordId[], from: number, to: number): readonly RecordId[] {
  const whole = getRange(ids)
  const part = ids.slice(from, to)
  ranges.set(part, { of: whole.of, from: whole.from + from })
  return part
}

/** Whether both lists are non-overlapping ranges of one list of distinct ids. */
export function areDisjoint(a: readonly RecordId[], b: readonly RecordId[]): boolean {
  const [first, second] = [getRange(a), getRange(b)]
  if (first.of !== second.of) return false
  return first.from + a.length <= second.from || second.from + b.length <= first.from
}

/** The range a list was sliced from; the list itself if it was not sliced. */
export function getRange(ids: readonly RecordId[]): IdRange {
  return ranges.get(ids) ?? { of: ids, from: 0 }
}
