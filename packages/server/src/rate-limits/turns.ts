import type { Clock } from '../ports/clock/port.ts'

/** How much costly work one account may have under way; the rest waits for its turn. */
export interface TurnLimit {
  /** Done at the same time. */
  readonly atOnce: number
  /** More that wait are refused at once. */
  readonly waiting: number
  readonly longestWaitMs: number
}

export interface Turn {
  /** Seconds until it may be tried again; 0: it is one's turn, until `end`. */
  readonly retryAfter: number
  /** The next one gets its turn; harmless the second time. */
  end(): void
}

interface Waiting {
  readonly isWanted: () => boolean
  readonly announce: (turn: Turn) => void
  readonly cancelTimer: () => void
}

interface Line {
  running: number
  readonly waiting: Set<Waiting>
}

/** Queues costly work, a queue for each key, so that one account cannot fill the server with it. */
export class Turns {
  readonly #clock: Clock
  readonly #lines = new Map<string, Line>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** `isWanted`: asked when the turn has come; anyone who no longer waits for the answer is passed over. */
  take(key: string, limit: TurnLimit, isWanted: () => boolean = () => true): Promise<Turn> {
    const line = this.#lines.get(key) ?? { running: 0, waiting: new Set() }
    this.#lines.set(key, line)
    if (line.running < limit.atOnce) return Promise.resolve(this.#begin(key, line))
    if (line.waiting.size >= limit.waiting) return Promise.resolve(refused(limit))
    return new Promise((resolve) => {
      const cancelTimer = this.#clock.after(limit.longestWaitMs, () => {
        line.waiting.delete(waiting)
        resolve(refused(limit))
      })
      const waiting: Waiting = { isWanted, announce: resolve, cancelTimer }
      line.waiting.add(waiting)
    })
  }

  #begin(key: string, line: Line): Turn {
    line.running += 1
    let isOver = false
    return {
      retryAfter: 0,
      end: () => {
        if (isOver) return
        isOver = true
        line.running -= 1
        this.#next(key, line)
      },
    }
  }

  #next(key: string, line: Line): void {
    for (const next of line.waiting) {
      line.waiting.delete(next)
      next.cancelTimer()
      if (next.isWanted()) return next.announce(this.#begin(key, line))
      next.announce(gone)
    }
    if (line.running === 0) this.#lines.delete(key)
  }
}

const gone: Turn = { retryAfter: 1, end: () => undefined }

/** By then all that waits now has had its turn or has been refused. */
const refused = ({ longestWaitMs }: TurnLimit): Turn => ({
  retryAfter: Math.ceil(longestWaitMs / 1_000),
  end: () => undefined,
})
