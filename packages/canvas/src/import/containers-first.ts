import type { NewRecord } from '../document/model/change.ts'
import { textSchema } from '../shapes/text/schema.ts'

/** Containers before what they hold, siblings in their order of painting; what hangs on no top is left out. */
export function containersFirst(records: readonly NewRecord[]): NewRecord[] {
  const lowestFirst = records.toSorted((a, b) => (a.z < b.z ? -1 : a.z > b.z ? 1 : 0))
  const children = Map.groupBy(lowestFirst, (record) => record.parent)
  const sorted: NewRecord[] = []
  const waiting: (string | null)[] = [null]
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    for (const record of children.get(parent) ?? []) {
      sorted.push(record)
      waiting.push(record.id)
    }
  }
  return sorted
}

export function countKinds(records: readonly NewRecord[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { kind } of records) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}

/** Texts that are part of another element. */
export function countLabels(records: readonly NewRecord[]): number {
  return records.filter(({ kind, text }) => kind !== textSchema.kind && text !== null && text !== undefined)
    .length
}
