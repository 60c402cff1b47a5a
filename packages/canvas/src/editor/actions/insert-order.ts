import type { NewRecord } from '../../document/model/change.ts'
import { getTarget } from '../view/relations.ts'

/** Parents before children, bindings after everything they hold on to. */
export function inInsertOrder(records: readonly NewRecord[]): NewRecord[] {
  const byId = new Map(records.map((record) => [record.id, record]))
  const depth = (record: NewRecord, seen = 0): number => {
    const parent = record.parent === null ? undefined : byId.get(record.parent)
    return parent && seen < 100 ? depth(parent, seen + 1) + 1 : 0
  }
  const rank = (record: NewRecord): number =>
    getTarget(record as never) === undefined ? depth(record) : 1_000
  return records
    .map((record, i) => ({ record, rank: rank(record), i }))
    .sort((a, b) => a.rank - b.rank || a.i - b.i)
    .map(({ record }) => record)
}
