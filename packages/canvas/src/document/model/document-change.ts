import type { BoardChange, Move, RecordId } from './record.ts'

/** The change that listeners receive. The combined id set is computed on first use. */
export function createBoardChange(
  rest: ReadonlySet<RecordId>,
  moves: readonly Move[] = [],
  whole = false,
): BoardChange {
  return new CombinedChange(rest, moves, whole)
}

/** A class, because engines take long to create an object with a getter of its own. */
class CombinedChange implements BoardChange {
  readonly rest: ReadonlySet<RecordId>
  readonly moves: readonly Move[]
  readonly whole: boolean
  #ids: ReadonlySet<RecordId> | undefined

  constructor(rest: ReadonlySet<RecordId>, moves: readonly Move[], whole: boolean) {
    this.rest = rest
    this.moves = moves
    this.whole = whole
  }

  get ids(): ReadonlySet<RecordId> {
    if (this.moves.length === 0) return this.rest
    return (this.#ids ??= new Set([...this.rest, ...this.moves.flatMap((move) => move.ids)]))
  }
}

/** Moves without those that cancel each other out. */
export function getNetMoves(moves: readonly Move[]): Move[] {
  const left: Move[] = []
  for (const move of moves) {
    const at = left.findLastIndex((other) => isRevertedBy(other, move))
    if (at < 0) left.push(move)
    else left.splice(at, 1)
  }
  return left
}

function isRevertedBy(a: Move, b: Move): boolean {
  if (a.dx !== -b.dx || a.dy !== -b.dy || a.ids.length !== b.ids.length) return false
  return a.ids === b.ids || a.ids.every((id, i) => id === b.ids[i])
}
