/** Which backups stay, beside those of the last 24 hours: the newest of each of the last days and weeks that have one. */
export interface Retention {
  readonly daily: number
  readonly weekly: number
}

const DAY_MS = 86_400_000
/** 1970-01-01 was a Thursday; weeks begin on Monday. */
const MONDAY_OFFSET = 3

/** Names of the backups that are to be removed; the newest one always stays. */
export function listExpired(
  backups: readonly { readonly name: string; readonly at: number }[],
  { daily, weekly }: Retention,
  now: number,
): readonly string[] {
  const newestFirst = backups.toSorted((a, b) => b.at - a.at)
  const remaining = new Set(
    newestFirst.filter(({ at }, index) => index === 0 || now - at < DAY_MS).map(({ name }) => name),
  )
  const keep = (count: number, getPeriod: (day: number) => number): void => {
    const periods = new Set<number>()
    for (const { name, at } of newestFirst) {
      const period = getPeriod(Math.floor(at / DAY_MS))
      if (periods.has(period)) continue
      if (periods.size === count) return
      periods.add(period)
      remaining.add(name)
    }
  }
  keep(daily, (day) => day)
  keep(weekly, (day) => Math.floor((day + MONDAY_OFFSET) / 7))
  return newestFirst.filter(({ name }) => !remaining.has(name)).map(({ name }) => name)
}
