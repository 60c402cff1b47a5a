import type { ActivityPeriod } from '@tavla/contract'

/** A pause longer than this splits a session, ms. */
const restMs = 30 * 60_000

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
  spells: readonly ActivityPeriod[],
  { uid, since }: { readonly uid: string | null; readonly since: number | null },
  getDay: (time: number) => string,
): readonly Session[] {
  const sessions: { spells: ActivityPeriod[]; to: number }[] = []
  const kept = spells.filter(
    (period) => (uid ?? period.uid) === period.uid && Date.parse(period.to) >= (since ?? 0),
  )
  for (const spell of kept.toSorted((a, b) => a.first - b.first)) {
    const open = sessions.at(-1)
    const [from, to] = [Date.parse(spell.from), Date.parse(spell.to)]
    if (open && from - open.to <= restMs && getDay(from) === getDay(open.to)) {
      open.spells.push(spell)
      open.to = Math.max(open.to, to)
    } else sessions.push({ spells: [spell], to })
  }
  return sessions.map((session) => getSession(session.spells)).reverse()
}

function getSession(spells: readonly ActivityPeriod[]): Session {
  const edits = new Map<string, number>()
  for (const period of spells) edits.set(period.uid, (edits.get(period.uid) ?? 0) + period.edits)
  return {
    from: Math.min(...spells.map(({ from }) => Date.parse(from))),
    to: Math.max(...spells.map(({ to }) => Date.parse(to))),
    first: Math.min(...spells.map(({ first }) => first)),
    last: Math.max(...spells.map(({ last }) => last)),
    edits: spells.reduce((sum, spell) => sum + spell.edits, 0),
    uids: [...edits].sort((a, b) => b[1] - a[1]).map(([uid]) => uid),
  }
}
