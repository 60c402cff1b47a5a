import type { Clock } from '../../ports/clock/port.ts'

export interface SessionCheckOptions {
  readonly clock: Clock
  /** Interval, ms. */
  readonly every: number
  /** Sessions with an open socket. */
  readonly sessions: () => readonly string[]
  readonly listLive: (sessions: readonly string[]) => Promise<ReadonlySet<string>>
  readonly onEnded: (sessions: readonly string[]) => void
  readonly onError: (error: unknown) => void
}

/** Sessions read in one statement. */
const sessionsPerRound = 500

/** Finds sessions that expired or that another process ended, which nothing announces here. */
export function startSessionCheck(options: SessionCheckOptions): { stop(): void } {
  const { clock, every, sessions, listLive, onEnded, onError } = options
  let isStopped = false
  let cancel: () => void = () => undefined

  async function check(): Promise<void> {
    const all = sessions()
    for (let at = 0; at < all.length; at += sessionsPerRound) {
      const some = all.slice(at, at + sessionsPerRound)
      const live = await listLive(some)
      if (isStopped) return
      onEnded(some.filter((session) => !live.has(session)))
    }
  }
  const schedule = (): void => {
    cancel = clock.after(every, () => {
      void check()
        .catch(onError)
        .then(() => {
          if (!isStopped) schedule()
        })
    })
  }
  schedule()
  return {
    stop() {
      isStopped = true
      cancel()
    },
  }
}
