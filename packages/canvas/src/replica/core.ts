import { signal } from '@preact/signals-core'
import { createReducer, type Reducer } from '../document/apply.ts'
import { areSameMoves, isMovesOnly, meets, renumbered } from './moves.ts'
import type { Actor, EditRef, TakenEdit } from '../document/change.ts'
import type { RecordId } from '../document/record.ts'
import {
  type Applied,
  type ApplyContext,
  type Gone,
  isRefusal,
  LOCAL_SEQ,
  type Outcome,
  type RemovedEntry,
} from '../document/reducer.ts'
import type { ShapeSchema } from '../document/schema.ts'
import { LaidBoard } from './laid-board.ts'
import { type Pending, PendingEdits } from './pending.ts'
import type { ReplicaEvent } from './ports.ts'
import { UndoStack } from './undo-stack.ts'

/** Journal numbers whose writers are remembered; older ones count as somebody else's. */
const MAX_WRITERS = 50_000
/** Removed records that can be shown again before the server has answered. */
const MAX_GRAVES = 20_000

/** What the sending and the receiving half of a replica share. */
export class Core {
  readonly board = new LaidBoard()
  readonly reducer: Reducer
  readonly pending = new PendingEdits()
  readonly undo = new UndoStack()
  readonly redo = new UndoStack()
  readonly actor
  /** Journal number of the confirmed board. */
  seq = 0
  /** Parts of the board are still to come: what an edit does cannot be seen from here. */
  isPartial = true
  private stamps = 0
  private readonly numbers = new Map<string, number>()
  private readonly writers = new Map<number, string>()
  private readonly graves = new Map<string, RemovedEntry>()
  private readonly listeners = new Set<(event: ReplicaEvent) => void>()

  constructor(schemas: readonly ShapeSchema[], actor: Actor) {
    this.reducer = createReducer(schemas)
    this.actor = signal(actor)
  }

  nextStamp(): number {
    this.stamps += 1
    return LOCAL_SEQ + this.stamps
  }

  /** Lays an edit over the board as shown. */
  lay(pending: Pending): Outcome {
    const outcome = this.reducer.apply(
      this.board.state,
      pending.edit,
      this.actor.value,
      this.contextOf(pending),
    )
    if (isRefusal(outcome)) return outcome
    this.board.lay(outcome.revert)
    pending.laid = outcome
    this.noteRemoved(pending.stamp, outcome.removed)
    if (pending.undo && !this.isPartial) pending.undo.inverse = outcome.inverse
    return outcome
  }

  /** Lays all pending edits over the confirmed board again. What no longer fits shows nothing; the server judges. */
  relay(): void {
    for (const pending of this.pending.all) pending.laid = undefined
    for (const pending of this.pending.all) if (!pending.held) this.lay(pending)
  }

  /** Changes the confirmed board beneath the pending edits. */
  beneath(change: () => void): void {
    this.board.change(() => {
      this.board.lift()
      change()
      this.relay()
    })
  }

  /**
   * The server has taken the lowest of the laid edits, moves of many and nothing else, as it lies there: it becomes part
   * of the confirmed board where it is. Laying a whole moved board down again would cost a frame for each of its edits.
   */
  confirmInPlace(edit: TakenEdit): Pending | undefined {
    const pending = this.pending.find(edit.id)
    const laid = pending?.laid
    if (edit.by !== this.actor.value.uid || !pending || !laid || !this.board.isLowest(laid.revert))
      return undefined
    if (!areSameMoves(laid.taken, edit.changes)) return undefined
    // What lies above may have noted the local number; only moves say where.
    const above = this.pending.all.filter((other) => other.laid && other !== pending)
    if (above.some((other) => !isMovesOnly(other.laid!) && meets(laid, other.laid!))) return undefined
    this.board.settleLowest(edit.seq)
    for (const other of above) {
      const inverse = renumbered(other.laid!.inverse, pending.stamp, edit.seq)
      other.laid = { ...other.laid!, inverse }
      if (other.undo) other.undo.inverse = inverse
    }
    const inverse = laid.inverse.map((change) =>
      change.op === 'translate' ? { ...change, if: [edit.seq] } : change,
    )
    return this.confirmed(edit, { ...laid, inverse })
  }

  /**
   * An edit has become part of the confirmed board; answers the pending edit that it was. `applied` is undefined
   * where not all of it could be seen.
   */
  confirmed(edit: TakenEdit, applied: Applied | undefined): Pending | undefined {
    this.seq = edit.seq
    this.noteWriter(edit)
    if (edit.by !== this.actor.value.uid) return undefined
    this.number(edit.id, edit.seq)
    const own = this.pending.find(edit.id)
    const undo = own?.undo ?? this.undo.find(edit.id) ?? this.redo.find(edit.id)
    if (applied) this.noteRemoved(edit.seq, applied.removed)
    if (undo && applied) undo.inverse = applied.inverse
    if (own) this.pending.remove(own)
    return own
  }

  noteWriter(edit: TakenEdit): void {
    this.writers.set(edit.seq, edit.by)
    trim(this.writers, MAX_WRITERS)
  }

  /** The server has numbered an edit of this person's. */
  number(editId: string, seq: number): void {
    this.numbers.set(editId, seq)
    const undo = this.undo.find(editId) ?? this.redo.find(editId)
    if (undo) undo.seq = seq
  }

  /** The journal number of an edit, as it can be sent; undefined while it has none. */
  numberOf(editId: string): number | undefined {
    const known = this.numbers.get(editId)
    if (known !== undefined) return known
    return (this.undo.find(editId) ?? this.redo.find(editId))?.seq ?? undefined
  }

  /** The number that stands in the clocks of the board as shown. */
  readonly shownNumber = (ref: EditRef): number | undefined =>
    typeof ref === 'number' ? ref : (this.pending.find(ref)?.stamp ?? this.numberOf(ref))

  /** The kind of a record that an edit removed, where that is remembered. */
  removedKind(removedAt: EditRef, id: RecordId): string | undefined {
    return this.graves.get(`${this.shownNumber(removedAt)}/${id}`)?.record.kind
  }

  recall(gone: Iterable<Gone>): void {
    for (const { seq, entry } of gone) this.noteRemoved(seq, [entry])
  }

  observe(listener: (event: ReplicaEvent) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  tell(event: ReplicaEvent): void {
    for (const listener of [...this.listeners]) listener(event)
  }

  private contextOf(pending: Pending): ApplyContext {
    const { uid } = this.actor.value
    return {
      seq: pending.stamp,
      ref: pending.edit.id,
      resolve: this.shownNumber,
      removed: (removedAt: number, id: RecordId) => this.graves.get(`${removedAt}/${id}`),
      writer: (seq) => {
        const writer = seq >= LOCAL_SEQ ? uid : this.writers.get(seq)
        return writer === undefined ? undefined : { uid: writer, time: 0 }
      },
    }
  }

  private noteRemoved(seq: number, removed: readonly RemovedEntry[]): void {
    for (const entry of removed) this.graves.set(`${seq}/${entry.record.id}`, entry)
    trim(this.graves, MAX_GRAVES)
  }
}

/** Forgets the oldest. */
function trim(map: Map<unknown, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return
    map.delete(key)
  }
}
