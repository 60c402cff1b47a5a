import type { Row } from './outbox-database.ts'

/**
 * Edits of several closed tabs in the order in which they were made: within a tab by counter, which is
 * immune to clock changes; between tabs by time.
 */
export function sortByTime(rows: readonly Row[]): readonly Row[] {
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
