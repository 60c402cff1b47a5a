import { ReplaceStep } from 'prosemirror-transform'
import { Slice } from 'prosemirror-model'
import type { Change, Fields, RemovedEntry } from '../document/model/change.ts'
import { isBinding } from '../document/kinds/binding.ts'
import type { RecordId } from '../document/model/record.ts'
import { getDocument, type RichText } from '../document/text/rich-text.ts'
import { isSameValue } from '../document/apply/skipped.ts'
import type { RemovedTarget } from './sending/outcomes.ts'

export interface Removals {
  /** Records removed by the edit with this number, as far as remembered. */
  removedBy(seq: number): readonly RemovedEntry[]
  /** The container or its nearest remaining ancestor, else the first page. */
  findContainer(container: RecordId | null): RecordId | undefined
  freshId(): RecordId
}

/** Changes that restore a deleted record with this user's changes; none if the page never had it. */
export function getRestoreChanges(target: RemovedTarget, removals: Removals): readonly Change[] {
  const entries = target.removedAt === null ? [] : removals.removedBy(target.removedAt)
  const entry = entries.find(({ record }) => record.id === target.id)
  return entry && target.removedAt !== null
    ? restoreChanges(target, entry, entries, target.removedAt)
    : putChanges(target, removals)
}

/** Restores the record with its bindings, then applies this user's changes. */
function restoreChanges(
  { id, record, entered }: RemovedTarget,
  entry: RemovedEntry,
  entries: readonly RemovedEntry[],
  removedAt: number,
): Change[] {
  const bindings = entries.filter(
    ({ record: other }) => isBinding(other) && (other.parent === id || other.target === id),
  )
  const changes: Change[] = [
    { op: 'restore', ids: [id, ...bindings.map((binding) => binding.record.id)], removedAt },
  ]
  const ownFields: Fields = Object.assign({}, ...entered.map(({ fields }) => fields))
  const fields = Object.entries(ownFields).filter(
    ([field, value]) => !isSameValue(entry.record[field] ?? null, value),
  )
  if (fields.length > 0) changes.push({ op: 'patch', id, fields: Object.fromEntries(fields) })
  const [before, after] = [entry.record['text'], record?.['text']] as [RichText | null, RichText | null]
  if (record && after && !isSameValue(before, after)) {
    const [old, typed] = [getDocument(before), getDocument(after)]
    const step = new ReplaceStep(0, old.content.size, new Slice(typed.content, 0, 0))
    changes.push({ op: 'text', id, steps: [step.toJSON()] })
  }
  return changes
}

/** The deletion is not known here, so the record is created again. */
function putChanges({ record }: RemovedTarget, { findContainer, freshId }: Removals): Change[] {
  const parent = record && findContainer(record.parent)
  if (!record || parent === undefined) return []
  const { by: _by, made: _made, lock: _lock, ...fields } = record
  return [{ op: 'put', record: { ...fields, id: freshId(), parent } }]
}
