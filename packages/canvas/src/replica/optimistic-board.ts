import type { Entry } from '../document/model/change.ts'
import { createBoardChange, getNetMoves } from '../document/model/document-change.ts'
import type {
  BoardChange,
  BoardRecord,
  LiveDocument,
  Move,
  RecordId,
  StrokePiece,
} from '../document/model/record.ts'
import { BoardState, type Revert } from '../document/state/state.ts'

/**
 * The board as shown: the confirmed state with pending edits applied. Listeners are notified after a change is
 * complete, and only of records that differ.
 */
export class OptimisticBoard implements LiveDocument {
  #current = this.fresh()
  #reverts: Revert[] = []
  /** Changed records as they were, and those that were not there; the rest of a change in `#moves`. */
  readonly #before = new Map<RecordId, Entry>()
  #added = new Set<RecordId>()
  #moves: Move[] = []
  #isWhole = false
  #depth = 0
  readonly #listeners = new Set<(change: BoardChange) => void>()

  /** The confirmed state if no pending edits are applied, else the optimistic one. */
  get state(): BoardState {
    return this.#current
  }

  get size(): number {
    return this.#current.size
  }

  get(id: RecordId): BoardRecord | undefined {
    return this.#current.get(id)
  }

  getUnmoved(id: RecordId): BoardRecord | undefined {
    return this.#current.getUnmoved(id)
  }

  each(ids: readonly RecordId[], visit: (record: BoardRecord | undefined, id: RecordId) => void): void {
    this.#current.each(ids, visit)
  }

  childIds(parent: RecordId | null): readonly RecordId[] {
    return this.#current.childIds(parent)
  }

  pieces(id: RecordId): readonly StrokePiece[] {
    return this.#current.pieces(id)
  }

  getBindings(id: RecordId): readonly RecordId[] {
    return this.#current.getBindings(id)
  }

  suggestionIds(): ReadonlySet<RecordId> {
    return this.#current.suggestionIds()
  }

  targets(): Iterable<RecordId> {
    return this.#current.targets()
  }

  ids(): Iterable<RecordId> {
    return this.#current.ids()
  }

  observe(listener: (change: BoardChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** A new state that reports its changes to this board. */
  fresh(): BoardState {
    const state: BoardState = new BoardState({
      replaced: (id, before) => {
        if (state !== this.#current || this.#before.has(id)) return
        if (!before) this.#added.add(id)
        else if (!this.#added.has(id)) this.#before.set(id, before)
        else if (!state.has(id)) this.#added.delete(id)
      },
      moved: (move) => {
        if (state === this.#current) this.#moves.push(move)
      },
    })
    return state
  }

  /** Reports all changes inside as one. */
  change<T>(run: () => T): T {
    this.#depth += 1
    try {
      return run()
    } finally {
      this.#depth -= 1
      if (this.#depth === 0) this.#announce()
    }
  }

  /** Records an optimistically applied edit. */
  applyLocal(revert: Revert): void {
    this.#reverts.push(revert)
  }

  isFirst(revert: Revert): boolean {
    return this.#reverts[0] === revert
  }

  /** Confirms the first pending edit, which contains only new records and moves, in place with this number. */
  confirmFirst(seq: number): void {
    for (const step of this.#reverts.shift()?.steps ?? []) {
      if ('move' in step) step.stamp.seq = seq
      else this.#current.setNumber(step.id, seq)
    }
  }

  /** Reverts the last optimistic edit. */
  revertLast(): void {
    const last = this.#reverts.pop()
    if (last) this.#current.revert(last)
  }

  /** Reverts all optimistic edits; the confirmed state remains. */
  revertAll(): void {
    for (let i = this.#reverts.length - 1; i >= 0; i--) this.#current.revert(this.#reverts[i]!)
    this.#reverts = []
  }

  /** Replaces the state, without optimistic edits. */
  replace(state: BoardState): void {
    this.#current = state
    this.#reverts = []
    this.#before.clear()
    this.#added.clear()
    this.#moves = []
    this.#isWhole = true
  }

  #announce(): void {
    const rest = this.#added
    for (const [id, before] of this.#before) {
      const now = this.#current.entry(id)
      if (now && isEqual(before, now)) this.#current.keepRecord(id, before.record)
      else rest.add(id)
    }
    const moves = getNetMoves(this.#moves)
    const whole = this.#isWhole
    this.#before.clear()
    this.#added = new Set()
    this.#moves = []
    this.#isWhole = false
    if (!whole && rest.size === 0 && moves.length === 0) return
    const change = createBoardChange(rest, moves, whole)
    for (const listener of [...this.#listeners]) listener(change)
  }
}

/** Optimistic edits are reverted and reapplied around every batch, usually without a visible change. */
function isEqual(a: Entry, b: Entry): boolean {
  if (
    a.pieces !== b.pieces &&
    (a.pieces.length !== b.pieces.length || a.pieces.some((p, i) => p !== b.pieces[i]))
  ) {
    return false
  }
  if (a.record === b.record) return true
  const fields = Object.keys(a.record)
  return (
    fields.every((name) => a.record[name] === b.record[name]) &&
    fields.length === Object.keys(b.record).length
  )
}
