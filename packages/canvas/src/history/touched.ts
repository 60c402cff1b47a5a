import type { AcceptedEdit } from '../document/model/change.ts'
import type { RecordId } from '../document/model/record.ts'

/** Distinct ids of the records in an edit, in its order. */
export function getRecords({ changes }: Pick<AcceptedEdit, 'changes'>): ReadonlySet<RecordId> {
  const ids = new Set<RecordId>()
  for (const change of changes) {
    if (change.op === 'put') ids.add(change.record.id)
    else if (change.op === 'restore') for (const { record } of change.entries) ids.add(record.id)
    else if ('ids' in change) for (const id of change.ids) ids.add(id)
    else ids.add(change.id)
  }
  return ids
}
