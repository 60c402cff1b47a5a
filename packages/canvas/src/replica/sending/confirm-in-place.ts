import type { AcceptedChange } from '../../document/model/change.ts'
import type { RecordId, StrokePiece } from '../../document/model/record.ts'
import { isOutsideTree } from '../../document/kinds/index.ts'
import { isSameValue } from '../../document/apply/skipped.ts'
import type { Applied, InverseChange } from '../../document/apply/reducer.ts'

/**
 * Whether the server accepted exactly what was applied, and it can be confirmed where it stands: new elements and
 * stroke points, or large moves. Suggestions and settings cannot, because readers sort and read them by their number.
 */
export function isAcceptedAsApplied(
  applied: readonly AcceptedChange[],
  accepted: readonly AcceptedChange[],
): boolean {
  if (applied.length === 0 || applied.length !== accepted.length) return false
  const moves = applied[0]!.op === 'translate'
  return applied.every(
    (change, i) => (change.op === 'translate') === moves && isSameChange(change, accepted[i]!),
  )
}

function isSameChange(a: AcceptedChange, b: AcceptedChange): boolean {
  if (a.op === 'put' && b.op === 'put') return !isOutsideTree(a.record) && isSameValue(a.record, b.record)
  if (a.op === 'append' && b.op === 'append')
    return a.id === b.id && a.n === b.n && a.last === b.last && isSamePiece(a.piece, b.piece)
  if (a.op !== 'translate' || b.op !== 'translate' || a.dx !== b.dx || a.dy !== b.dy) return false
  return a.ids.length === b.ids.length && a.ids.every((id, i) => id === b.ids[i])
}

function isSamePiece(a: StrokePiece, b: StrokePiece): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}

export function isMovesOnly({ taken }: Applied): boolean {
  return taken.every(({ op }) => op === 'translate')
}

/** Whether any later edit wrote a record that this one wrote. */
export function isWrittenBy(later: readonly Applied[], applied: Applied): boolean {
  if (later.every((other) => listRewritten(other).length === 0)) return false
  const touched = new Set(applied.touched)
  return later.some((other) => listRewritten(other).some((id) => touched.has(id)))
}

const known = new WeakMap<Applied, readonly RecordId[]>()

/** Ids of the records that were there before the edit, as far as it wrote them. */
function listRewritten(applied: Applied): readonly RecordId[] {
  const listed = known.get(applied)
  if (listed) return listed
  const created = new Set<RecordId>()
  for (const change of applied.taken) if (change.op === 'put') created.add(change.record.id)
  const rewritten = applied.touched.filter((id) => !created.has(id))
  known.set(applied, rewritten)
  return rewritten
}

/** The inverse of a move after an earlier edit got its final number. */
export function renumbered(inverse: readonly InverseChange[], stamp: number, seq: number): InverseChange[] {
  return inverse.map((change) =>
    change.op === 'translate' && change.was.includes(stamp)
      ? { ...change, was: change.was.map((number) => (number === stamp ? seq : number)) }
      : change,
  )
}

/** The inverse of a confirmed edit: it applies as long as the edit with this number is the last one. */
export function withNumber(inverse: readonly InverseChange[], seq: number): InverseChange[] {
  return inverse.map((change) => {
    if (change.op === 'translate') return { ...change, if: [seq] }
    return change.op === 'remove' ? { ...change, if: seq } : change
  })
}
