import type { Change, Edit, AcceptedChange, AcceptedEdit } from '@tavla/canvas/model'

/**
 * Whether this is the edit that was applied under its id. With the same base it is. A page whose database
 * was restored from a backup resends edits with another base: then the applied changes must be among the
 * requested ones.
 */
export function isSameEdit(edit: Edit, taken: AcceptedEdit): boolean {
  if (edit.mark !== taken.mark) return false
  if (edit.base === taken.base) return true
  const isTaken = (change: Change): boolean => taken.changes.some((other) => asks(change, other))
  // Fields may have been skipped and side effects added; new records and texts must match.
  return (
    edit.changes.some(isTaken) && edit.changes.every((change) => !brings.has(change.op) || isTaken(change))
  )
}

const brings: ReadonlySet<Change['op']> = new Set(['put', 'append', 'text', 'restore'])

/** Text steps are rebased over others' typing, so only the record can be compared. */
function asks(change: Change, taken: AcceptedChange): boolean {
  if (change.op !== taken.op) return false
  if (change.op === 'put' && taken.op === 'put') return change.record.id === taken.record.id
  if (change.op === 'restore' && taken.op === 'restore')
    return taken.entries.every(({ record }) => change.ids.includes(record.id))
  if ('ids' in change && 'ids' in taken) return taken.ids.every((id) => change.ids.includes(id))
  if (change.op === 'patch' && taken.op === 'patch')
    return change.id === taken.id && Object.keys(taken.fields).every((field) => field in change.fields)
  return 'id' in change && 'id' in taken && change.id === taken.id
}
