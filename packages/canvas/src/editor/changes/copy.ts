import type { Change, NewRecord } from '../../document/model/change.ts'
import { createKeyBetween } from '../../document/model/order-keys.ts'
import type { BoardRecord, RecordId } from '../../document/model/record.ts'
import type { BoardView } from '../board-view.ts'
import {
  sortByStacking,
  isElement,
  getDetachedFields,
  getTarget,
  listOutermost,
  withDescendants,
} from '../view/relations.ts'
import { createTopKeys } from './placement.ts'

/** A self-contained copy of records, with contents, inner bindings and strokes. */
export interface Fragment {
  /** Parents before children, bottom to top. Parents outside the list are dropped. */
  readonly records: readonly NewRecord[]
  readonly pieces: ReadonlyMap<RecordId, readonly Uint8Array[]>
}

/** Copies these records with everything inside, and the bindings whose two sides are included. */
export function getFragment(view: BoardView, ids: readonly RecordId[]): Fragment {
  const { document } = view
  const tops = sortByStacking(document, listOutermost(document, ids))
  const all = withDescendants(document, tops)
  const inside = new Set(all)
  const pieces = new Map<RecordId, readonly Uint8Array[]>()
  const records: NewRecord[] = []
  // Bindings come last, after the records that they refer to.
  const isBinding = (id: RecordId): boolean => getTarget(document.get(id)) !== undefined
  for (const id of [...all.filter((one) => !isBinding(one)), ...all.filter(isBinding)]) {
    const record = document.get(id)
    const target = getTarget(record)
    if (!record || (target !== undefined && !inside.has(target))) continue
    records.push(withoutServerFields(view, id, record))
    const ink = document.pieces(id)
    if (ink.length > 0) pieces.set(id, ink)
  }
  return { records, pieces }
}

/** A bound end is copied where it is drawn, in case its binding is not included. */
function withoutServerFields(view: BoardView, id: RecordId, record: BoardRecord): NewRecord {
  const {
    by: _by,
    made: _made,
    ...rest
  } = { ...record, ...getDetachedFields(view.document, view.shapes, id) }
  return rest
}

export interface Insertion {
  readonly changes: readonly Change[]
  /** New ids of the fragment's top-level records. */
  readonly tops: readonly RecordId[]
  /** New ids by those of the fragment. */
  readonly ids: ReadonlyMap<RecordId, RecordId>
}

/** Inserts a fragment into a container, on top, with new ids and an offset; pages have no container. */
export function insertChanges(
  view: BoardView,
  fragment: Fragment,
  parent: RecordId | null | ((record: NewRecord) => RecordId),
  shift: { readonly dx: number; readonly dy: number },
): Insertion {
  const fresh = new Map(fragment.records.map((record) => [record.id, view.random.id()]))
  const tops: RecordId[] = []
  const changes: Change[] = []
  const topRecords = fragment.records.filter((record) => !fresh.has(record.parent ?? ''))
  const getParent = (record: NewRecord): RecordId | null =>
    typeof parent === 'function' ? parent(record) : parent
  const keys = createKeys(view, topRecords, getParent)

  for (const record of fragment.records) {
    const id = fresh.get(record.id)!
    const isTop = !fresh.has(record.parent ?? '')
    const relinked = relink(record, fresh)
    const placed = isTop
      ? { ...relinked, parent: getParent(record), z: keys.get(record.id)! }
      : { ...relinked, parent: fresh.get(record.parent!)! }
    changes.push({ op: 'put', record: { ...offsetRecord(placed, shift.dx, shift.dy), id } })
    const schema = view.shapes.schema(record.kind)
    if (isTop && (isElement(record as unknown as BoardRecord, view.shapes) || schema?.facets.container))
      tops.push(id)
    const ink = fragment.pieces.get(record.id)
    ink?.forEach((piece, n) => changes.push({ op: 'append', id, n, piece, last: n === ink.length - 1 }))
  }
  return { changes, tops, ids: fresh }
}

function createKeys(
  view: BoardView,
  tops: readonly NewRecord[],
  getParent: (record: NewRecord) => RecordId | null,
): Map<RecordId, string> {
  const byParent = new Map<RecordId | null, NewRecord[]>()
  for (const record of tops) {
    const parent = getParent(record)
    const list = byParent.get(parent)
    if (list) list.push(record)
    else byParent.set(parent, [record])
  }
  const keys = new Map<RecordId, string>()
  for (const [parent, list] of byParent) {
    createTopKeys(view, parent, list.length).forEach((key, i) => keys.set(list[i]!.id, key))
  }
  return keys
}

/** References to copied records are replaced by references to their copies. */
function relink(record: NewRecord, fresh: ReadonlyMap<RecordId, RecordId>): NewRecord {
  const next: Record<string, unknown> = { ...record }
  const target = next['target']
  if (typeof target === 'string' && fresh.has(target)) next['target'] = fresh.get(target)
  return next as unknown as NewRecord
}

function offsetRecord(record: NewRecord, dx: number, dy: number): NewRecord {
  const { x, y } = record
  return typeof x === 'number' && typeof y === 'number' ? { ...record, x: x + dx, y: y + dy } : record
}

/** Copies elements with an offset, each into the container of its original. */
export function duplicateChanges(
  view: BoardView,
  ids: readonly RecordId[],
  shift: { readonly dx: number; readonly dy: number },
): Insertion {
  const fragment = getFragment(view, ids)
  const home = (record: NewRecord): RecordId =>
    record.parent !== null && view.rights.canAdd(record.parent) ? record.parent : view.page
  return insertChanges(view, fragment, home, shift)
}

/** Copies a page with its contents, directly behind it; undefined if there is no such page. */
export function duplicatePageChanges(
  view: BoardView,
  id: RecordId,
  name: string,
): { readonly changes: readonly Change[]; readonly page: RecordId } | undefined {
  const { document } = view
  const pages = document.childIds(null)
  const source = document.get(id)
  if (!source || !pages.includes(id)) return undefined
  const next = document.get(pages[pages.indexOf(id) + 1] ?? '')
  const z = createKeyBetween(source.z, next?.z ?? null, view.random.number)
  const { changes, tops } = insertChanges(view, getFragment(view, [id]), null, { dx: 0, dy: 0 })
  const page = tops[0]
  if (page === undefined) return undefined
  return {
    page,
    changes: changes.map((change) =>
      change.op === 'put' && change.record.id === page
        ? { ...change, record: { ...change.record, name, z } }
        : change,
    ),
  }
}

/** The same insertion at another position. */
export function offsetInsertion(
  insertion: Insertion,
  by: { readonly dx: number; readonly dy: number },
): Insertion {
  const changes = insertion.changes.map((change) =>
    change.op === 'put' ? { ...change, record: offsetRecord(change.record, by.dx, by.dy) } : change,
  )
  return { ...insertion, changes }
}
