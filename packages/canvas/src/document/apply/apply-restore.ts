import { resolveRef } from './apply-patch.ts'
import type { Task } from './task.ts'
import type { Ability, Change, Entry, Refusal, RemovedEntry } from '../model/change.ts'
import { isBinding } from '../kinds/binding.ts'
import { isSettings } from '../kinds/settings.ts'
import { isSuggestion } from '../kinds/suggestion.ts'
import { MAX_PAGES, MAX_RECORDS } from '../model/limits.ts'
import type { BoardRecord, RecordId } from '../model/record.ts'
import {
  getAbility,
  getFrameRole,
  isAtLeast,
  authorizeChange,
  authorizePlacing,
  least,
  refuse,
} from '../rules/rules.ts'
import type { SlicedWork } from '../model/sliced-work.ts'
import { restoreSuggestion } from './apply-suggestion.ts'
import { authorizeSettings } from '../rules/suggestions.ts'

type Restore = Extract<Change, { op: 'restore' }>

/** Restores deleted records with their author and bindings. */
export function* applyRestore(task: Task, change: Restore): SlicedWork<Refusal | undefined> {
  const { state, context, draft, pacer } = task
  const removedAt = resolveRef(task, change.removedAt)
  if (removedAt === undefined) return undefined
  const found = new Map<RecordId, RemovedEntry>()
  for (const id of change.ids) {
    const entry = state.has(id) ? undefined : context.removed(removedAt, id)
    if (entry) found.set(id, entry)
  }
  // Another user may have deleted some of them first. A client without that history leaves the check to the
  // server.
  if (found.size === 0 && !context.resolve && !change.ids.some((id) => state.has(id))) {
    return refuse('missing', change.ids[0], 'that edit did not remove it')
  }
  if (state.size + found.size > MAX_RECORDS) return refuse('limit', undefined, 'the space is full')
  const back: Entry[] = []
  for (const entry of found.values()) {
    if (pacer.isDue()) yield
    if (isBinding(entry.record)) continue
    const placed = placeEntry(task, entry, found)
    if ('refused' in placed) return placed
    back.push(placed)
  }
  for (const entry of found.values()) {
    if (pacer.isDue()) yield
    if (
      isBinding(entry.record) &&
      hasBothEnds(task, entry.record, found) &&
      canBind(task, entry.record, found)
    )
      back.push(toPlainEntry(entry, entry.record))
  }
  yield* draft.restoreInSlices(back, pacer)
  for (const { record } of back) draft.markPossiblyEmpty(record.id)
  return undefined
}

/** Places the entry in its former container, or in the nearest ancestor that still exists. */
function placeEntry(
  task: Task,
  entry: RemovedEntry,
  found: ReadonlyMap<RecordId, RemovedEntry>,
): Entry | Refusal {
  const { state, kinds, actor } = task
  const { record } = entry
  if (isSuggestion(record)) return restoreSuggestion(task, entry, found)
  if (isSettings(record)) return authorizeSettings(record, actor) ?? toPlainEntry(entry, record)
  if (record.parent === null)
    return isAtLeast(actor.role, 'editor') ? placePage(task, entry) : refusePage(record)
  const parent = entry.within.find((id) => state.has(id) || found.has(id))
  if (parent === undefined) return refuse('parent', record.id, 'its page is gone')
  const container = state.get(parent)
  const refusal = container && authorizePlacing(state, kinds, container, actor)
  if (refusal) return refusal
  const around = entry.within.find((id) => state.has(id))
  const outside = around === undefined ? actor.role : getAbility(state, kinds, around, actor)
  const ability = actor.isUndoing ? outside : lowerAbility(task, entry, found, outside)
  if (!isAtLeast(ability, 'contributor'))
    return refuse('contents', record.id, 'its frame is closed to this role')
  if (!isAtLeast(ability, 'editor') && record.by !== actor.uid) {
    return refuse('not_yours', record.id, 'contributors bring back what they made themselves')
  }
  return toPlainEntry(entry, parent === record.parent ? record : { ...record, parent })
}

/** Role limits of frames that are restored together with it count too. */
function lowerAbility(
  { kinds }: Task,
  { within, record }: RemovedEntry,
  found: ReadonlyMap<RecordId, RemovedEntry>,
  ability: Ability,
): Ability {
  if (isAtLeast(ability, 'admin')) return ability
  let lowered = ability
  for (const id of [record.id, ...within]) {
    const back = found.get(id)
    const role = back && getFrameRole(kinds, back.record)
    if (role) lowered = least(lowered, role)
  }
  return lowered
}

function placePage({ state }: Task, entry: RemovedEntry): Entry | Refusal {
  if (state.childCount(null) >= MAX_PAGES) return refuse('limit', entry.record.id, 'too many pages')
  return toPlainEntry(entry, entry.record)
}

function refusePage(record: BoardRecord): Refusal {
  return refuse('role', record.id, 'pages are for editors')
}

function toPlainEntry(entry: RemovedEntry, record: BoardRecord): Entry {
  return { record, clock: entry.clock, pieces: entry.pieces, open: entry.open }
}

/** A binding restored with its connector needs no further check; alone, it is a change of the connector. */
function canBind(
  { state, kinds, actor }: Task,
  binding: BoardRecord & { readonly parent: RecordId; readonly target: RecordId },
  found: ReadonlyMap<RecordId, RemovedEntry>,
): boolean {
  if (found.has(binding.parent) || found.has(binding.target)) return true
  const connector = state.get(binding.parent)
  return connector !== undefined && authorizeChange(state, kinds, connector, actor) === undefined
}

/** Connector and target exist, and the connector end was not bound elsewhere meanwhile. */
function hasBothEnds(
  { state }: Task,
  binding: BoardRecord & { readonly parent: RecordId; readonly target: RecordId; readonly end: string },
  found: ReadonlyMap<RecordId, RemovedEntry>,
): boolean {
  const isThere = (id: RecordId): boolean => state.has(id) || found.has(id)
  if (!isThere(binding.parent) || !isThere(binding.target)) return false
  return !state.childIds(binding.parent).some((id) => {
    const other = state.get(id)
    return isBinding(other) && other.end === binding.end
  })
}
