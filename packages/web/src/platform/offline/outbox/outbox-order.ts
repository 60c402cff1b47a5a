import type { Row } from './outbox-database.ts'

/**
 * What several closed tabs left, in the order in which it was made. Within a tab the numbers decide, also where a clock
 * was set back meanwhile; between tabs the time does.
 */
export function inOrderOfMaking(rows: readonly Row[]): readonly Row[] {
  const latest = new Map<string, number>()
  return rows
    .toSorted((a, b) => (a.tab === b.tab ? a.counter - b.counter : a.tab < b.tab ? -1 : 1))
    .map((row) => {
      const at = Math.max(latest.get(row.tab) ?? 0, row.at ?? 0)
      latest.set(row.tab, at)
      return { row, at }
    })
    .toSorted((a, b) => a.at - b.at)
    .map(({ row }) => row)
}
