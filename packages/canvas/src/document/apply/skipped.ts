import type { Change, Edit, SkippedField, AcceptedEdit } from '../model/change.ts'
import type { BoardRecord, RecordId } from '../model/record.ts'

/**
 * What an edit did not write of what it wanted to, read off what was taken of it: fields, `text` and `pieces` for what was
 * typed and drawn, null for deletes. A field that holds the wanted value in `view` is not skipped. Whether the record is
 * there does not matter: it may be gone now and back when the answer arrives.
 */
export function listSkipped(edit: Edit, taken: Pick<AcceptedEdit, 'changes'>, view: View): SkippedField[] {
  const written = writtenFields(taken)
  const skipped = new Map<string, SkippedField>()
  for (const change of edit.changes) {
    for (const { id, field, value } of listTargets(change)) {
      const key = `${field}/${id}`
      // Of two values for one field the last counts.
      if (written.has(key) || isFulfilled({ id, field, value }, view)) skipped.delete(key)
      else skipped.set(key, { id, field })
    }
  }
  for (const change of taken.changes)
    if (change.op === 'keep') for (const id of change.ids) skipped.set(`/${id}`, { id, field: null })
  return [...skipped.values()]
}

/** Does the board show the wanted value? What goes into a container that is gone stays where its contents went: outside. */
export function isFulfilled({ id, field, value }: Target, view: View): boolean {
  const record = view.get(id)
  if (!record || field === null || value === undefined) return false
  if (field === 'parent' && typeof value === 'string' && !view.get(value)) return true
  return isSameValue(record[field] ?? null, value)
}

interface View {
  get(id: RecordId): BoardRecord | undefined
}

interface Target {
  readonly id: RecordId
  readonly field: string | null
  /** Undefined for moves, typing and drawing, which set no value. */
  readonly value?: unknown
}

/** What an edit would set by all means; undo (`if`) leaves what others have changed, and that is no conflict. */
function listTargets(change: Change): Target[] {
  if (change.op === 'patch' && !change.if)
    return Object.entries(change.fields).map(([field, value]) => ({ id: change.id, field, value }))
  if (change.op === 'text') return isTyped(change) ? [{ id: change.id, field: 'text' }] : []
  if (change.op === 'append') return [{ id: change.id, field: 'pieces' }]
  if (change.op !== 'translate' || change.if) return []
  return change.ids.flatMap((id) => [
    { id, field: 'x' },
    { id, field: 'y' },
  ])
}

/** Undo takes back what was typed; that brings no words of its own. */
function isTyped(change: Extract<Change, { op: 'text' }>): boolean {
  return change.at === undefined && change.steps.length > 0
}

function writtenFields({ changes }: Pick<AcceptedEdit, 'changes'>): ReadonlySet<string> {
  const written = new Set<string>()
  for (const change of changes) {
    if (change.op === 'patch')
      for (const field of Object.keys(change.fields)) written.add(`${field}/${change.id}`)
    if (change.op === 'text') written.add(`text/${change.id}`)
    if (change.op === 'append') written.add(`pieces/${change.id}`)
    if (change.op !== 'translate') continue
    for (const id of change.ids) written.add(`x/${id}`).add(`y/${id}`)
  }
  return written
}

/** Of field values as they are stored: plain data. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const keys = Object.keys(a)
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSameValue(Reflect.get(a, key), Reflect.get(b, key)))
  )
}
