import { type BoardState, isRefusal, migrateState, needsOf, replay } from '@tavla/canvas/model'
import type {
  Actor,
  Applied,
  Change,
  Edit,
  Migrator,
  Needs,
  Outcome,
  RecordId,
  RemovedEntry,
  TakenEdit,
  TextEntry,
  Writer,
} from '@tavla/canvas/model'
import { realtimeLimits } from './limits.ts'
import type { BoardModel } from './model.ts'
import { Writers } from './writers.ts'

/** What edits refer to from before the room was loaded, read from the journal when it is asked for. */
export interface Older {
  /** Nothing before this number is known: the journal was trimmed up to here. */
  readonly since: number
  /** Removed records by the journal number that removed them, for numbers after `since`. */
  readonly removed: ReadonlyMap<number, readonly RemovedEntry[]>
  /** Text changes after `since`, by record. */
  readonly texts: ReadonlyMap<RecordId, readonly TextEntry[]>
}

export interface OlderReader {
  replayFrom(since: number): Promise<Older>
  writers(seqs: readonly number[]): Promise<ReadonlyMap<number, Writer>>
}

export interface BoardOptions {
  readonly model: BoardModel
  readonly state: BoardState
  /** Number of the last edit in it. */
  readonly seq: number
  /** From 0 to 1. */
  readonly random: () => number
  readonly older: OlderReader
  /** These records were put, changed or taken away. */
  readonly touched: (ids: Iterable<RecordId>) => void
}

/** A number that the journal does not have (a copied board has no history): somebody, long ago. */
const unknownWriter: Writer = { uid: '', time: 0 }

/** A space's records in memory, with what is needed to judge edits: who wrote which number when, and what was removed. */
export class Board {
  readonly state: BoardState
  readonly #options: BoardOptions
  #seq: number
  #generation = 0
  readonly #writers: Writers
  readonly #olderWriters = new Map<number, Writer>()
  readonly #removed = new Map<number, ReadonlyMap<RecordId, RemovedEntry>>()
  #removedCount = 0
  readonly #olderTexts = new Map<
    RecordId,
    { readonly since: number; readonly entries: readonly TextEntry[] }
  >()

  constructor(options: BoardOptions) {
    this.#options = options
    this.state = options.state
    this.#seq = options.seq
    this.#writers = new Writers(options.seq, realtimeLimits.writersKept)
  }

  /** Number of the last edit applied; it may not be in the journal yet. */
  get seq(): number {
    return this.#seq
  }

  /** Raised when edits are taken back: what was read from the records before may never have been. */
  get generation(): number {
    return this.#generation
  }

  /** An edit of the journal, as taken. */
  replay(taken: TakenEdit): void {
    this.#note(
      { uid: taken.by, time: taken.time },
      replay(this.state, this.#options.model.reducer.kinds, taken),
    )
  }

  /** Brings the records up to date with newer schemas; answers those that changed. */
  migrate(migrator: Migrator): readonly RecordId[] {
    for (const [seq, entries] of this.#removed) {
      this.#removed.set(seq, new Map([...entries].map(([id, entry]) => [id, migratedEntry(entry, migrator)])))
    }
    return migrateState(this.state, migrator)
  }

  /** Judges an edit and applies it under the next number; a refused one changes nothing. */
  apply(edit: Edit, actor: Actor, now: number): Outcome {
    const outcome = this.#try(edit, actor, now)
    if (!isRefusal(outcome)) this.#note({ uid: actor.uid, time: now }, outcome)
    return outcome
  }

  /** Takes back the last edit applied. */
  revert(applied: Applied): void {
    this.state.revert(applied.revert)
    this.#options.touched(applied.touched)
    this.#writers.takeBack()
    this.#removed.delete(this.#seq)
    this.#seq -= 1
    this.#generation += 1
  }

  /** Would this gesture be taken? Tried on the records and taken back. */
  allows(changes: readonly Change[], actor: Actor): boolean {
    const edit: Edit = { id: 'gesture:1', base: this.#seq, mark: '', changes }
    if (this.needs(edit)) return false
    const outcome = this.#try(edit, actor)
    if (isRefusal(outcome)) return false
    this.state.revert(outcome.revert)
    return true
  }

  /** What must be fetched before this edit can be judged; undefined in the usual case. */
  needs(edit: Edit): Needs | undefined {
    return needsOf(edit, this.state, {
      hasRemoved: (removedAt) => this.#removed.has(removedAt),
      hasWriter: (seq) => this.#writer(seq) !== undefined,
    })
  }

  /** Also notes what was asked for and is not there, so that it is not asked for again. */
  async fetch({ removed, texts, writers }: Needs): Promise<void> {
    const { older } = this.#options
    if (writers.length > 0) {
      const found = await older.writers(writers)
      for (const seq of writers) this.#olderWriters.set(seq, found.get(seq) ?? unknownWriter)
    }
    if (removed.length + texts.length === 0) return
    const since = Math.min(
      ...removed.map(({ removedAt }) => removedAt - 1),
      ...texts.map((text) => text.since),
    )
    const found = await older.replayFrom(Math.max(0, since))
    for (const { removedAt } of removed) this.#keepRemoved(removedAt, found.removed.get(removedAt) ?? [])
    for (const { id } of texts) {
      const entries = found.texts.get(id) ?? []
      this.#olderTexts.set(id, { since: Math.max(since, found.since), entries })
    }
  }

  #try(edit: Edit, actor: Actor, now?: number): Outcome {
    const seq = this.#seq + 1
    return this.#options.model.reducer.apply(this.state, edit, actor, {
      seq,
      ref: seq,
      writer: (number) => this.#writer(number),
      removed: (removedAt, id) => this.#removed.get(removedAt)?.get(id),
      olderTexts: (id, since) => this.#textsSince(id, since),
      random: this.#options.random,
      ...(now === undefined ? {} : { now }),
    })
  }

  #writer(seq: number): Writer | undefined {
    return this.#writers.of(seq) ?? this.#olderWriters.get(seq)
  }

  #textsSince(id: RecordId, since: number): readonly TextEntry[] | undefined {
    const older = this.#olderTexts.get(id)
    if (!older || since < older.since) return undefined
    const known = this.state.texts.since(id)
    const before = older.entries.filter((entry) => entry.seq > since && entry.seq <= known)
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
      if (this.#removedCount <= realtimeLimits.removedKept || oldest === seq) return
      this.#removed.delete(oldest)
      this.#removedCount -= some.size
    }
  }
}

export function migratedEntry(entry: RemovedEntry, migrator: Migrator): RemovedEntry {
  return { ...entry, record: migrator.record(entry.record) }
}
