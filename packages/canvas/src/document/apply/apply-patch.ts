import { getDepth, isBindable } from './apply-put.ts'
import type { Task } from './task.ts'
import type { Entry, PatchChange, Refusal } from '../model/change.ts'
import { affectsContents } from '../rules/contents-authorizer.ts'
import { isRecordId, type Kind } from '../kinds/kinds.ts'
import { isBinding } from '../kinds/binding.ts'
import { isSettings } from '../kinds/settings.ts'
import { isSuggestion } from '../kinds/suggestion.ts'
import { MAX_DEPTH, STALE_AFTER_MS } from '../model/limits.ts'
import { getUnmoved } from '../state/moved-entry.ts'
import type { RecordId } from '../model/record.ts'
import { getClock, type Writer } from './reducer.ts'
import {
  getAbility,
  getChain,
  isAtLeast,
  authorizeAuthor,
  authorizeControl,
  authorizeFrameMove,
  authorizeLock,
  authorizePlacing,
  refuse,
} from '../rules/rules.ts'
import type { SlicedWork } from '../model/sliced-work.ts'
import { authorizeSettings } from '../rules/suggestions.ts'

type Writable = Record<string, unknown>

/** Stands for an unknown writer in the distant past. */
const UNKNOWN: Writer = { uid: '', time: Number.NEGATIVE_INFINITY }

export function* applyPatch(task: Task, change: PatchChange): SlicedWork<Refusal | undefined> {
  const { state, kinds, draft } = task
  const cell = state.cell(change.id)
  if (!cell) {
    if (!change.if) skipRemoved(task, change.id, ...Object.keys(change.fields))
    return undefined
  }
  const { entry } = cell
  const kind = kinds.get(entry.record.kind)
  if (!kind) return refuse('invalid', change.id, 'of a kind that is not known here')
  const refusal = authorizeRecord(task, entry, change)
  if (refusal) return refusal
  const fields: Writable = {}
  for (const [field, value] of Object.entries(change.fields)) {
    if (!isApplicable(task, entry, field, change)) continue
    const fault =
      field === 'parent'
        ? yield* readParent(task, kind, entry, value, fields)
        : readField(task, kind, entry, field, value, fields)
    if (fault) return fault
  }
  if (Object.keys(fields).length === 0) return undefined
  const along =
    kind.container && affectsContents(Object.keys(fields))
      ? yield* authorizeContents(task, kind, entry)
      : undefined
  if (along) return along
  if ('parent' in fields) draft.markPossiblyEmpty(entry.record.parent)
  draft.patch(cell, fields)
  return undefined
}

function authorizeRecord(task: Task, entry: Entry, change: PatchChange): Refusal | undefined {
  const { state, kinds, actor } = task
  const { record } = entry
  if (isSuggestion(record)) return refuse('invalid', record.id, 'a suggestion is not changed')
  if (isSettings(record)) return authorizeSettings(record, actor)
  return authorizeAuthor(state, kinds, record, actor) ?? authorizeLocks(task, entry, change)
}

/**
 * Changing a container requires the right to change its contents. Pages are exempt, because they contain the
 * whole board and do not move.
 */
function* authorizeContents(
  { contents, pacer }: Task,
  kind: Kind,
  { record }: Entry,
): SlicedWork<Refusal | undefined> {
  return kind.container === 'page' ? undefined : yield* contents.authorizeInSlices(record.id, pacer)
}

/** A locked record allows only one change: unlocking. */
function authorizeLocks({ state, kinds }: Task, entry: Entry, change: PatchChange): Refusal | undefined {
  const onlyLock = Object.keys(change.fields).every((field) => field === 'lock')
  return onlyLock ? undefined : authorizeLock(state, kinds, entry.record)
}

/** Validates one field and adds its new value to `into`. Stale fields are left out. */
function readField(
  task: Task,
  kind: Kind,
  entry: Entry,
  field: string,
  value: unknown,
  into: Writable,
): Refusal | undefined {
  const { record } = entry
  const rule = kind.fields.get(field)
  if (!rule) return refuse('invalid', record.id, `${field} cannot be set`)
  const clears = value === null && rule.clears
  if (!clears && !rule.check(value)) return refuse('invalid', record.id, `${field} is not valid`)
  if (isBinding(record) && (field === 'target' || field === 'end')) {
    return readBinding(task, record.id, record.parent, field, value, into)
  }
  const refusal = authorizeControl(task.state, task.kinds, record, field, value, task.actor)
  if (refusal) return refusal
  into[field] = clears ? undefined : value
  return undefined
}

function* readParent(
  task: Task,
  kind: Kind,
  entry: Entry,
  value: unknown,
  into: Writable,
): SlicedWork<Refusal | undefined> {
  const { state, kinds, actor } = task
  const { record } = entry
  if (!isRecordId(value) || !(kind.isElement || kind.container === 'group')) {
    return refuse('parent', record.id, 'it cannot be put there')
  }
  const container = state.findNearestContainer(value)
  if (!container) return undefined
  if (!kinds.get(container.kind)?.container) return refuse('parent', record.id, 'that holds nothing')
  if (container.id === record.parent) return undefined
  for (const ancestor of getChain(state, container.id)) {
    if (ancestor.id === record.id) return refuse('parent', record.id, 'an element cannot be inside itself')
  }
  if (getDepth(state, container.id) + getHeight(task, record.id) > MAX_DEPTH) {
    return refuse('limit', record.id, 'too deep inside each other')
  }
  const refusal =
    authorizeFrameMove(kinds, record, actor) ??
    authorizePlacing(state, kinds, container, actor) ??
    (yield* authorizeOwnContents(task, record.id, container.id))
  if (refusal) return refusal
  into['parent'] = container.id
  return undefined
}

/**
 * A user who can only change their own elements cannot move other people's elements here, because they could not
 * move them out again.
 */
function* authorizeOwnContents(
  { state, kinds, actor, contents, pacer }: Task,
  id: RecordId,
  position: RecordId,
): SlicedWork<Refusal | undefined> {
  const along = yield* contents.authorizeInSlices(id, pacer)
  if (along || isAtLeast(getAbility(state, kinds, position, actor), 'editor')) return along
  return contents.authorizeOwn(id)
}

/** Nesting depth of the containers below this record, itself included. */
function getHeight({ state, kinds }: Task, id: RecordId): number {
  const walk = (at: RecordId): number => {
    const record = state.get(at)
    if (!record || !kinds.get(record.kind)?.container) return 0
    return 1 + state.childIds(at).reduce((height, child) => Math.max(height, walk(child)), 0)
  }
  return walk(id)
}

function readBinding(
  task: Task,
  id: RecordId,
  connector: RecordId,
  field: string,
  value: unknown,
  into: Writable,
): Refusal | undefined {
  if (field === 'end') return refuse('binding', id, 'a binding keeps its end')
  const target = task.state.get(value as RecordId)
  if (!target) return undefined
  if (!isBindable(task, target.kind, connector, target.id))
    return refuse('binding', id, 'nothing binds there')
  into[field] = value
  return undefined
}

/**
 * With `if`: whether the named edit is still the last writer. Otherwise: whether no other user has overwritten
 * the field since.
 */
function isApplicable(task: Task, entry: Entry, field: string, change: PatchChange): boolean {
  if (change.if === undefined) return !isStale(task, entry, field)
  const ref = Object.hasOwn(change.if, field) ? change.if[field] : undefined
  return ref !== undefined && isLastWriter(task, entry, field, ref)
}

function isLastWriter(task: Task, entry: Entry, field: string, ref: number | string): boolean {
  const clock = getClock(entry, field)
  return clock === resolveRef(task, ref) || task.draft.isOwn(clock)
}

export function resolveRef({ context }: Task, ref: number | string): number | undefined {
  return typeof ref === 'number' ? ref : context.resolve?.(ref)
}

/** A stale value is skipped instead of refused: the newer value stays, and the author gets a conflict card. */
export function isStale(task: Task, entry: Entry, field: string): boolean {
  const writer = findNewerChange(task, getClock(entry, field))
  if (!writer) return false
  skip(task, getUnmoved(entry).id, field, writer)
  return true
}

/**
 * Writer of this number, if it was another user, after the edit's base, and long enough ago for the edit to be
 * stale.
 */
export function findNewerChange({ context, edit, actor, draft }: Task, clock: number): Writer | undefined {
  if (context.now === undefined || clock <= edit.base || draft.isOwn(clock)) return undefined
  const writer = context.writer(clock) ?? UNKNOWN
  return writer.uid === actor.uid || context.now - writer.time <= STALE_AFTER_MS ? undefined : writer
}

/**
 * The server reports changes to missing records as skipped, because the record may be restored without them
 * before the author reads the journal.
 */
export function skipRemoved({ context, draft }: Task, id: RecordId, ...fields: readonly string[]): void {
  if (context.now === undefined) return
  for (const field of fields) draft.skipped.push({ id, field })
}

export function skip({ draft }: Task, id: RecordId, field: string | null, { uid }: Writer): void {
  draft.skipped.push(uid === '' ? { id, field } : { id, field, by: uid })
}
