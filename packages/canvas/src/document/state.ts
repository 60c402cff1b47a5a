import type { Entry } from './change.ts'
import { isBinding } from './kinds/binding.ts'
import type { BoardRecord, DocumentView, RecordId, StrokePiece } from './record.ts'
import { Siblings } from './siblings.ts'
import { type TextEntry, TextLog } from './text-log.ts'

const NONE: readonly never[] = []
/** Removed records whose whereabouts are remembered. */
const MAX_NOTES = 50_000

/** What `revert` needs to take an edit back: the entries it replaced and the text steps it noted. */
export interface Revert {
  readonly before: ReadonlyMap<RecordId, Entry | undefined>
  readonly texts: readonly { readonly id: RecordId; readonly entry: TextEntry }[]
}

/**
 * All records of a space with their clocks and stroke pieces, indexed for readers. Entries are
 * immutable: a change replaces one. Only the reducer, chunks and migrations write.
 */
export class BoardState implements DocumentView {
  /** Recent text steps per record, over which late ones are mapped. */
  readonly texts = new TextLog()
  private readonly entries = new Map<RecordId, Entry>()
  private readonly children = new Map<RecordId | null, Siblings>()
  /** Bindings by the element they hold on to. */
  private readonly held = new Map<RecordId, Set<RecordId>>()
  /** What removed records were in: people may still put things into a container that is gone. */
  private readonly forward = new Map<RecordId, RecordId | null>()
  private readonly watcher: ((id: RecordId, before: Entry | undefined) => void) | undefined

  /** The watcher is told of every replaced entry; the replica announces changes from it. */
  constructor(watcher?: (id: RecordId, before: Entry | undefined) => void) {
    this.watcher = watcher
  }

  get size(): number {
    return this.entries.size
  }

  get(id: RecordId): BoardRecord | undefined {
    return this.entries.get(id)?.record
  }

  entry(id: RecordId): Entry | undefined {
    return this.entries.get(id)
  }

  has(id: RecordId): boolean {
    return this.entries.has(id)
  }

  childIds(parent: RecordId | null): readonly RecordId[] {
    return this.children.get(parent)?.list((id) => this.get(id)) ?? NONE
  }

  childCount(parent: RecordId | null): number {
    return this.children.get(parent)?.count ?? 0
  }

  pieces(id: RecordId): readonly StrokePiece[] {
    return this.entries.get(id)?.pieces ?? NONE
  }

  bindingsOf(id: RecordId): readonly RecordId[] {
    const own = this.childIds(id).filter((child) => isBinding(this.get(child)))
    const held = this.held.get(id)
    if (held === undefined) return own
    return own.length === 0 ? [...held] : [...own, ...held]
  }

  ids(): Iterable<RecordId> {
    return this.entries.keys()
  }

  /** The container with this id or, when it has been removed, the nearest that is left of those around it. */
  standing(container: RecordId): BoardRecord | undefined {
    for (let at: RecordId | null | undefined = container; at != null; at = this.forward.get(at)) {
      const record = this.get(at)
      if (record) return record
    }
    return undefined
  }

  /** Puts, replaces or (with undefined) takes away a record. */
  write(id: RecordId, entry: Entry | undefined): void {
    const before = this.entries.get(id)
    if (entry === undefined) this.entries.delete(id)
    else this.entries.set(id, entry)
    this.index(before?.record, entry?.record)
    if (before && !entry) this.leaveNote(id, before.record.parent)
    else if (!before) this.forward.delete(id)
    this.watcher?.(id, before)
  }

  /** Keeps the record object that readers know where the present one is equal to it. */
  keepRecord(id: RecordId, record: BoardRecord): void {
    const entry = this.entries.get(id)
    if (entry && entry.record !== record) this.entries.set(id, { ...entry, record })
  }

  /** Takes back what an edit did; only the last one standing. */
  revert(revert: Revert): void {
    for (const [id, entry] of revert.before) this.write(id, entry)
    for (let i = revert.texts.length - 1; i >= 0; i--) this.texts.pop(revert.texts[i]!.id)
  }

  private index(before: BoardRecord | undefined, after: BoardRecord | undefined): void {
    const moved = before?.parent !== after?.parent || before?.z !== after?.z
    if (before && (!after || moved)) this.siblings(before.parent).remove(before.id)
    if (after && (!before || moved)) this.siblings(after.parent).add(after.id)
    const oldTarget = isBinding(before) ? before.target : undefined
    const newTarget = isBinding(after) ? after.target : undefined
    if (oldTarget === newTarget) return
    if (before && oldTarget !== undefined) this.release(oldTarget, before.id)
    if (after && newTarget !== undefined) this.hold(newTarget, after.id)
  }

  private leaveNote(id: RecordId, parent: RecordId | null): void {
    this.forward.set(id, parent)
    if (this.forward.size <= MAX_NOTES) return
    for (const oldest of this.forward.keys()) {
      this.forward.delete(oldest)
      return
    }
  }

  private siblings(parent: RecordId | null): Siblings {
    let siblings = this.children.get(parent)
    if (!siblings) {
      siblings = new Siblings()
      this.children.set(parent, siblings)
    }
    return siblings
  }

  private hold(target: RecordId, binding: RecordId): void {
    const held = this.held.get(target)
    if (held) held.add(binding)
    else this.held.set(target, new Set([binding]))
  }

  private release(target: RecordId, binding: RecordId): void {
    const held = this.held.get(target)
    held?.delete(binding)
    if (held?.size === 0) this.held.delete(target)
  }
}
