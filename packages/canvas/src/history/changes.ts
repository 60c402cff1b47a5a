import type { Actor, Change, Fields } from '../document/model/change.ts'
import { affectsContents } from '../document/rules/contents-authorizer.ts'
import type { Kinds } from '../document/kinds/kinds.ts'
import { bindingSchema, isBinding } from '../document/kinds/binding.ts'
import { isOutsideTree } from '../document/kinds/index.ts'
import type { BoardRecord, DocumentView, RecordId, StrokePiece } from '../document/model/record.ts'
import { getDocument, type RichText } from '../document/text/rich-text.ts'
import { getChain } from '../document/rules/rules.ts'
import { stepsToJson } from '../document/text/text-steps.ts'
import { differingFields } from './difference.ts'
import { canInsert, canUnlock, canRemove, canWrite } from './permissions.ts'
import type { Removed } from '../document/apply/reducer.ts'
import { forEachSliced, type SlicedTask } from './sliced-task.ts'
import { getStepsBetween } from './text-history.ts'
import type { Target, TargetRecord } from './target.ts'

export interface RestoreRequest {
  readonly present: DocumentView
  readonly kinds: Kinds
  readonly actor: Actor
  readonly target: Target
  readonly removedRecords: ReadonlyMap<RecordId, Removed>
  /**
   * Pieces of strokes that the board does not have. With it, records that are neither present nor removed are inserted;
   * without it, they are left.
   */
  readonly pieces?: (id: RecordId) => readonly StrokePiece[]
}

/** Ordinary changes, to be applied with one mark. */
export interface Restoration {
  readonly changes: readonly Change[]
  /** Records that these changes restore, change or remove. */
  readonly touched: ReadonlySet<RecordId>
  /** Records left unchanged, because the user has no right to change them or they cannot be restored. */
  readonly left: readonly RecordId[]
}

/** Set by the server, or meaningless for an existing record. */
const FIXED: ReadonlySet<string> = new Set(['id', 'kind', 'by', 'made'])

/**
 * Changes that bring records to a target state, ordered so that each finds its preconditions: unlock, remove
 * bindings, restore or insert containers before contents, set fields top-down, remove the rest, insert bindings, lock again.
 */
export function* createRestoration(request: RestoreRequest): SlicedTask<Restoration> {
  const { present } = request
  const plan = yield* getPlan(request)
  const { removed, restored, inserted, patched, left } = plan
  const unlocked = yield* findBlockingLocks(request, plan)
  const changes: Change[] = [...unlocked].map((id) => ({ op: 'patch', id, fields: { lock: null } }))
  const isEnd = (id: RecordId): boolean => isBinding(present.get(id))
  const loose = [...removed].filter(isEnd)
  if (loose.length > 0) changes.push({ op: 'remove', ids: loose })
  changes.push(...restoreRemoved([...restored], request))
  const relocked: Change[] = []
  const insertions = insertRecords(inserted, request)
  changes.push(...insertions.elements)
  const change = ([id, { record, only }]: readonly [RecordId, TargetRecord]): void => {
    const now = present.get(id) ?? request.removedRecords.get(id)!.entry.record
    const { fields, text } = getFieldChanges(now, record, only)
    const lock = 'lock' in fields ? fields['lock'] : unlocked.has(id) ? now['lock'] : undefined
    const { lock: _, ...rest } = fields
    const parent = getParent(request, plan, record)
    if (parent !== null && 'parent' in rest) Object.assign(rest, { parent })
    if (Object.keys(rest).length > 0) changes.push({ op: 'patch', id, fields: rest })
    if (text) changes.push({ op: 'text', id, steps: stepsToJson(text) })
    if (lock !== undefined) relocked.push({ op: 'patch', id, fields: { lock } })
  }
  yield* forEachSliced(sortByDepth(patched, request), patched.size, change, [0.7, 1])
  const going = [...removed].filter((id) => !isEnd(id))
  if (going.length > 0) changes.push({ op: 'remove', ids: deepestFirst(going, present) })
  changes.push(...insertions.bindings)
  relocked.push(...insertions.locks)
  const closed = [...unlocked].filter((id) => !patched.has(id) && !removed.has(id))
  for (const id of closed) relocked.push({ op: 'patch', id, fields: { lock: present.get(id)!['lock'] } })
  const touched = new Set([...removed, ...restored, ...inserted, ...patched.keys()])
  return { changes: [...changes, ...relocked], touched, left }
}

interface RestorePlan {
  readonly removed: ReadonlySet<RecordId>
  readonly restored: ReadonlySet<RecordId>
  readonly inserted: ReadonlySet<RecordId>
  /** Includes restored records, but not inserted ones. */
  readonly patched: ReadonlyMap<RecordId, TargetRecord>
  readonly left: readonly RecordId[]
}

function* getPlan(request: RestoreRequest): SlicedTask<RestorePlan> {
  const { present, target, removedRecords } = request
  const removed = new Set<RecordId>()
  const restored = new Set<RecordId>()
  const inserted = new Set<RecordId>()
  const patched = new Map<RecordId, TargetRecord>()
  const left: RecordId[] = []
  const authorize = ([id, want]: readonly [RecordId, TargetRecord | null]): void => {
    const now = present.get(id)
    // Suggestions have been decided since, and settings apply to the present.
    if (isOutsideTree(now ?? want?.record)) return
    if (!want) {
      if (now && canRemove(request, now)) removed.add(id)
      else if (now) left.push(id)
      return
    }
    if (!now) {
      const back = removedRecords.get(id)
      if (!back && request.pieces) inserted.add(id)
      else if (!back || !canInsert(request, want.record, back)) left.push(id)
      else {
        restored.add(id)
        patched.set(id, want)
      }
      return
    }
    const { fields, text } = getFieldChanges(now, want.record, want.only)
    if (Object.keys(fields).length === 0 && !text) return
    if (canWrite(request, now, fields)) patched.set(id, want)
    else left.push(id)
  }
  yield* forEachSliced(target, target.size, authorize, [0, 0.4])
  return { removed, restored, inserted, patched, left }
}

/** Fields to set (null clears one), and steps for the text. */
function getFieldChanges(
  now: BoardRecord,
  then: BoardRecord,
  only: ReadonlySet<string> | undefined,
): { readonly fields: Fields; readonly text: ReturnType<typeof getStepsBetween> | undefined } {
  const names = differingFields(now, then).filter((name) => !FIXED.has(name) && (only?.has(name) ?? true))
  const fields = Object.fromEntries(
    names.filter((name) => name !== 'text').map((name) => [name, then[name] ?? null]),
  )
  if (!names.includes('text')) return { fields, text: undefined }
  const [from, to] = [now['text'], then['text']].map((text) => getDocument((text ?? null) as RichText | null))
  return { fields, text: getStepsBetween(from!, to!) }
}

/** Locks of the records and of enclosing groups that prevent the planned changes. */
function* findBlockingLocks(
  request: RestoreRequest,
  { removed, inserted, patched }: RestorePlan,
): SlicedTask<ReadonlySet<RecordId>> {
  const { present, kinds, target } = request
  const locks = new Set<RecordId>()
  const open = (id: RecordId): void => {
    const record = present.get(id)
    const subject = isBinding(record) ? record.parent : id
    for (const around of getChain(present, subject)) {
      const counts = around.id === subject || kinds.get(around.kind)?.container === 'group'
      if (counts && around['lock'] !== undefined && canUnlock(request, around)) locks.add(around.id)
    }
  }
  // Contents move with their container, so their locks are in the way too.
  const passed = new Set<RecordId>()
  const openInside = (id: RecordId): void => {
    const record = present.get(id)
    if (passed.has(id) || !record || !kinds.get(record.kind)?.container) return
    passed.add(id)
    for (const child of present.childIds(id)) {
      const inside = present.get(child)
      if (inside?.['lock'] !== undefined && canUnlock(request, inside)) locks.add(child)
      openInside(child)
    }
  }
  const openRemoved = (id: RecordId): void => {
    open(id)
    openInside(id)
  }
  yield* forEachSliced(removed, removed.size, openRemoved, [0.4, 0.5])
  for (const id of inserted) open(target.get(id)?.record.parent ?? id)
  const getOpen = ([id, { record, only }]: readonly [RecordId, TargetRecord]): void => {
    const now = present.get(id)
    if (now) {
      const { fields, text } = getFieldChanges(now, record, only)
      if (text || Object.keys(fields).some((name) => name !== 'lock')) open(id)
      if (affectsContents(Object.keys(fields))) openInside(id)
      if (typeof fields['parent'] === 'string') open(fields['parent'])
    } else if (record.parent !== null) open(record.parent)
  }
  yield* forEachSliced(patched, patched.size, getOpen, [0.5, 0.7])
  return locks
}

/**
 * Restores the latest deletions first, because earlier deleted records may have been inside them. Bindings come
 * after their connector and target.
 */
function restoreRemoved(restored: readonly RecordId[], { removedRecords }: RestoreRequest): Change[] {
  const edits = Map.groupBy(restored, (id) => removedRecords.get(id)!.seq)
  const seqs = [...edits.keys()].sort((a, b) => b - a)
  const isEnd = (id: RecordId): boolean => isBinding(removedRecords.get(id)!.entry.record)
  const parts = [(id: RecordId) => !isEnd(id), isEnd].flatMap((fits) =>
    seqs.map((removedAt): Change => {
      const ids = edits.get(removedAt)!.filter(fits)
      // Ancestors first, each directly before its contents, because empty groups are removed.
      const path = (id: RecordId): string =>
        [...removedRecords.get(id)!.entry.within].reverse().concat(id).join('/')
      const paths = new Map(ids.map((id) => [id, path(id)]))
      const ordered = ids.sort((a, b) => (paths.get(a)! < paths.get(b)! ? -1 : 1))
      return { op: 'restore', ids: ordered, removedAt }
    }),
  )
  return parts.filter((change) => change.op === 'restore' && change.ids.length > 0)
}

interface Insertions {
  /** Each container directly before its contents, because empty groups are removed. */
  readonly elements: readonly Change[]
  /** Their connectors and targets come before them. */
  readonly bindings: readonly Change[]
  /** Set at the end, because they would prevent further changes. */
  readonly locks: readonly Change[]
}

function insertRecords(inserted: ReadonlySet<RecordId>, { target, pieces }: RestoreRequest): Insertions {
  const elements: Change[] = []
  const bindings: Change[] = []
  const locks: Change[] = []
  const records = [...inserted].map((id) => target.get(id)!.record)
  const children = Map.groupBy(records, ({ parent }) => parent)
  const insert = ({ by: _by, made: _made, lock, ...record }: BoardRecord): void => {
    const { id } = record
    const list = record.kind === bindingSchema.kind ? bindings : elements
    list.push({ op: 'put', record })
    const ink = pieces?.(id) ?? []
    ink.forEach((piece, n) => list.push({ op: 'append', id, n, piece, last: n === ink.length - 1 }))
    if (lock !== undefined) locks.push({ op: 'patch', id, fields: { lock } })
    for (const child of children.get(id) ?? []) insert(child)
  }
  for (const record of records) if (record.parent === null || !inserted.has(record.parent)) insert(record)
  return { elements, bindings, locks }
}

/** The former container, or the nearest ancestor that will exist. */
function getParent(
  { present, target }: RestoreRequest,
  { restored, inserted, removed }: RestorePlan,
  record: BoardRecord,
): RecordId | null {
  const isThere = (id: RecordId): boolean =>
    restored.has(id) || inserted.has(id) || (present.get(id) !== undefined && !removed.has(id))
  for (let id = record.parent; id !== null;) {
    if (isThere(id)) return id
    id = target.get(id)?.record.parent ?? null
  }
  return null
}

/** Containers before their contents, so that no record becomes its own ancestor in between. */
function sortByDepth(
  patched: ReadonlyMap<RecordId, TargetRecord>,
  { target, present }: RestoreRequest,
): readonly (readonly [RecordId, TargetRecord])[] {
  const depths = new Map<RecordId, number>()
  const getDepth = (id: RecordId | null): number => {
    if (id === null) return 0
    const known = depths.get(id)
    if (known !== undefined) return known
    depths.set(id, 0)
    const depth = 1 + getDepth((target.get(id)?.record ?? present.get(id))?.parent ?? null)
    depths.set(id, depth)
    return depth
  }
  return [...patched].sort(([a], [b]) => getDepth(a) - getDepth(b))
}

function deepestFirst(ids: readonly RecordId[], present: DocumentView): RecordId[] {
  const depths = new Map(ids.map((id) => [id, [...getChain(present, id)].length]))
  return [...ids].sort((a, b) => depths.get(b)! - depths.get(a)!)
}
