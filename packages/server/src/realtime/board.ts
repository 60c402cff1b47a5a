import {
  type BoardState,
  getClock,
  estimateCost,
  runToEnd,
  isRefusal,
  migrateState,
  getRequiredHistory,
  replay,
} from '@tavla/canvas/model'
import type {
  Actor,
  Applied,
  Edit,
  Migrator,
  RequiredHistory,
  Outcome,
  RecordId,
  RemovedEntry,
  SlicedWork,
  AcceptedEdit,
  TextEntry,
  EditCost,
  Writer,
} from '@tavla/canvas/model'
import { realtimeLimits } from './realtime-limits.ts'
import type { BoardModel } from './model.ts'
import { OlderCache, type OlderReader } from './history/older-cache.ts'
import { UndoableEdits } from './edits/undoable-edits.ts'
import { Writers } from './room/writers.ts'

export interface BoardOptions {
  readonly model: BoardModel
  readonly state: BoardState
  /** Number of the last edit in it. */
  readonly seq: number
  /** A number from 0 to 1. */
  readonly random: () => number
  readonly older: OlderReader
  /** Called with the ids of records that were put, changed or removed. */
  readonly touched: (ids: Iterable<RecordId>) => void
}

/** Author of a number that the journal does not have, because a copied board has no history. */
const unknownWriter: Writer = { uid: '', time: 0 }

/**
 * A space's records in memory, with what conflict checks need: the author and time of recent journal
 * numbers, and removed records.
 */
export class Board {
  readonly state: BoardState
  readonly #options: BoardOptions
  #seq: number
  #generation = 0
  readonly #writers: Writers
  readonly #olderWriters = new Map<number, Writer>()
  readonly #removed = new Map<number, ReadonlyMap<RecordId, RemovedEntry>>()
  #removedCount = 0
  /** Everything removed by later edits is in `#removed`. */
  #removedSince: number
  readonly #older: OlderCache
  readonly #undoable = new UndoableEdits()

  constructor(options: BoardOptions) {
    this.#options = options
    this.#older = new OlderCache(options.older)
    this.state = options.state
    this.#seq = options.seq
    this.#removedSince = options.seq
    this.#writers = new Writers(options.seq, realtimeLimits.maxWriters)
  }

  /** Number of the last edit applied; it may not be in the journal yet. */
  get seq(): number {
    return this.#seq
  }

  /** Raised when edits are reverted, which invalidates what was read from the records before. */
  get generation(): number {
    return this.#generation
  }

  /** Applies an edit read from the journal. */
  replay(taken: AcceptedEdit): void {
    this.#note(
      { uid: taken.by, time: taken.time },
      replay(this.state, this.#options.model.reducer.kinds, taken),
    )
  }

  /** Migrates the records to newer schemas; returns those that changed. */
  migrate(migrator: Migrator): readonly RecordId[] {
    for (const [seq, entries] of this.#removed) {
      this.#removed.set(seq, new Map([...entries].map(([id, entry]) => [id, migratedEntry(entry, migrator)])))
    }
    return migrateState(this.state, migrator)
  }

  /**
   * Authorizes an edit and applies it under the next number; a refused edit or one without effect gets no
   * number.
   */
  apply(edit: Edit, actor: Actor, now: number): Outcome {
    return runToEnd(this.applyInSlices(edit, actor, now))
  }

  /** Nobody else may read or change the records between two slices. */
  *applyInSlices(edit: Edit, actor: Actor, now: number): SlicedWork<Outcome> {
    const outcome = yield* this.#try(edit, actor, now)
    if (!isRefusal(outcome) && outcome.taken.length > 0) {
      this.#note({ uid: actor.uid, time: now }, outcome)
      this.#undoable.add(this.#seq, { uid: actor.uid, time: now, mark: edit.mark }, outcome)
    }
    return outcome
  }

  /** The result that this edit would have now, without changing anything. */
  *probeInSlices(edit: Edit, actor: Actor, now?: number): SlicedWork<Outcome> {
    const outcome = yield* this.#try(edit, actor, now)
    if (!isRefusal(outcome)) this.state.revert(outcome.revert)
    return outcome
  }

  /** The cost of applying this edit, counted up to `limit`. */
  estimate(edit: Edit, uid: string, limit: number): EditCost {
    const { kinds } = this.#options.model.reducer
    const olderTexts = (id: RecordId, since: number) => this.#textsSince(id, since)
    return estimateCost(edit, uid, { state: this.state, kinds, olderTexts }, limit)
  }

  /** Reverts the last edit applied. */
  revert(applied: Applied): void {
    this.state.revert(applied.revert)
    this.#options.touched(applied.touched)
    this.#writers.takeBack()
    this.#removed.delete(this.#seq)
    this.#undoable.delete(this.#seq)
    this.#seq -= 1
    this.#generation += 1
  }

  /** Whether this gesture would be accepted. */
  allows(gesture: Edit, actor: Actor): boolean {
    return !this.needs(gesture) && !isRefusal(runToEnd(this.probeInSlices(gesture, actor)))
  }

  /** What must be fetched before this edit can be checked; normally undefined. */
  needs(edit: Edit): RequiredHistory | undefined {
    return getRequiredHistory(edit, this.state, {
      hasRemoved: (removedAt) =>
        removedAt > this.#removedSince ||
        this.#removed.has(removedAt) ||
        this.#older.coversRemoved(removedAt),
      hasWriter: (seq) => this.#writer(seq) !== undefined,
      hasTexts: (id, since) => this.#older.coversTexts(since, this.state.texts.since(id)),
    })
  }

  /** The cost of `fetch` in work units. */
  fetchWork(needs: RequiredHistory): number {
    const { writers } = needs
    const since = firstNeeded(needs)
    const replay = since === undefined ? 0 : (this.#seq - since) * realtimeLimits.replayWork
    return Math.min(replay, realtimeLimits.replayWorkMost) + writers.length * realtimeLimits.writerWork
  }

  /** Reads it from the journal, together with concurrent requests. */
  async fetch(needs: RequiredHistory): Promise<void> {
    const { removed, texts, writers } = needs
    if (writers.length > 0) {
      const found = await this.#options.older.writers(writers)
      for (const seq of writers) this.#olderWriters.set(seq, found.get(seq) ?? unknownWriter)
    }
    const since = firstNeeded(needs)
    if (since === undefined) return
    await this.#older.require(
      since,
      () =>
        removed.every(({ removedAt }) => this.#older.coversRemoved(removedAt)) &&
        texts.every((text) => this.#older.coversTexts(text.since, this.state.texts.since(text.id))),
    )
  }

  #try(edit: Edit, actor: Actor, now?: number): SlicedWork<Outcome> {
    const seq = this.#seq + 1
    return this.#options.model.reducer.applyInSlices(this.state, edit, actor, {
      seq,
      ref: seq,
      writer: (number) => this.#writer(number),
      removed: (removedAt, id) => this.#removed.get(removedAt)?.get(id) ?? this.#older.removed(removedAt, id),
      olderTexts: (id, since) => this.#textsSince(id, since),
      random: this.#options.random,
      undoable: (number) => this.#undoable.get(number),
      ...(now === undefined ? {} : { now }),
    })
  }

  /** The last author of a field, if known. */
  lastWriter(id: RecordId, field: string): string | undefined {
    const entry = this.state.entry(id)
    return (entry && this.#writer(getClock(entry, field))?.uid) || undefined
  }

  #writer(seq: number): Writer | undefined {
    return this.#writers.of(seq) ?? this.#olderWriters.get(seq)
  }

  #textsSince(id: RecordId, since: number): readonly TextEntry[] | undefined {
    const known = this.state.texts.since(id)
    if (!this.#older.coversTexts(since, known)) return undefined
    const before = this.#older.texts(id).filter((entry) => entry.seq > since && entry.seq <= known)
    return [...before, ...this.state.texts.entries(id)]
  }

  #note(writer: Writer, applied: Applied): void {
    this.#seq += 1
    this.#writers.add(writer)
    if (applied.removed.length > 0) this.#keepRemoved(this.#seq, applied.removed)
    this.#options.touched(applied.touched)
  }

  #keepRemoved(seq: number, entries: readonly RemovedEntry[]): void {
    this.#removed.set(seq, new Map(entries.map((entry) => [entry.record.id, entry])))
    this.#removedCount += entries.length
    for (const [oldest, some] of this.#removed) {
      if (this.#removedCount <= realtimeLimits.maxRemoved || oldest === seq) return
      this.#removed.delete(oldest)
      this.#removedCount -= some.size
      this.#removedSince = Math.max(this.#removedSince, oldest)
    }
  }
}

/** The number from which the journal must be replayed; undefined when only authors are missing. */
function firstNeeded({ removed, texts }: RequiredHistory): number | undefined {
  if (removed.length + texts.length === 0) return undefined
  const from = [...removed.map(({ removedAt }) => removedAt - 1), ...texts.map(({ since }) => since)]
  return Math.max(0, Math.min(...from))
}

export function migratedEntry(entry: RemovedEntry, migrator: Migrator): RemovedEntry {
  return { ...entry, record: migrator.record(entry.record) }
}
