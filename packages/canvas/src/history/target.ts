import type { BoardRecord, DocumentView, RecordId } from '../document/model/record.ts'
import { getChain } from '../document/rules/rules.ts'
import { isBinding } from '../document/kinds/binding.ts'
import type { Box } from '../geometry/box.ts'
import type { BoardState } from '../document/state/state.ts'
import { forEachSliced, type SlicedTask } from './sliced-task.ts'

/** Target state of a record. */
export interface TargetRecord {
  readonly record: BoardRecord
  /** Limits the restore to these fields; all fields if absent. */
  readonly only?: ReadonlySet<string>
}

interface Sized {
  readonly size: number
}

/** Target states by id; null means that the record must not exist. */
export type Target = ReadonlyMap<RecordId, TargetRecord | null>

/** Restores the whole board. */
export function* getWholeTarget(past: BoardState, present: DocumentView & Sized): SlicedTask<Target> {
  const target = new Map<RecordId, TargetRecord | null>()
  yield* forEachSliced(present.ids(), present.size, (id) => !past.has(id) && target.set(id, null), [0, 0.5])
  yield* forEachSliced(past.ids(), past.size, (id) => target.set(id, { record: past.get(id)! }), [0.5, 1])
  return target
}

/** Restores one record with its former contents and ancestors, or only some of its fields. */
export function getTargetRecord(
  id: RecordId,
  past: DocumentView,
  present: DocumentView,
  only?: ReadonlySet<string>,
): Target {
  const target = new Map<RecordId, TargetRecord | null>()
  const record = past.get(id)
  if (!record) return target
  if (only) return target.set(id, { record, only })
  for (const { id: around } of getChain(past, id)) {
    const container = past.get(around)
    if (container && (around === id || !present.get(around))) target.set(around, { record: container })
  }
  const inside = [...past.childIds(id)]
  for (let next = inside.pop(); next !== undefined; next = inside.pop()) {
    const child = past.get(next)
    if (child) target.set(next, { record: child })
    inside.push(...past.childIds(next))
  }
  return target
}

/** An area of a page. */
export interface Region {
  readonly page: RecordId
  readonly box: Box
}

/**
 * Restores the elements that were in a region then or are now. An element is in a region if its centre is,
 * together with its bindings; groups are restored with their members.
 */
export function* getRegionTarget(
  region: Region,
  past: BoardState,
  present: DocumentView & Sized,
): SlicedTask<Target> {
  const target = new Map<RecordId, TargetRecord | null>()
  const want = (id: RecordId): void => {
    const record = past.get(id)
    if (!target.has(id)) target.set(id, record ? { record } : null)
  }
  for (const view of [past, present])
    yield* forEachSliced(view.ids(), view.size, (id) => isInRegion(view, id, region) && want(id))
  const around = (id: RecordId): void => {
    for (const view of [past, present])
      for (const binding of view.getBindings(id))
        if (view.get(binding)?.parent === id || target.get(id) === null) want(binding)
    for (const container of [...getChain(past, id)].slice(1)) {
      if (past.get(container.id)?.['x'] === undefined && !present.get(container.id)) want(container.id)
    }
  }
  yield* forEachSliced([...target.keys()], target.size, around)
  return target
}

function isInRegion(view: DocumentView, id: RecordId, { page, box }: Region): boolean {
  const record = view.get(id)
  if (!record || isBinding(record)) return false
  const { x, y, w, h } = record as unknown as Partial<Box>
  if (x === undefined || y === undefined || w === undefined || h === undefined) return false
  const [cx, cy] = [x + w / 2, y + h / 2]
  const isInside = cx >= box.x && cx <= box.x + box.w && cy >= box.y && cy <= box.y + box.h
  return isInside && [...getChain(view, id)].at(-1)?.id === page
}
