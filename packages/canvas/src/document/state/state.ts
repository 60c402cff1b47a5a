import type { Entry } from '../model/change.ts'
import { getRange } from '../model/id-list.ts'
import { isBinding } from '../kinds/binding.ts'
import { isOutsideTree } from '../kinds/index.ts'
import { isSuggestion } from '../kinds/suggestion.ts'
import { copyEntry, MovedEntry, type MoveStamp, getUnmoved } from './moved-entry.ts'
import type { BoardRecord, DocumentView, Move, RecordId, StrokePiece } from '../model/record.ts'
import { Siblings } from './siblings.ts'
import { type TextEntry, TextLog } from '../text/text-log.ts'

const NONE: readonly never[] = []
/** Maximum number of removed containers whose parents are remembered. */
const MAX_NOTES = 50_000
/** More bindings of one element are a set: removing them one by one from a list would take their number squared. */
const FEW_BINDINGS = 8
/** Lookups of shorter id lists are not cached. */
const LONG_LIST = 1_000

/**
 * Mutable reference to the current entry of a record, valid until the record is removed. Saves repeated lookups.
 */
export interface Cell {
  entry: Entry
}

/** What a write replaced: the entry of one record, or the entries of records that moved together. */
export type RevertStep = { readonly id: RecordId; readonly entry: Entry | undefined } | MoveStep

export interface MoveStep {
  readonly move: Move
  readonly entries: readonly Entry[]
  readonly stamp: MoveStamp
}

/** The data that `revert` needs: replaced entries in order, and logged text steps. */
export interface Revert {
  readonly steps: readonly RevertStep[]
  readonly texts: readonly { readonly id: RecordId; readonly entry: TextEntry }[]
}

/** Records as they were before these steps; records created by the steps are omitted. */
export function listEntriesBefore(steps: readonly RevertStep[]): ReadonlyMap<RecordId, Entry> {
  const before = new Map<RecordId, Entry | undefined>()
  const note = (id: RecordId, entry: Entry | undefined): void => {
    if (!before.has(id)) before.set(id, entry)
  }
  for (const step of steps) {
    if ('id' in step) note(step.id, step.entry)
    else for (const [at, id] of step.move.ids.entries()) note(id, step.entries[at])
  }
  return new Map([...before].flatMap(([id, entry]) => (entry ? [[id, entry] as const] : [])))
}

/** Is notified of every change of a board; the replica derives its change events from it. */
export interface StateWatcher {
  replaced(id: RecordId, before: Entry | undefined): void
  moved(move: Move): void
}

/**
 * All records of a space with their clocks and stroke pieces, indexed for readers. Entries are immutable and
 * replaced on change. Only the reducer, chunks and migrations write.
 */
export class BoardState implements DocumentView {
  /** Recent text steps per record, over which late steps are rebased. */
  readonly texts = new TextLog()
  readonly #cells = new Map<RecordId, Cell>()
  /** Incremented when records are added or removed. */
  #population = 0
  #known:
    | {
        readonly ids: readonly RecordId[]
        readonly cells: readonly (Cell | undefined)[]
        readonly at: number
      }
    | undefined
  readonly #children = new Map<RecordId | null, Siblings>()
  readonly #suggestions = new Set<RecordId>()
  /** Bindings by target element. Most have one or two, for which a set takes six times the memory of a list. */
  readonly #held = new Map<RecordId, RecordId[] | Set<RecordId>>()
  /** Parents of removed containers: other users may still insert into a removed container. */
  readonly #forward = new Map<RecordId, RecordId | null>()
  /** Number of the edit that last restored a record; field clocks keep the original writers. */
  readonly #broughtBack = new Map<RecordId, number>()
  readonly #watcher: StateWatcher | undefined

  constructor(watcher?: StateWatcher) {
    this.#watcher = watcher
  }

  get size(): number {
    return this.#cells.size
  }

  get(id: RecordId): BoardRecord | undefined {
    return this.#cells.get(id)?.entry.record
  }

  getUnmoved(id: RecordId): BoardRecord | undefined {
    const cell = this.#cells.get(id)
    return cell && getUnmoved(cell.entry)
  }

  entry(id: RecordId): Entry | undefined {
    return this.#cells.get(id)?.entry
  }

  /** Valid until the record is removed. */
  cell(id: RecordId): Cell | undefined {
    return this.#cells.get(id)
  }

  /**
   * The cells of a list. The result for the last long list is cached until records are added or removed: the
   * selection is queried repeatedly, and a hundred thousand lookups take about one frame.
   */
  getCells(ids: readonly RecordId[]): readonly (Cell | undefined)[] {
    const { of, from } = getRange(ids)
    const isKnown = this.#known?.ids === of && this.#known.at === this.#population
    if (this.#known && isKnown)
      return of === ids ? this.#known.cells : this.#known.cells.slice(from, from + ids.length)
    const cells = ids.map((id) => this.#cells.get(id))
    if (of === ids && ids.length > LONG_LIST) this.#known = { ids, cells, at: this.#population }
    return cells
  }

  each(ids: readonly RecordId[], visit: (record: BoardRecord | undefined, id: RecordId) => void): void {
    const cells = this.getCells(ids)
    for (let i = 0; i < ids.length; i++) visit(cells[i] && getUnmoved(cells[i]!.entry), ids[i]!)
  }

  has(id: RecordId): boolean {
    return this.#cells.has(id)
  }

  childIds(parent: RecordId | null): readonly RecordId[] {
    return this.#children.get(parent)?.list() ?? NONE
  }

  childCount(parent: RecordId | null): number {
    return this.#children.get(parent)?.count ?? 0
  }

  pieces(id: RecordId): readonly StrokePiece[] {
    return this.#cells.get(id)?.entry.pieces ?? NONE
  }

  getBindings(id: RecordId): readonly RecordId[] {
    const children = this.childIds(id)
    // Most elements have none; a loading board asks for those of each.
    const own = children.length === 0 ? NONE : children.filter((child) => isBinding(this.get(child)))
    const held = this.#held.get(id)
    if (held === undefined) return own
    return own.length === 0 ? [...held] : [...own, ...held]
  }

  /** Open suggestions, at most `MAX_SUGGESTIONS`. */
  suggestionIds(): ReadonlySet<RecordId> {
    return this.#suggestions
  }

  targets(): Iterable<RecordId> {
    return this.#held.keys()
  }

  ids(): Iterable<RecordId> {
    return this.#cells.keys()
  }

  /** The container with this id or, if it was removed, its nearest remaining ancestor. */
  findNearestContainer(container: RecordId): BoardRecord | undefined {
    for (let at: RecordId | null | undefined = container; at != null; at = this.#forward.get(at)) {
      const record = this.get(at)
      if (record) return record
    }
    return undefined
  }

  noteRestored(id: RecordId, seq: number): void {
    this.#broughtBack.delete(id)
    this.#broughtBack.set(id, seq)
    if (this.#broughtBack.size > MAX_NOTES) evictOldest(this.#broughtBack)
  }

  /** Number of the edit that last restored the record, if still known; else 0. */
  restoredAt(id: RecordId): number {
    return this.#broughtBack.get(id) ?? 0
  }

  /** Creates, replaces or (with undefined) removes a record. */
  write(id: RecordId, entry: Entry | undefined): void {
    const cell = this.#cells.get(id)
    if (cell && entry) return this.update(cell, entry)
    if (entry) return void this.insert(id, entry)
    if (!cell) return
    const before = cell.entry
    this.#cells.delete(id)
    this.#population += 1
    this.#index(before.record, undefined)
    this.#leaveNote(id, before.record.parent)
    this.#watcher?.replaced(id, before)
  }

  /** Adds a record; false if there already is one with this id. */
  insert(id: RecordId, entry: Entry): boolean {
    if (this.#cells.has(id)) return false
    this.#cells.set(id, { entry })
    this.#population += 1
    this.#index(undefined, entry.record)
    this.#forward.delete(id)
    this.#watcher?.replaced(id, undefined)
    return true
  }

  /** Replaces the record of this cell by another one with the same id. */
  update(cell: Cell, entry: Entry): void {
    const before = cell.entry
    cell.entry = entry
    if (!isIndexedAlike(before.record, entry.record)) this.#index(before.record, entry.record)
    this.#watcher?.replaced(entry.record.id, before)
  }

  /** Moves the records of these distinct cells, which hold these entries. */
  move(move: Move, cells: readonly Cell[], entries: readonly Entry[], stamp: MoveStamp): void {
    const { dx, dy } = move
    for (let i = 0; i < cells.length; i++) cells[i]!.entry = new MovedEntry(entries[i]!, dx, dy, stamp)
    this.#watcher?.moved(move)
  }

  /**
   * Sets the number of a record that had none yet. In place and without notice: nothing is drawn by it, and a copy of
   * every record would cost as much as inserting them.
   */
  setNumber(id: RecordId, seq: number): void {
    const record = this.#cells.get(id)?.entry.record
    if (record?.made === 0) (record as { made: number }).made = seq
  }

  /** Keeps the existing record object if the current one is equal, so that readers' caches stay valid. */
  keepRecord(id: RecordId, record: BoardRecord): void {
    const cell = this.#cells.get(id)
    if (!cell || cell.entry.record === record) return
    // A plain entry would not receive the final number of its move.
    if (cell.entry instanceof MovedEntry) cell.entry.keep(record)
    else cell.entry = copyEntry(cell.entry, { record })
  }

  /** Reverts an edit; only valid for the last one applied. */
  revert(revert: Revert): void {
    for (let i = revert.steps.length - 1; i >= 0; i--) this.#undoStep(revert.steps[i]!)
    for (let i = revert.texts.length - 1; i >= 0; i--) this.texts.pop(revert.texts[i]!.id)
  }

  #undoStep(step: RevertStep): void {
    if ('id' in step) return this.write(step.id, step.entry)
    const { ids, dx, dy } = step.move
    for (let i = ids.length - 1; i >= 0; i--) {
      const cell = this.#cells.get(ids[i]!)
      if (cell) cell.entry = step.entries[i]!
    }
    this.#watcher?.moved({ ids, dx: -dx, dy: -dy })
  }

  #index(before: BoardRecord | undefined, after: BoardRecord | undefined): void {
    if (isOutsideTree(before ?? after)) return this.#indexOutside(before, after)
    const moved = before?.parent !== after?.parent || before?.z !== after?.z
    if (before && (!after || moved)) this.#siblings(before.parent).remove(before.id)
    if (after && (!before || moved)) this.#siblings(after.parent).add(after)
    const oldTarget = isBinding(before) ? before.target : undefined
    const newTarget = isBinding(after) ? after.target : undefined
    if (oldTarget === newTarget) return
    if (before && oldTarget !== undefined) this.#release(oldTarget, before.id)
    if (after && newTarget !== undefined) this.#hold(newTarget, after.id)
  }

  #indexOutside(before: BoardRecord | undefined, after: BoardRecord | undefined): void {
    if (isSuggestion(before)) this.#suggestions.delete(before.id)
    if (isSuggestion(after)) this.#suggestions.add(after.id)
  }

  #leaveNote(id: RecordId, parent: RecordId | null): void {
    this.#forward.set(id, parent)
    if (this.#forward.size > MAX_NOTES) evictOldest(this.#forward)
  }

  #siblings(parent: RecordId | null): Siblings {
    let siblings = this.#children.get(parent)
    if (!siblings) {
      siblings = new Siblings()
      this.#children.set(parent, siblings)
    }
    return siblings
  }

  #hold(target: RecordId, binding: RecordId): void {
    const held = this.#held.get(target)
    if (!held) this.#held.set(target, [binding])
    else if (held instanceof Set) held.add(binding)
    else if (held.length < FEW_BINDINGS) held.push(binding)
    else this.#held.set(target, new Set(held).add(binding))
  }

  #release(target: RecordId, binding: RecordId): void {
    const held = this.#held.get(target)
    if (held instanceof Set) {
      held.delete(binding)
      if (held.size === 0) this.#held.delete(target)
      return
    }
    const rest = held?.filter((id) => id !== binding) ?? []
    if (rest.length === 0) this.#held.delete(target)
    else this.#held.set(target, rest)
  }
}

function isIndexedAlike(a: BoardRecord, b: BoardRecord): boolean {
  return a.kind === b.kind && a.parent === b.parent && a.z === b.z && a['target'] === b['target']
}

function evictOldest(notes: Map<RecordId, unknown>): void {
  for (const oldest of notes.keys()) {
    notes.delete(oldest)
    return
  }
}
