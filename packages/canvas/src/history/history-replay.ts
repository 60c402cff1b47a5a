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

/** Where history is begun to be read: a keyframe, or an empty board before its first edit. */
export interface ReplayStart {
  readonly seq: number
  /** Null for an empty board. */
  readonly schema: SchemaVersions | null
  readonly entries: readonly Entry[]
}

/** Edits of the journal that were taken under the same schema versions. */
export interface ReplayRun {
  readonly schema: SchemaVersions
  readonly edits: readonly AcceptedEdit[]
}

/** One edit on the way from a moment to a later one. */
export interface ReplayStep {
  readonly edit: AcceptedEdit
  readonly applied: Applied
  /** What the records that it touched were right before it. */
  readonly before: ReadonlyMap<RecordId, Entry | undefined>
}

export interface ReplayVisitor {
  step(step: ReplayStep): void
  /** A newer server brought all records up to date at this place. */
  migrated(migrator: Migrator): void
}

interface Known {
  readonly edit: AcceptedEdit
  readonly schema: SchemaVersions
}

/**
 * A board's past: goes to any moment from a keyframe on by replaying the journal as it was taken, without judging it again.
 * Where a newer server brought the board up to date the same steps are taken, so edits meet the records they were made on.
 */
export class HistoryReplay {
  readonly start: ReplayStart
  readonly kinds: Kinds
  readonly #schemas: readonly ShapeSchema[]
  #known: Known[] = []
  #taken: AcceptedEdit[] = []
  #now: BoardState
  #schema: SchemaVersions | null
  #at: number
  /** What takes back the latest steps; shorter than the way from the start after a migration. */
  #undo: Applied[] = []

  /** `now`: the records at the start, where they are laid out already. */
  constructor(schemas: readonly ShapeSchema[], start: ReplayStart, now?: BoardState) {
    this.#schemas = schemas
    this.kinds = readKinds(schemas)
    this.start = start
    this.#at = start.seq
    this.#schema = start.schema
    this.#now = now ?? runToEnd(beginning(start))
  }

  /** Begins a replay in slices. */
  static *opening(schemas: readonly ShapeSchema[], start: ReplayStart): SlicedTask<HistoryReplay> {
    return new HistoryReplay(schemas, start, yield* beginning(start))
  }

  /** Number of the moment that the records are at. */
  get seq(): number {
    return this.#at
  }

  /** The last moment that can be gone to. */
  get head(): number {
    return this.start.seq + this.#known.length
  }

  /** The records as they were taken; to be read only, and only until somebody goes elsewhere. */
  get state(): BoardState {
    return this.#now
  }

  get edits(): readonly AcceptedEdit[] {
    return this.#taken
  }

  /** Another replay of the same past, at its start; what is added to one of them is known to both. */
  *forking(): SlicedTask<HistoryReplay> {
    const fork = yield* HistoryReplay.opening(this.#schemas, this.start)
    fork.#known = this.#known
    fork.#taken = this.#taken
    return fork
  }

  /** Adds what comes next in the journal; throws when it leaves a gap. */
  extend(runs: readonly ReplayRun[]): void {
    for (const { schema, edits } of runs) {
      for (const edit of edits) {
        if (edit.seq <= this.head) continue
        if (edit.seq !== this.head + 1)
          throw new RangeError(`history goes on with ${edit.seq} after ${this.head}`)
        this.#known.push({ edit, schema })
        this.#taken.push(edit)
      }
    }
  }

  /** Goes to a moment; answers which records changed on the way, or null when it may be all. */
  go(seq: number): ReadonlySet<RecordId> | null {
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

  /** Goes on to a later moment and tells of every step. */
  walk(to: number, visitor: ReplayVisitor): void {
    while (this.#at < to) this.#forward(undefined, visitor)
  }

  /** A copy of the records at the present moment of this replay, brought up to date for drawing and comparing. */
  copy(): BoardState {
    return runToEnd(this.copying())
  }

  /** The copy in slices; nobody may go elsewhere meanwhile. */
  *copying(): SlicedTask<BoardState> {
    const copy = new BoardState()
    yield* forEachSliced(this.#now.ids(), this.#now.size, (id) => copy.write(id, this.#now.entry(id)))
    if (!this.isUpToDate) migrateState(copy, this.#getMigratorTo(schemaVersions(this.#schemas)))
    return copy
  }

  /** The records for drawing and comparing: themselves where they are up to date, else a copy; read them at once. */
  drawable(): BoardState {
    return this.isUpToDate ? this.#now : this.copy()
  }

  /** What the step that led here took away. */
  get removedLast(): readonly Entry[] {
    return this.#undo.at(-1)?.removed ?? []
  }

  /** No copy is needed to draw the records. */
  get isUpToDate(): boolean {
    return (
      this.#schema === null || areSameVersions(this.#schemas, this.#schema, schemaVersions(this.#schemas))
    )
  }

  /** Answers whether everything may have changed. */
  #forward(touched?: Set<RecordId>, visitor?: ReplayVisitor): boolean {
    const next = this.#known[this.#at - this.start.seq]
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
    if (!migrator || migrator.isIdle) return false
    migrateState(this.#now, migrator)
    visitor?.migrated(migrator)
    // What came before can no longer be taken back step by step.
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
    this.#now = runToEnd(beginning(this.start))
  }
}

function* beginning({ seq, entries }: ReplayStart): SlicedTask<BoardState> {
  const state = new BoardState()
  yield* forEachSliced(entries, entries.length, (entry) => state.write(entry.record.id, entry))
  state.texts.startAt(seq)
  return state
}

/** The first entry noted of each record is the one from before the edit. */
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
