import type { Entry } from '../document/change.ts'
import { documentOf, type RichText } from '../document/rich-text.ts'
import type { BoardRecord, RecordId } from '../document/record.ts'
import { isSameValue } from './values.ts'

/** What a board is made of, as far as comparing needs to know. */
export interface Entries {
  ids(): Iterable<RecordId>
  entry(id: RecordId): Entry | undefined
}

/** What became of records from one moment to another. */
export interface Difference {
  readonly added: readonly RecordId[]
  readonly removed: readonly RecordId[]
  /** With the names of the fields that differ. */
  readonly changed: ReadonlyMap<RecordId, readonly string[]>
}

export function differenceOf(before: Entries, after: Entries): Difference {
  const added: RecordId[] = []
  const removed: RecordId[] = []
  const changed = new Map<RecordId, readonly string[]>()
  for (const id of after.ids()) if (!before.entry(id)) added.push(id)
  for (const id of before.ids()) {
    const was = before.entry(id)
    const is = after.entry(id)
    if (!was || was === is) continue
    if (!is) removed.push(id)
    else {
      const fields = differingFields(was.record, is.record)
      if (was.pieces.length !== is.pieces.length) fields.push('pieces')
      if (fields.length > 0) changed.set(id, fields)
    }
  }
  return { added, removed, changed }
}

/** Names of the fields in which two states of a record differ; an empty text is no text. */
export function differingFields(one: BoardRecord, other: BoardRecord): string[] {
  if (one === other) return []
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].filter((name) =>
    name === 'text' ? !isSameText(one[name], other[name]) : !isSameValue(one[name], other[name]),
  )
}

function isSameText(one: unknown, other: unknown): boolean {
  if (isSameValue(one, other)) return true
  if (typeof one === 'string' || typeof other === 'string') return false
  return documentOf((one ?? null) as RichText | null).eq(documentOf((other ?? null) as RichText | null))
}
