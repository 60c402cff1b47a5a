import type { RecordId } from './record.ts'

/** A stretch of a list of ids, from `from` on. */
export interface IdRange {
  readonly of: readonly RecordId[]
  readonly from: number
}

const ranges = new WeakMap<readonly RecordId[], IdRange>()

/** `slice`, and `getRange` tells later where it was cut from: what is known of the whole is known of the part. */
export function sliceIds(ids: readonly RecordId[], from: number, to: number): readonly RecordId[] {
  const whole = getRange(ids)
  const part = ids.slice(from, to)
  ranges.set(part, { of: whole.of, from: whole.from + from })
  return part
}

/** Were both cut from one list of different ids, at places of which none is in both? */
export function areDisjoint(a: readonly RecordId[], b: readonly RecordId[]): boolean {
  const [first, second] = [getRange(a), getRange(b)]
  if (first.of !== second.of) return false
  return first.from + a.length <= second.from || second.from + b.length <= first.from
}

/** The list itself where it was not cut from another. */
export function getRange(ids: readonly RecordId[]): IdRange {
  return ranges.get(ids) ?? { of: ids, from: 0 }
}
