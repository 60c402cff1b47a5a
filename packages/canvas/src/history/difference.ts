import type { Entry } from '../document/model/change.ts'
import { isOutsideTree } from '../document/kinds/index.ts'
import { getDocument, type RichText } from '../document/text/rich-text.ts'
import type { BoardRecord, RecordId } from '../document/model/record.ts'
import { forEachSliced, type SlicedTask } from './sliced-task.ts'
import { isSameValue } from './same-value.ts'

/** Read access for comparisons. */
export interface Entries {
  readonly size: number
  ids(): Iterable<RecordId>
  entry(id: RecordId): Entry | undefined
}

/** Records that differ between two versions. */
export interface Difference {
  readonly added: readonly RecordId[]
  readonly removed: readonly RecordId[]
  readonly changed: readonly RecordId[]
}

export function* getDifference(before: Entries, after: Entries): SlicedTask<Difference> {
  const added: RecordId[] = []
  const removed: RecordId[] = []
  const changed: RecordId[] = []
  const add = (id: RecordId): void => {
    if (!before.entry(id) && !isOutsideTree(after.entry(id)?.record)) added.push(id)
  }
  yield* forEachSliced(after.ids(), after.size, add, [0, 0.3])
  const compare = (id: RecordId): void => {
    const was = before.entry(id)
    const is = after.entry(id)
    if (!was || was === is || isOutsideTree(was.record)) return
    if (!is) removed.push(id)
    else if (was.pieces.length !== is.pieces.length || isChanged(was.record, is.record)) changed.push(id)
  }
  yield* forEachSliced(before.ids(), before.size, compare, [0.3, 1])
  return { added, removed, changed }
}

/** Stops at the first differing field, since boards with a hundred thousand records are compared interactively. */
function isChanged(was: BoardRecord, is: BoardRecord): boolean {
  if (was === is) return false
  for (const name in is) if (!isSameField(name, was[name], is[name])) return true
  for (const name in was) if (!(name in is) && was[name] !== undefined) return true
  return false
}

/** Names of the fields in which two states of a record differ. An empty text equals no text. */
export function differingFields(one: BoardRecord, other: BoardRecord): string[] {
  if (one === other) return []
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].filter((name) => !isSameField(name, one[name], other[name]))
}

function isSameField(name: string, one: unknown, other: unknown): boolean {
  return one === other || (name === 'text' ? isSameText(one, other) : isSameValue(one, other))
}

function isSameText(one: unknown, other: unknown): boolean {
  if (isSameValue(one, other)) return true
  if (typeof one === 'string' || typeof other === 'string') return false
  return getDocument((one ?? null) as RichText | null).eq(getDocument((other ?? null) as RichText | null))
}
