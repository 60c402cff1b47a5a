import type { BoardState, Change, Edit, RecordId, SkippedField, TakenEdit } from '@tavla/canvas/model'

/**
 * Fields that kept somebody else's value when this edit went in, told from what was taken: for a tab whose answer got lost.
 * What holds the wanted value by now, or is gone, is nobody's loss.
 */
export function skippedAgain(edit: Edit, taken: TakenEdit, state: BoardState): SkippedField[] {
  const written = writtenFields(taken)
  const skipped = new Map<string, SkippedField>()
  for (const change of edit.changes) {
    for (const { id, field, value } of wishesOf(change)) {
      const record = state.get(id)
      const isKept = record && (value === undefined || (record[field] ?? null) !== value)
      const key = `${field}/${id}`
      if (isKept && !written.has(key)) skipped.set(key, { id, field })
    }
  }
  return [...skipped.values()]
}

interface Wish {
  readonly id: RecordId
  readonly field: string
  /** Undefined for moves, which set no value. */
  readonly value?: unknown
}

/** What an edit would set by all means; undo (`if`) leaves what others have changed, and that is no conflict. */
function wishesOf(change: Change): Wish[] {
  if (change.op === 'patch' && !change.if)
    return Object.entries(change.fields).map(([field, value]) => ({ id: change.id, field, value }))
  if (change.op !== 'translate' || change.if) return []
  return change.ids.flatMap((id) => [
    { id, field: 'x' },
    { id, field: 'y' },
  ])
}

function writtenFields({ changes }: TakenEdit): ReadonlySet<string> {
  const written = new Set<string>()
  for (const change of changes) {
    if (change.op === 'patch')
      for (const field of Object.keys(change.fields)) written.add(`${field}/${change.id}`)
    if (change.op !== 'translate') continue
    for (const id of change.ids) written.add(`x/${id}`).add(`y/${id}`)
  }
  return written
}
