import type { ActivityPeriod } from '@tavla/contract'

/** A pause longer than this splits a session, ms. */
const maxPauseMs = 30 * 60_000

/** Edits without a long pause between them, by any number of people. */
export interface Session {
  /** Times of the first and the last edit, in ms. */
  readonly from: number
  readonly to: number
  /** Their sequence numbers. */
  readonly first: number
  readonly last: number
  readonly edits: number
  /** Sorted by number of edits, most first. */
  readonly uids: readonly string[]
}

/** Newest first. `getDay` returns the day of a time: no session spans midnight. */
export function getSessions(
  periods: readonly ActivityPeriod[],
  { uid, since }: { readonly uid: string | null; readonly since: number | null },
  getDay: (time: number) => string,
): readonly Session[] {
  const sessions: { periods: ActivityPeriod[]; to: number }[] = []
  const matching = periods.filter(
    (period) => (uid ?? period.uid) === period.uid && Date.parse(period.to) >= (since ?? 0),
  )
  for (const period of matching.toSorted((a, b) => a.first - b.first)) {
    const current = sessions.at(-1)
    const [from, to] = [Date.parse(period.from), Date.parse(period.to)]
    if (current && from - current.to <= maxPauseMs && getDay(from) === getDay(current.to)) {
      current.periods.push(period)
      current.to = Math.max(current.to, to)
    } else sessions.push({ periods: [period], to })
  }
  return sessions.map((session) => getSession(session.periods)).reverse()
}

function getSession(periods: readonly ActivityPeriod[]): Session {
  const edits = new Map<string, number>()
  for (const period of periods) edits.set(period.uid, (edits.get(period.uid) ?? 0) + period.edits)
  return {
    from: Math.min(...periods.map(({ from }) => Date.parse(from))),
    to: Math.max(...periods.map(({ to }) => Date.parse(to))),
    first: Math.min(...periods.map(({ first }) => first)),
    last: Math.max(...periods.map(({ last }) => last)),
    edits: periods.reduce((sum, period) => sum + period.edits, 0),
    uids: [...edits].sort((a, b) => b[1] - a[1]).map(([uid]) => uid),
  }
}
