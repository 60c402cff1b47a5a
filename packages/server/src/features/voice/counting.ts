/** Somebody in a voice room, as far as minutes are concerned. Times in ms. */
export interface CountedPerson {
  readonly uid: string
  /** Their sound reaches the engine. */
  readonly connected: boolean
  /** When the engine last had proof of that. */
  readonly evidenceAt: number
  /** Up to when they have been counted. */
  readonly countedAt: number
}

export interface Counting {
  /** To be billed now. */
  readonly ms: number
  readonly countedAt: number
}

/** Proof comes every second; without any for this long, the time until the next one is nobody's. */
const AWAY_MS = 5_000

/**
 * Time is counted up to the last proof that somebody was there, and only while two people were: who is alone in a room is
 * not billed. A clock that jumps, or a machine that slept, adds `mostMs` at most.
 */
export function countMinutes(people: readonly CountedPerson[], nowMs: number, mostMs: number): Counting[] {
  const lastByPerson = new Map<string, number>()
  for (const { uid, connected, evidenceAt } of people)
    if (connected) lastByPerson.set(uid, Math.max(evidenceAt, lastByPerson.get(uid) ?? 0))
  const together = [...lastByPerson.values()].sort((a, b) => b - a)[1]
  return people.map(({ connected, evidenceAt, countedAt }) => {
    if (together === undefined || !connected) return { ms: 0, countedAt: nowMs }
    const end = Math.min(nowMs, evidenceAt, together)
    const ms = Math.min(Math.max(0, end - countedAt), mostMs)
    // A clock that went back must not stop the counting until it has caught up; who is silent for long was away.
    const isAway = nowMs - end > AWAY_MS
    return { ms, countedAt: isAway || countedAt > nowMs ? nowMs : Math.max(countedAt, end) }
  })
}
