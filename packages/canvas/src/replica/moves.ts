import type { AcceptedChange } from '../document/model/change.ts'
import type { Applied, InverseChange } from '../document/apply/reducer.ts'

/** Whether both lists contain the same large moves and nothing else. */
export function areSameMoves(a: readonly AcceptedChange[], b: readonly AcceptedChange[]): boolean {
  return a.length > 0 && a.length === b.length && a.every((change, i) => isSameMove(change, b[i]!))
}

function isSameMove(a: AcceptedChange, b: AcceptedChange): boolean {
  if (a.op !== 'translate' || b.op !== 'translate' || a.dx !== b.dx || a.dy !== b.dy) return false
  return a.ids.length === b.ids.length && a.ids.every((id, i) => id === b.ids[i])
}

export function isMovesOnly({ taken }: Applied): boolean {
  return taken.every(({ op }) => op === 'translate')
}

/** Whether the edit touches moved records. */
export function meets(moves: Applied, other: Applied): boolean {
  const moved = new Set(moves.touched)
  return other.touched.some((id) => moved.has(id))
}

/** The inverse of a move after an earlier edit got its final number. */
export function renumbered(inverse: readonly InverseChange[], stamp: number, seq: number): InverseChange[] {
  return inverse.map((change) =>
    change.op === 'translate' && change.was.includes(stamp)
      ? { ...change, was: change.was.map((number) => (number === stamp ? seq : number)) }
      : change,
  )
}
