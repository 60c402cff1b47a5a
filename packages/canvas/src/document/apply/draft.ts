import type {
  EditRef,
  Entry,
  Fields,
  NewRecord,
  SkippedField,
  AcceptedChange,
  AcceptedText,
  RemovedEntry,
} from '../model/change.ts'
import { copyEntry, getUnmoved } from '../state/moved-entry.ts'
import type { BoardRecord, RecordId, StrokePiece } from '../model/record.ts'
import { AppliedEdit, type PatchedEntry } from './applied-edit.ts'
import { type Applied, getClock, type InverseChange, LOCAL_SEQ, type SkippedDelete } from './reducer.ts'
import type { RichText } from '../text/rich-text.ts'
import { getChain } from '../rules/rules.ts'
import { runToEnd, SlicePacer, type SlicedWork } from '../model/sliced-work.ts'
import { type BoardState, type Cell, listEntriesBefore, type RevertStep } from '../state/state.ts'
import type { TextEntry } from '../text/text-log.ts'

const NO_CLOCK = Object.freeze({})
const NO_PIECES: readonly StrokePiece[] = Object.freeze([])

/** Author and sequence number of the changes. */
export interface Stamp {
  readonly seq: number
  readonly ref: EditRef
  readonly by: string
}

/** Distinct records that move together, in order. */
export interface MovedRecords {
  readonly ids: readonly RecordId[]
  readonly cells: readonly Cell[]
  /** What the cells hold. */
  readonly entries: readonly Entry[]
  /** Previous clocks of x and y of each. */
  readonly was: readonly number[]
}

/**
 * An edit while it is being applied. Writes to the board at once and records what it replaced, so that it can be
 * committed or reverted as a whole. Does no authorization.
 */
export class Draft {
  readonly state: BoardState
  readonly stamp: Stamp
  readonly skipped: SkippedField[] = []
  /** The edit undoes an action of the same user, so frame roles were not enforced. */
  isUndo = false
  #affectedGroups: Set<RecordId> | undefined
  #reordered: Set<RecordId> | undefined
  /** Replaced entries in order of application; a record written twice appears twice. */
  readonly #steps: RevertStep[] = []
  readonly #texts: { readonly id: RecordId; readonly entry: TextEntry }[] = []
  readonly #taken: AcceptedChange[] = []
  readonly #undone: (InverseChange | PatchedEntry)[] = []
  readonly #removed: RemovedEntry[] = []
  readonly #skippedDeletes: SkippedDelete[] = []

  constructor(state: BoardState, stamp: Stamp) {
    this.state = state
    this.stamp = stamp
  }

  /** Groups that are new or lost a child. They are removed if they end up empty. */
  get affectedGroups(): Set<RecordId> {
    return (this.#affectedGroups ??= new Set())
  }

  /** Records with new order keys. */
  get reordered(): Set<RecordId> {
    return (this.#reordered ??= new Set())
  }

  put(record: NewRecord, isStroke: boolean): void {
    const made = this.stamp.seq >= LOCAL_SEQ ? 0 : this.stamp.seq
    this.#replace(record.id, {
      record: { ...record, by: this.stamp.by, made },
      clock: NO_CLOCK,
      pieces: NO_PIECES,
      open: isStroke,
    })
    this.#taken.push({ op: 'put', record })
    this.#undone.push({ op: 'remove', ids: [record.id], if: this.stamp.ref })
    this.reordered.add(record.id)
  }

  /** Sets fields of the record in this cell; undefined removes a field. */
  patch(cell: Cell, fields: Fields): void {
    const { entry } = cell
    const { record, pieces, open } = entry
    const names = Object.keys(fields)
    const was = names.map((field) => getClock(entry, field))
    const clock: Record<string, number> = { ...entry.clock }
    for (const field of names) clock[field] = this.stamp.seq
    this.#update(cell, { record: withFields(record, fields, names), clock, pieces, open })
    this.#taken.push({ op: 'patch', id: record.id, fields })
    this.#undone.push({ entry, fields, was })
    if ('z' in fields || 'parent' in fields) this.reordered.add(record.id)
  }

  /** Moves records by one offset. */
  move(
    { ids, cells, entries, was }: MovedRecords,
    { dx, dy }: { readonly dx: number; readonly dy: number },
  ): void {
    if (ids.length === 0) return
    const move = { ids, dx, dy }
    const stamp = { seq: this.stamp.seq }
    this.state.move(move, cells, entries, stamp)
    this.#steps.push({ move, entries, stamp })
    this.#taken.push({ op: 'translate', ids, dx, dy })
    this.#undone.push({ op: 'translate', ids, dx: -dx, dy: -dy, if: [this.stamp.ref], was })
  }

  append(cell: Cell, piece: StrokePiece, last: boolean): void {
    const { entry } = cell
    const { id } = getUnmoved(entry)
    this.#update(cell, copyEntry(entry, { pieces: [...entry.pieces, piece], open: !last }))
    this.#taken.push({ op: 'append', id, n: entry.pieces.length, piece, last })
  }

  remove(ids: readonly RecordId[]): void {
    runToEnd(this.removeInSlices(ids, new SlicePacer()))
  }

  *removeInSlices(ids: readonly RecordId[], pacer: SlicePacer): SlicedWork<void> {
    if (ids.length === 0) return
    for (const id of ids) {
      if (pacer.isDue()) yield
      const entry = this.state.entry(id)
      if (!entry) continue
      const within = [...getChain(this.state, id)].slice(1).map((container) => container.id)
      this.#removed.push({ ...copyEntry(entry, {}), within })
    }
    for (const id of ids) {
      if (pacer.isDue()) yield
      this.markPossiblyEmpty(this.state.get(id)?.parent ?? null)
      this.#replace(id, undefined)
    }
    this.#taken.push({ op: 'remove', ids })
    this.#undone.push({ op: 'restore', ids, removedAt: this.stamp.ref })
  }

  /** Reports records that the delete skipped. */
  recordSkippedDeletes(skipped: readonly SkippedDelete[]): void {
    if (skipped.length === 0) return
    this.#taken.push({ op: 'keep', ids: skipped.map(({ id }) => id) })
    this.#skippedDeletes.push(...skipped)
  }

  restore(entries: readonly Entry[]): void {
    runToEnd(this.restoreInSlices(entries, new SlicePacer()))
  }

  *restoreInSlices(entries: readonly Entry[], pacer: SlicePacer): SlicedWork<void> {
    if (entries.length === 0) return
    for (const entry of entries) {
      if (pacer.isDue()) yield
      this.#replace(entry.record.id, entry)
      this.state.noteRestored(entry.record.id, this.stamp.seq)
    }
    this.#taken.push({ op: 'restore', entries })
    this.#undone.push({ op: 'remove', ids: entries.map(({ record }) => record.id), if: this.stamp.ref })
  }

  text(cell: Cell, text: RichText, log: TextEntry, taken: AcceptedText, inverted: readonly unknown[]): void {
    const { entry } = cell
    const id = entry.record.id
    if (taken.steps.length > 0) {
      const clock = { ...entry.clock, text: this.stamp.seq }
      this.#update(cell, copyEntry(entry, { record: { ...entry.record, text }, clock }))
      this.#undone.push({ op: 'text', id, steps: inverted, at: this.stamp.ref })
    }
    this.state.texts.push(id, log)
    this.#texts.push({ id, entry: log })
    this.#taken.push(taken)
  }

  /** Marks a container that may have become empty. */
  markPossiblyEmpty(container: RecordId | null): void {
    if (container !== null) this.affectedGroups.add(container)
  }

  /** The record before this edit. */
  before(entry: Entry): Entry {
    const isChanged = Object.values(entry.clock).includes(this.stamp.seq)
    return (isChanged ? listEntriesBefore(this.#steps).get(entry.record.id) : undefined) ?? entry
  }

  /** Whether this edit wrote that number; later changes of an edit can build on its earlier ones. */
  isOwn(seq: number): boolean {
    return seq === this.stamp.seq
  }

  finish(): Applied {
    const applied = {
      taken: this.#taken,
      skipped: this.skipped,
      removed: this.#removed,
      // A skipped group that ends up empty is removed like any empty group.
      skippedDeletes: this.#skippedDeletes.filter(({ id }) => this.state.has(id)),
      isUndo: this.isUndo,
      revert: { steps: this.#steps, texts: this.#texts },
    }
    return new AppliedEdit(applied, this.#undone, this.stamp.ref)
  }

  drop(): void {
    this.state.revert({ steps: this.#steps, texts: this.#texts })
  }

  #replace(id: RecordId, entry: Entry | undefined): void {
    this.#steps.push({ id, entry: this.state.entry(id) })
    this.state.write(id, entry)
  }

  #update(cell: Cell, entry: Entry): void {
    this.#steps.push({ id: entry.record.id, entry: cell.entry })
    this.state.update(cell, entry)
  }
}

function withFields(record: BoardRecord, fields: Fields, names: readonly string[]): BoardRecord {
  const all: Record<string, unknown> & BoardRecord = { ...record }
  let removesAny = false
  // One by one: engines copy an object as a whole several times faster than they merge two.
  for (const field of names) {
    all[field] = fields[field]
    removesAny ||= fields[field] === undefined
  }
  if (!removesAny) return all
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined),
  ) as unknown as BoardRecord
}
