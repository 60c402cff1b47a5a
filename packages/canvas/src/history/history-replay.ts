import type { Entry, AcceptedEdit } from '../document/model/change.ts'
import { type Kinds, readKinds } from '../document/kinds/kinds.ts'
import {
  areSameVersions,
  type Migrator,
  migrateState,
  getMigrator,
  type SchemaVersions,
  schemaVersions,
} from '../document/apply/migrate.ts'
import type { RecordId } from '../document/model/record.ts'
import type { Applied } from '../document/apply/reducer.ts'
import { replay } from '../document/apply/replay.ts'
import type { ShapeSchema } from '../document/model/schema.ts'
import { runToEnd } from '../document/model/sliced-work.ts'
import { BoardState } from '../document/state/state.ts'
import { forEachSliced, type SlicedTask } from './sliced-task.ts'

/** Start of a replay: a keyframe, or an empty board before its first edit. */
export interface ReplayStart {
  readonly seq: number
  /** Null for an empty board. */
  readonly schema: SchemaVersions | null
  readonly entries: readonly Entry[]
}

/** Consecutive journal edits with the same schema versions. */
export interface ReplayRun {
  readonly schema: SchemaVersions
  readonly edits: readonly AcceptedEdit[]
}

/** One replayed edit. */
export interface ReplayStep {
  readonly edit: AcceptedEdit
  readonly applied: Applied
  /** The touched records right before the edit. */
  readonly before: ReadonlyMap<RecordId, Entry | undefined>
}

export interface ReplayVisitor {
  step(step: ReplayStep): void
  /** The records were migrated by a server update at this position. */
  migrated(migrator: Migrator): void
}

interface JournaledEdit {
  readonly edit: AcceptedEdit
  readonly schema: SchemaVersions
}

/**
 * Replays the journal from a keyframe to any version, without authorizing edits again. Migrations are replayed at
 * the same positions, so that edits apply to the records they were made for.
 */
export class HistoryReplay {
  readonly start: ReplayStart
  readonly kinds: Kinds
  readonly #schemas: readonly ShapeSchema[]
  #journaled: JournaledEdit[] = []
  #accepted: AcceptedEdit[] = []
  #now: BoardState
  #schema: SchemaVersions | null
  #at: number
  /** Applied edits in order, to step backwards; cleared by a migration. */
  #undo: Applied[] = []

  /** `now`: the state at the start, if it is already built. */
  constructor(schemas: readonly ShapeSchema[], start: ReplayStart, now?: BoardState) {
    this.#schemas = schemas
    this.kinds = readKinds(schemas)
    this.start = start
    this.#at = start.seq
    this.#schema = start.schema
    this.#now = now ?? runToEnd(createStartState(start))
  }

  /** Creates a replay in slices. */
  static *open(schemas: readonly ShapeSchema[], start: ReplayStart): SlicedTask<HistoryReplay> {
    return new HistoryReplay(schemas, start, yield* createStartState(start))
  }

  /** Sequence number of the current version. */
  get seq(): number {
    return this.#at
  }

  /** The latest version that can be shown. */
  get head(): number {
    return this.start.seq + this.#journaled.length
  }

  /** The records in their stored form; read-only, and valid until the next seek. */
  get state(): BoardState {
    return this.#now
  }

  get edits(): readonly AcceptedEdit[] {
    return this.#accepted
  }

  /** Another replay of the same history, at its start; edits added to one are shared with the other. */
  *fork(): SlicedTask<HistoryReplay> {
    const fork = yield* HistoryReplay.open(this.#schemas, this.start)
    fork.#journaled = this.#journaled
    fork.#accepted = this.#accepted
    return fork
  }

  /** Adds the following journal edits; throws if there is a gap. */
  extend(runs: readonly ReplayRun[]): void {
    for (const { schema, edits } of runs) {
      for (const edit of edits) {
        if (edit.seq <= this.head) continue
        if (edit.seq !== this.head + 1)
          throw new RangeError(`history goes on with ${edit.seq} after ${this.head}`)
        this.#journaled.push({ edit, schema })
        this.#accepted.push(edit)
      }
    }
  }

  /** Seeks to a version. Returns the changed records, or null if all may have changed. */
  seek(seq: number): ReadonlySet<RecordId> | null {
    if (seq < this.start.seq || seq > this.head) throw new RangeError(`${seq} is not in this history`)
    const back = this.#at - seq
    if (back > this.#undo.length) {
      this.#restart()
      while (this.#at < seq) this.#forward()
      return null
    }
    const touched = new Set<RecordId>()
    let isWhole = false
    while (this.#at > seq) this.#back(touched)
    while (this.#at < seq) isWhole = this.#forward(touched) || isWhole
    return isWhole ? null : touched
  }

  /** Replays up to a later version and reports every step. */
  walk(to: number, visitor: ReplayVisitor): void {
    while (this.#at < to) this.#forward(undefined, visitor)
  }

  /** A copy of the current version, migrated for drawing and comparing. */
  copy(): BoardState {
    return runToEnd(this.copyInSlices())
  }

  /** Creates the copy in slices; do not seek meanwhile. */
  *copyInSlices(): SlicedTask<BoardState> {
    const copy = new BoardState()
    yield* forEachSliced(this.#now.ids(), this.#now.size, (id) => copy.write(id, this.#now.entry(id)))
    if (!this.isUpToDate) migrateState(copy, this.#getMigratorTo(schemaVersions(this.#schemas)))
    return copy
  }

  /** The state for drawing and comparing: a copy only if it must be migrated. Valid until the next seek. */
  drawable(): BoardState {
    return this.isUpToDate ? this.#now : this.copy()
  }

  /** Records removed by the last step. */
  get removedLast(): readonly Entry[] {
    return this.#undo.at(-1)?.removed ?? []
  }

  /** The state needs no migration to be drawn. */
  get isUpToDate(): boolean {
    return (
      this.#schema === null || areSameVersions(this.#schemas, this.#schema, schemaVersions(this.#schemas))
    )
  }

  /** Returns whether everything may have changed. */
  #forward(touched?: Set<RecordId>, visitor?: ReplayVisitor): boolean {
    const next = this.#journaled[this.#at - this.start.seq]
    if (!next) throw new RangeError('history ends here')
    const isWhole = this.#migrate(next.schema, visitor)
    const applied = replay(this.#now, this.kinds, next.edit)
    this.#at = next.edit.seq
    this.#undo.push(applied)
    for (const id of applied.touched) touched?.add(id)
    visitor?.step({ edit: next.edit, applied, before: listEntriesBefore(applied) })
    return isWhole
  }

  #back(touched: Set<RecordId>): void {
    const applied = this.#undo.pop()
    if (!applied) throw new RangeError('nothing to take back')
    this.#now.revert(applied.revert)
    this.#at -= 1
    for (const id of applied.touched) touched.add(id)
  }

  #migrate(schema: SchemaVersions, visitor: ReplayVisitor | undefined): boolean {
    const from = this.#schema
    if (from !== null && areSameVersions(this.#schemas, from, schema)) return false
    const migrator = from === null ? null : this.#getMigratorTo(schema)
    this.#schema = schema
    if (!migrator || migrator.isNoop) return false
    migrateState(this.#now, migrator)
    visitor?.migrated(migrator)
    // Steps before a migration cannot be reverted.
    this.#undo = []
    return true
  }

  #getMigratorTo(schema: SchemaVersions): Migrator {
    return getMigrator(this.#schemas, this.#schema ?? schema, schema)
  }

  #restart(): void {
    this.#at = this.start.seq
    this.#schema = this.start.schema
    this.#undo = []
    this.#now = runToEnd(createStartState(this.start))
  }
}

function* createStartState({ seq, entries }: ReplayStart): SlicedTask<BoardState> {
  const state = new BoardState()
  yield* forEachSliced(entries, entries.length, (entry) => state.write(entry.record.id, entry))
  state.texts.startAt(seq)
  return state
}

/** The first entry of each record is the one before the edit. */
function listEntriesBefore({ revert }: Applied): Map<RecordId, Entry | undefined> {
  const before = new Map<RecordId, Entry | undefined>()
  const note = (id: RecordId, entry: Entry | undefined): void => {
    if (!before.has(id)) before.set(id, entry)
  }
  for (const step of revert.steps) {
    if ('id' in step) note(step.id, step.entry)
    else step.move.ids.forEach((id, i) => note(id, step.entries[i]))
  }
  return before
}
