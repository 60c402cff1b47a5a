/** A participant as counted for billing. Times in ms. */
export interface CountedPerson {
  readonly uid: string
  /** Media reaches the engine. */
  readonly connected: boolean
  /** When the engine last received media or reports. */
  readonly evidenceAt: number
  /** Time up to which they have been counted. */
  readonly countedAt: number
}

export interface CountedTime {
  /** To be billed now. */
  readonly ms: number
  readonly countedAt: number
}

/** Evidence arrives every second. A gap longer than this is not billed. */
const AWAY_MS = 5_000

/**
 * Time is counted up to each participant's last evidence, and only while at least two people were connected: a person alone
 * is not billed. A clock jump or a suspended machine adds at most `maxMs`.
 */
export function countMinutes(people: readonly CountedPerson[], nowMs: number, maxMs: number): CountedTime[] {
  const lastByPerson = new Map<string, number>()
  for (const { uid, connected, evidenceAt } of people)
    if (connected) lastByPerson.set(uid, Math.max(evidenceAt, lastByPerson.get(uid) ?? 0))
  const lastTogether = [...lastByPerson.values()].sort((a, b) => b - a)[1]
  return people.map(({ connected, evidenceAt, countedAt }) => {
    if (lastTogether === undefined || !connected) return { ms: 0, countedAt: nowMs }
    const end = Math.min(nowMs, evidenceAt, lastTogether)
    const ms = Math.min(Math.max(0, end - countedAt), maxMs)
    // A clock that was set back must not stop counting until it has caught up.
    const wasAway = nowMs - end > AWAY_MS
    return { ms, countedAt: wasAway || countedAt > nowMs ? nowMs : Math.max(countedAt, end) }
  })
}
