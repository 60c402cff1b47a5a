import type { Change, Edit, SkippedField, AcceptedEdit } from '../model/change.ts'
import type { BoardRecord, RecordId } from '../model/record.ts'

/**
 * Parts of an edit that had no effect, derived from its accepted form: field names, `text` and `pieces` for typed
 * and drawn content, null for deletes. A field that has the intended value in `view` is not skipped. Does not
 * depend on whether the record exists, since it can be deleted now and restored before the answer arrives.
 */
export function listSkipped(edit: Edit, taken: Pick<AcceptedEdit, 'changes'>, view: View): SkippedField[] {
  const written = getWrites(taken)
  const skipped = new Map<string, SkippedField>()
  for (const change of edit.changes) {
    // Moves of thousands of elements are usually accepted whole; keys for each field would take a frame.
    if (skipped.size === 0 && isMovedWhole(change, written)) continue
    for (const { id, field, value } of listTargets(change)) {
      const key = `${field}/${id}`
      // Of two values for one field the last one counts.
      if (isWritten(written, id, field) || isFulfilled({ id, field, value }, view)) skipped.delete(key)
      else skipped.set(key, { id, field })
    }
  }
  for (const change of taken.changes)
    if (change.op === 'keep') for (const id of change.ids) skipped.set(`/${id}`, { id, field: null })
  return [...skipped.values()]
}

/**
 * Whether the board shows the intended value. If the target container was deleted, its contents have moved out,
 * which counts as well.
 */
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
  /** Undefined for moves, text and strokes, which set no value. */
  readonly value?: unknown
}

/**
 * Values that an edit sets unconditionally. An undo (`if`) leaves other users' changes in place, which is no
 * conflict.
 */
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

/** Undo of typing adds no text of its own. */
function isTyped(change: Extract<Change, { op: 'text' }>): boolean {
  return change.at === undefined && change.steps.length > 0
}

/** What an accepted edit writes. */
interface Writes {
  /** `field/id`. */
  readonly fields: ReadonlySet<string>
  /** Records with a new position. */
  readonly moved: ReadonlySet<RecordId>
}

function getWrites({ changes }: Pick<AcceptedEdit, 'changes'>): Writes {
  const fields = new Set<string>()
  const moved = new Set<RecordId>()
  for (const change of changes) {
    if (change.op === 'patch')
      for (const field of Object.keys(change.fields)) fields.add(`${field}/${change.id}`)
    if (change.op === 'text') fields.add(`text/${change.id}`)
    if (change.op === 'append') fields.add(`pieces/${change.id}`)
    if (change.op === 'translate') for (const id of change.ids) moved.add(id)
  }
  return { fields, moved }
}

function isWritten({ fields, moved }: Writes, id: RecordId, field: string | null): boolean {
  return fields.has(`${field}/${id}`) || ((field === 'x' || field === 'y') && moved.has(id))
}

function isMovedWhole(change: Change, { moved }: Writes): boolean {
  return change.op === 'translate' && change.ids.every((id) => moved.has(id))
}

/** Deep equality of stored field values (plain data). */
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
