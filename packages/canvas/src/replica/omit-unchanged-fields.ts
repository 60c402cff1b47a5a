import type { Change, Fields } from '../document/model/change.ts'
import type { BoardRecord, RecordId } from '../document/model/record.ts'
import { isSameValue } from '../document/apply/skipped.ts'

/**
 * Removes unchanged fields from patches, so that a vertical move does not overwrite a concurrent horizontal one.
 * Conditional patches are unchanged, because their conditions compare writers.
 */
export function omitUnchangedFields(
  changes: readonly Change[],
  getRecord: (id: RecordId) => BoardRecord | undefined,
): readonly Change[] {
  // Only patches are narrowed, and collecting the ids of a large move takes long.
  if (!changes.some(({ op }) => op === 'patch')) return changes
  /** Fields set by earlier changes of the same edit. */
  const written = new Map<RecordId, Record<string, unknown>>()
  const made = new Set<RecordId>()
  const narrow = (change: Change): Change | undefined => {
    if (change.op === 'put') made.add(change.record.id)
    if (change.op === 'restore' || change.op === 'translate') for (const id of change.ids) made.add(id)
    if (change.op !== 'patch' || change.if || made.has(change.id)) return change
    const now = { ...getRecord(change.id), ...written.get(change.id) }
    const fields = changedFields(change.fields, now)
    written.set(change.id, { ...written.get(change.id), ...fields })
    const count = Object.keys(fields).length
    if (count === Object.keys(change.fields).length) return change
    return count === 0 ? undefined : { ...change, fields }
  }
  const result = changes.map(narrow)
  return result.every((change, i) => change === changes[i])
    ? changes
    : result.filter((change) => change !== undefined)
}

function changedFields(fields: Fields, now: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([field, value]) => !isSameValue(now[field] ?? null, value ?? null)),
  )
}
