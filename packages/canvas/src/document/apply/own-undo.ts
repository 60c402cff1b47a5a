import { resolveRef } from './apply-patch.ts'
import type { Change, EditRef, PatchChange } from '../model/change.ts'
import { UNDO_WINDOW_MS } from '../model/limits.ts'
import type { InverseChange, UndoableEdit } from './reducer.ts'
import type { RecordId } from '../model/record.ts'
import { isSameValue } from './skipped.ts'
import type { Task } from './task.ts'

/** Maximum number of edits with one mark that an undo step can go back through. */
const MAX_PARTS = 1_000

/**
 * Whether this change only undoes an action of its own author within the undo window. The values must equal those
 * before that action; the change's conditions ensure that the action was the last writer.
 */
export function isOwnUndo(task: Task, change: Change): boolean {
  if (task.context.isUndo) return hasCondition(change)
  if (!task.context.undoable) return false
  switch (change.op) {
    case 'patch':
      return change.if !== undefined && isInversePatch(task, change, change.if)
    case 'remove':
      return change.if !== undefined && hasAll(findOwnEdit(task, change.if), 'remove', change.ids)
    case 'restore':
      return hasAll(findOwnEdit(task, change.removedAt), 'restore', change.ids)
    case 'translate': {
      const [ref, more] = change.if ?? []
      if (ref === undefined || more !== undefined) return false
      return hasAll(findOwnEdit(task, ref), moveKey(change), change.ids)
    }
    case 'text': {
      if (change.at === undefined) return false
      const edit = findOwnEdit(task, change.at)
      return edit !== undefined && readInverse(edit).texts.has(textKey(change))
    }
    case 'put':
    case 'append':
      return false
  }
}

function hasCondition(change: Change): boolean {
  if (change.op === 'restore') return true
  if (change.op === 'text') return change.at !== undefined
  return 'if' in change && change.if !== undefined
}

function findOwnEdit(task: Task, ref: EditRef): UndoableEdit | undefined {
  const { actor, context } = task
  const seq = resolveRef(task, ref)
  const edit = seq === undefined ? undefined : context.undoable?.(seq)
  if (edit?.uid !== actor.uid || context.now === undefined) return undefined
  return context.now - edit.time <= UNDO_WINDOW_MS ? edit : undefined
}

function isInversePatch(
  task: Task,
  change: PatchChange,
  conditions: NonNullable<PatchChange['if']>,
): boolean {
  return Object.entries(change.fields).every(([field, value]) => {
    const ref = Object.hasOwn(conditions, field) ? conditions[field] : undefined
    return ref !== undefined && hadValue(task, ref, `${field}/${change.id}`, value)
  })
}

/** Whether the field had this value before that edit, or before an earlier edit with the same mark. */
function hadValue(task: Task, ref: EditRef, key: string, value: unknown): boolean {
  const mark = findOwnEdit(task, ref)?.mark
  let at: EditRef = ref
  for (let i = 0; i < MAX_PARTS; i++) {
    const edit = findOwnEdit(task, at)
    const before = edit?.mark === mark ? edit && readInverse(edit).fields.get(key) : undefined
    if (!before) return false
    if (isSameValue(before.value ?? null, value ?? null)) return true
    at = before.was
  }
  return false
}

interface PreviousValue {
  readonly value: unknown
  readonly was: number
}

/** The inverse of an edit, indexed for lookups. */
interface Inverse {
  /** Previous field values by `field/id`. */
  readonly fields: ReadonlyMap<string, PreviousValue>
  /** Ids that it removes, restores or moves, by operation and offset. */
  readonly ids: ReadonlyMap<string, ReadonlySet<RecordId>>
  readonly texts: ReadonlySet<string>
}

const known = new WeakMap<UndoableEdit, Inverse>()

/** Cached per edit: undoing ten thousand changes asks as often. */
function readInverse(edit: UndoableEdit): Inverse {
  let inverse = known.get(edit)
  if (!inverse) known.set(edit, (inverse = indexInverse(edit.inverse)))
  return inverse
}

/** Inverses are ordered newest first, so the oldest value of a field wins. */
function indexInverse(changes: readonly InverseChange[]): Inverse {
  const fields = new Map<string, PreviousValue>()
  const ids = new Map<string, Set<RecordId>>()
  const texts = new Set<string>()
  for (const change of changes) {
    if (change.op === 'patch') {
      for (const [field, value] of Object.entries(change.fields))
        fields.set(`${field}/${change.id}`, { value, was: change.was[field] ?? 0 })
    } else if (change.op === 'text') texts.add(textKey(change))
    else if ('ids' in change) {
      const key = change.op === 'translate' ? moveKey(change) : change.op
      const some = ids.get(key) ?? new Set()
      ids.set(key, some)
      for (const id of change.ids) some.add(id)
    }
  }
  return { fields, ids, texts }
}

function hasAll(edit: UndoableEdit | undefined, key: string, ids: readonly RecordId[]): boolean {
  const known = edit && readInverse(edit).ids.get(key)
  return known !== undefined && ids.every((id) => known.has(id))
}

function moveKey({ dx, dy }: { readonly dx: number; readonly dy: number }): string {
  return `translate ${dx} ${dy}`
}

/** Same key for equal steps regardless of field order. */
function textKey({ id, steps }: { readonly id: RecordId; readonly steps: readonly unknown[] }): string {
  return `${id} ${JSON.stringify(steps, (_name, value: unknown) => sorted(value))}`
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
