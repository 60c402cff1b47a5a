import type { AcceptedChange, AcceptedEdit, Change, Edit } from '../../document/model/change.ts'
import type { RecordId } from '../../document/model/record.ts'
import { isOutsideTree } from '../../document/kinds/index.ts'
import { pageSchema } from '../../document/kinds/page.ts'
import { SETTINGS_ID } from '../../document/kinds/settings.ts'

/** Fields that decide about the rights to other records. */
const rightsFields: ReadonlySet<string> = new Set(['parent', 'lock', 'role'])

/**
 * Whether an accepted edit and pending ones have the same result in any order: they write different records, and the
 * accepted one neither removes anything nor changes rights.
 */
export function isIndependent(accepted: AcceptedEdit, pending: readonly Edit[]): boolean {
  const targets = pending.map(getTargets)
  if (targets.includes(null)) return false
  return accepted.changes.every((change) => {
    const written = getWritten(change)
    return written !== null && !written.some((id) => targets.some((ids) => ids?.has(id)))
  })
}

function getWritten(change: AcceptedChange): readonly RecordId[] | null {
  if (change.op === 'put') {
    const { record } = change
    return isOutsideTree(record) || record.kind === pageSchema.kind ? null : [record.id]
  }
  if (change.op === 'patch') {
    const isOfBoard = change.id === SETTINGS_ID
    return isOfBoard || Object.keys(change.fields).some((name) => rightsFields.has(name)) ? null : [change.id]
  }
  if (change.op === 'append' || change.op === 'text') return [change.id]
  return change.op === 'translate' ? change.ids : null
}

const knownTargets = new WeakMap<Edit, ReadonlySet<RecordId> | null>()

/** Ids of the records that an edit writes; null if its effect depends on other records. */
function getTargets(edit: Edit): ReadonlySet<RecordId> | null {
  const known = knownTargets.get(edit)
  if (known !== undefined) return known
  const lists = edit.changes.map(getTarget)
  const targets = lists.includes(null) ? null : new Set(lists.flatMap((ids) => ids ?? []))
  knownTargets.set(edit, targets)
  return targets
}

/** Null for removals, for what they removed, and for changes with a condition, as those of undo. */
function getTarget(change: Change): readonly RecordId[] | null {
  if (change.op === 'put') return [change.record.id]
  if (change.op === 'append') return [change.id]
  if (change.op === 'patch') return change.if ? null : [change.id]
  if (change.op === 'translate') return change.if ? null : change.ids
  return null
}
