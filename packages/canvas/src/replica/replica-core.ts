import { signal } from '@preact/signals-core'
import { withInverse } from '../document/apply/applied-edit.ts'
import { createReducer, type Reducer } from '../document/apply/apply.ts'
import {
  isAcceptedAsApplied,
  isMovesOnly,
  isWrittenBy,
  renumbered,
  withNumber,
} from './sending/confirm-in-place.ts'
import type { Actor, EditRef, RemovedEntry, AcceptedEdit } from '../document/model/change.ts'
import type { BoardRecord, RecordId } from '../document/model/record.ts'
import {
  type Applied,
  type ApplyContext,
  type Removed,
  isRefusal,
  LOCAL_SEQ,
  type Outcome,
} from '../document/apply/reducer.ts'
import { getPlainText, type RichText } from '../document/text/rich-text.ts'
import type { ShapeSchema } from '../document/model/schema.ts'
import { type BoardState, listEntriesBefore } from '../document/state/state.ts'
import { replay } from '../document/apply/replay.ts'
import { rebaseDiverged } from './diverged.ts'
import { isIndependent } from './sending/independent-edits.ts'
import { OptimisticBoard } from './optimistic-board.ts'
import type { EditOutcome, RemovedTarget } from './sending/outcomes.ts'
import { type PendingEdit, PendingEdits } from './sending/pending.ts'
import type { JournalPosition, ReplicaEvent } from './ports.ts'
import { type SettlementContext, getOutcomes, getTargets } from './sending/settlement.ts'
import { UndoStack } from './undo/undo-stack.ts'

/** Maximum journal numbers whose writers are remembered; older ones count as other users'. */
const MAX_WRITERS = 50_000
/** Maximum removed records that can be restored before the server has answered. */
const MAX_TOMBSTONES = 20_000

/** An answered edit with its outcomes; `pending` is undefined if another user's edit affected own work. */
interface Answer {
  readonly pending: PendingEdit | undefined
  readonly outcomes: readonly EditOutcome[]
}

/** State shared by the sending and the receiving half of a replica. */
export class ReplicaCore {
  readonly board = new OptimisticBoard()
  readonly reducer: Reducer
  readonly pending = new PendingEdits()
  readonly undo = new UndoStack()
  readonly redo = new UndoStack()
  readonly actor
  /** Journal number of the confirmed board. */
  seq = 0
  /** The board is not fully loaded, so the effect of edits is not known completely. */
  isPartial = true
  /** The highest journal number of an own edit that is known; 0 before the first. */
  ownSeq = 0
  /** Journal position of the complete board on screen. */
  madeAt: () => JournalPosition | undefined = () => undefined
  #stamps = 0
  readonly #numbers = new Map<string, number>()
  readonly #writers = new Map<number, string>()
  readonly #tombstones = new Map<string, RemovedEntry>()
  /** The last deletion of each record according to the journal. */
  readonly #removals = new Map<RecordId, { readonly seq: number; readonly by: string }>()
  /** Records that unconfirmed edits change, as last shown. */
  readonly #shown = new Map<RecordId, BoardRecord>()
  /** Edits settled before the board was fully loaded. */
  #deferred: { readonly pending: PendingEdit; readonly taken: AcceptedEdit | undefined }[] = []
  /** Answered edits that are still in the outbox, with their outcomes. */
  #settled: Answer[] = []
  readonly #listeners = new Set<(event: ReplicaEvent) => void>()
  readonly #outcomeListeners = new Set<(outcome: EditOutcome) => void>()

  constructor(schemas: readonly ShapeSchema[], actor: Actor) {
    this.reducer = createReducer(schemas)
    this.actor = signal(actor)
  }

  nextStamp(): number {
    this.#stamps += 1
    return LOCAL_SEQ + this.#stamps
  }

  /** Applies an edit optimistically. */
  applyLocal(pending: PendingEdit): Outcome {
    const outcome = this.reducer.apply(
      this.board.state,
      pending.edit,
      this.actor.value,
      this.#getContext(pending),
    )
    if (isRefusal(outcome)) return outcome
    this.board.applyLocal(outcome.revert)
    pending.applied = outcome
    this.#noteRemoved(pending.stamp, outcome.removed)
    if (pending.undo && !this.isPartial) pending.undo.inverse = outcome.inverse
    return outcome
  }

  /**
   * Rebases all pending edits onto the confirmed board. One that no longer applies has no effect; the server
   * decides.
   */
  rebasePending(): void {
    for (const pending of this.pending.all) pending.applied = undefined
    for (const pending of this.pending.all) if (!pending.held) this.applyLocal(pending)
  }

  /** Changes the confirmed board below the pending edits. */
  changeBase(change: () => void): void {
    this.board.change(() => {
      this.#noteShown()
      this.board.revertAll()
      change()
      this.rebasePending()
    })
  }

  /** Replaces the confirmed board. `isDiverged`: the new one has another history. */
  replaceBoard(state: BoardState, seq: number, isDiverged = false): void {
    this.board.change(() => {
      this.#noteShown()
      if (isDiverged) {
        this.board.revertAll()
        rebaseDiverged(this.pending.all, this.board.state, state, seq)
        this.#forgetNumbers()
      }
      this.#forgetOwnRemovals()
      this.board.replace(state)
      this.seq = seq
      this.settleDeferred()
      for (const pending of this.pending.all)
        if (pending.acked !== null && pending.acked <= seq) this.settle(pending, undefined)
      this.rebasePending()
    })
  }

  /**
   * Confirms the first pending edit in place, if it only contains new elements, stroke points and large moves, and the
   * server accepted it unchanged. Otherwise everything pending is reverted and reapplied for each confirmed edit, so
   * that the time to save a large insertion would grow with its square.
   */
  fastForward(edit: AcceptedEdit): PendingEdit | undefined {
    const pending = this.pending.find(edit.id)
    const applied = pending?.applied
    if (edit.by !== this.actor.value.uid || !pending || !applied || !this.board.isFirst(applied.revert))
      return undefined
    if (!isAcceptedAsApplied(applied.taken, edit.changes)) return undefined
    const above = this.pending.all.filter((other) => other.applied && other !== pending)
    // Later edits of the same records may refer to the local number, unless both only move them.
    const others = isMovesOnly(applied) ? above.filter((other) => !isMovesOnly(other.applied!)) : above
    const later = others.map((other) => other.applied!)
    if (isWrittenBy(later, applied)) return undefined
    this.board.confirmFirst(edit.seq)
    for (const other of above) {
      const inverse = renumbered(other.applied!.inverse, pending.stamp, edit.seq)
      other.applied = withInverse(other.applied!, inverse)
      if (other.undo) other.undo.inverse = inverse
    }
    return this.confirmed(edit, withInverse(applied, withNumber(applied.inverse, edit.seq)))
  }

  /**
   * Applies another user's edit above the pending ones, if the order makes no difference; called inside `change`.
   * Reverting and reapplying a large insertion for everything that others do meanwhile would take seconds each time.
   */
  followAbove(edit: AcceptedEdit): boolean {
    const pending = this.pending.all
    if (pending.length === 0 || edit.by === this.actor.value.uid) return false
    if (pending.some(({ applied }) => !applied)) return false
    const edits = pending.map((one) => one.edit)
    if (!isIndependent(edit, edits)) return false
    this.confirmed(edit, this.replay(edit))
    return true
  }

  /** Applies an accepted edit to the board as it stands. */
  replay(edit: AcceptedEdit): Applied {
    return replay(this.board.state, this.reducer.kinds, edit)
  }

  /**
   * Handles an edit of the confirmed board; returns the pending edit that it confirms. `applied` is undefined if
   * its effect is not fully known.
   */
  confirmed(edit: AcceptedEdit, applied: Applied | undefined): PendingEdit | undefined {
    this.seq = edit.seq
    this.noteWriter(edit)
    this.noteDeleted(edit, applied)
    if (edit.by !== this.actor.value.uid) return undefined
    this.number(edit.id, edit.seq)
    const own = this.pending.find(edit.id)
    const undo = own?.undo ?? this.undo.find(edit.id) ?? this.redo.find(edit.id)
    if (applied) this.#noteRemoved(edit.seq, applied.removed)
    if (undo && applied) undo.inverse = applied.inverse
    if (own) this.settle(own, edit)
    return own
  }

  /**
   * An own edit is answered, and the confirmed board, without optimistic edits, includes it. `taken` is its
   * accepted form, if it was received.
   */
  settle(pending: PendingEdit, taken: AcceptedEdit | undefined): void {
    this.pending.remove(pending)
    // Records that are not loaded would look deleted.
    if (this.isPartial) return void this.#deferred.push({ pending, taken })
    const memory: SettlementContext = {
      self: this.actor.value.uid,
      writer: (seq) => this.#writers.get(seq),
      getRemoval: (id) => this.getRemoval(id),
      lastShown: (id) => this.#shown.get(id),
    }
    this.answered(pending, getOutcomes({ ...pending, taken }, this.board.state, memory))
  }

  /** The edit was answered; it leaves the outbox after its outcomes are stored. */
  answered(pending: PendingEdit, outcomes: readonly EditOutcome[]): void {
    this.#settled.push({ pending, outcomes })
    if (this.pending.all.length === 0) this.#shown.clear()
  }

  /** The board is fully loaded, without optimistic edits. */
  settleDeferred(): void {
    const deferred = this.#deferred
    this.#deferred = []
    for (const { pending, taken } of deferred) this.settle(pending, taken)
  }

  /** Returns and clears the answers since the last call. */
  takeSettled(): readonly Answer[] {
    const settled = this.#settled
    this.#settled = []
    return settled
  }

  noteWriter(edit: AcceptedEdit): void {
    this.#writers.set(edit.seq, edit.by)
    trim(this.#writers, MAX_WRITERS)
    for (const change of edit.changes) {
      if (change.op !== 'remove') continue
      for (const id of change.ids) this.#removals.set(id, { seq: edit.seq, by: edit.by })
    }
    trim(this.#removals, MAX_TOMBSTONES)
  }

  /**
   * A newly fetched board can skip edits that this page has not read: a record deleted by this user may have been
   * restored and deleted by someone else, which must be reported.
   */
  #forgetOwnRemovals(): void {
    for (const [id, { seq, by }] of this.#removals)
      if (seq <= this.seq && by === this.actor.value.uid) this.#removals.delete(id)
  }

  /** Stores the journal number of an own edit. */
  number(editId: string, seq: number): void {
    this.#numbers.set(editId, seq)
    this.ownSeq = Math.max(this.ownSeq, seq)
    const undo = this.undo.find(editId) ?? this.redo.find(editId)
    if (undo) undo.seq = seq
  }

  /** The journal number of an edit for sending; undefined while unknown. */
  getNumber(editId: string): number | undefined {
    const known = this.#numbers.get(editId)
    if (known !== undefined) return known
    return (this.undo.find(editId) ?? this.redo.find(editId))?.seq ?? undefined
  }

  /** The number used in the clocks of the optimistic board. */
  readonly shownNumber = (ref: EditRef): number | undefined =>
    typeof ref === 'number' ? ref : (this.pending.find(ref)?.stamp ?? this.getNumber(ref))

  /** The kind of a record that an edit removed, if remembered. */
  removedKind(removedAt: EditRef, id: RecordId): string | undefined {
    return this.#tombstones.get(`${this.shownNumber(removedAt)}/${id}`)?.record.kind
  }

  /** Records removed by the edit with this number, as far as remembered. */
  removedBy(seq: number): readonly RemovedEntry[] {
    const start = `${seq}/`
    return [...this.#tombstones].flatMap(([key, entry]) => (key.startsWith(start) ? [entry] : []))
  }

  /** The container or its nearest remaining ancestor, else the first page. */
  findNearestContainer(container: RecordId | null): RecordId | undefined {
    const left = container === null ? undefined : this.board.state.findNearestContainer(container)?.id
    return left ?? this.board.childIds(null)[0]
  }

  /** Drops numbers of a replaced journal; unanswered edits can still be undone. */
  #forgetNumbers(): void {
    this.ownSeq = 0
    for (const map of [this.#numbers, this.#writers, this.#tombstones, this.#removals]) map.clear()
    const unanswered = new Set(this.pending.unanswered.map(({ edit }) => edit.id))
    this.undo.retain(unanswered)
    this.redo.retain(unanswered)
  }

  replayCached(removed: Iterable<Removed>): void {
    for (const { seq, entry } of removed) this.#noteRemoved(seq, [entry])
  }

  observe(listener: (event: ReplicaEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  observeOutcomes(listener: (outcome: EditOutcome) => void): () => void {
    this.#outcomeListeners.add(listener)
    return () => this.#outcomeListeners.delete(listener)
  }

  announceOutcome(outcome: EditOutcome): void {
    for (const listener of [...this.#outcomeListeners]) listener(outcome)
    if (outcome.type === 'rejected')
      this.announce({ type: 'refused', editId: outcome.editId, refusal: outcome.refusal })
    if (outcome.type === 'fieldsSkipped') this.announce({ type: 'skipped', fields: outcome.fields })
  }

  announce(event: ReplicaEvent): void {
    for (const listener of [...this.#listeners]) listener(event)
  }

  /** Remembers records that unconfirmed edits change, in case another user deletes them. */
  #noteShown(): void {
    for (const { edit } of this.pending.all) {
      const restored = edit.changes.flatMap((change) => (change.op === 'restore' ? change.ids : []))
      for (const id of [...getTargets(edit.changes), ...restored]) {
        const record = this.board.get(id)
        if (record) this.#shown.set(id, record)
      }
    }
  }

  /** Reports records that another user deleted without having seen this user's changes. */
  noteDeleted({ seq, id: editId, mark, by, base }: AcceptedEdit, applied: Applied | undefined): void {
    if (by === this.actor.value.uid) return
    const records: RemovedTarget[] = []
    // The same edit may have changed it before, for example to unlock it.
    const before = applied?.removed.length ? listEntriesBefore(applied.revert.steps) : undefined
    for (const removed of applied?.removed ?? []) {
      const { record, clock } = before?.get(removed.record.id) ?? removed
      const own = Object.keys(clock).filter((field) => {
        const at = clock[field] ?? 0
        return at > base && at < seq && this.#writers.get(at) === this.actor.value.uid
      })
      if (own.length === 0) continue
      const fields = Object.fromEntries(own.filter((f) => f !== 'text').map((f) => [f, record[f] ?? null]))
      const text = own.includes('text') ? getPlainText((record['text'] ?? null) as RichText | null) : ''
      const entered = [{ id: record.id, kind: record.kind, fields, text }]
      records.push({ id: record.id, by, removedAt: seq, record, entered })
    }
    if (records.length === 0) return
    this.#settled.push({ pending: undefined, outcomes: [{ type: 'recordsRemoved', editId, mark, records }] })
  }

  /** Writer of a number, if remembered; local numbers are this user's. */
  writer(seq: number): string | undefined {
    return seq >= LOCAL_SEQ ? this.actor.value.uid : this.#writers.get(seq)
  }

  getRemoval(id: RecordId): { readonly seq: number; readonly by: string } | undefined {
    return this.#removals.get(id)
  }

  #getContext(pending: PendingEdit): ApplyContext {
    const { uid } = this.actor.value
    return {
      seq: pending.stamp,
      ref: pending.edit.id,
      resolve: this.shownNumber,
      isUndo: pending.isUndo,
      removed: (removedAt: number, id: RecordId) => this.#tombstones.get(`${removedAt}/${id}`),
      writer: (seq) => {
        const writer = seq >= LOCAL_SEQ ? uid : this.#writers.get(seq)
        return writer === undefined ? undefined : { uid: writer, time: 0 }
      },
    }
  }

  #noteRemoved(seq: number, removed: readonly RemovedEntry[]): void {
    for (const entry of removed) this.#tombstones.set(`${seq}/${entry.record.id}`, entry)
    trim(this.#tombstones, MAX_TOMBSTONES)
  }
}

/** Drops the oldest entries. */
function trim(map: Map<unknown, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return
    map.delete(key)
  }
}
