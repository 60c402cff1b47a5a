import type { Clock } from '../ports/clock/port.ts'

/** Limits expensive work of one account; the rest waits in a queue. */
export interface QueueLimit {
  /** Runs concurrently. */
  readonly maxRunning: number
  /** Queue length; more are refused at once. */
  readonly waiting: number
  readonly longestWaitMs: number
}

export interface QueueSlot {
  /** Seconds until the next attempt; 0: the work may run, until `end`. */
  readonly retryAfter: number
  /** Releases the slot to the next in the queue; idempotent. */
  end(): void
}

interface Waiting {
  readonly isWanted: () => boolean
  readonly announce: (turn: QueueSlot) => void
  readonly cancelTimer: () => void
}

interface KeyQueue {
  running: number
  readonly waiting: Set<Waiting>
}

/** Queues expensive work by key, so that one account cannot occupy the server. */
export class WorkQueues {
  readonly #clock: Clock
  readonly #lines = new Map<string, KeyQueue>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** `isWanted` is asked when a slot is free; callers that have given up are skipped. */
  take(key: string, limit: QueueLimit, isWanted: () => boolean = () => true): Promise<QueueSlot> {
    const line = this.#lines.get(key) ?? { running: 0, waiting: new Set() }
    this.#lines.set(key, line)
    if (line.running < limit.maxRunning) return Promise.resolve(this.#begin(key, line))
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

  #begin(key: string, line: KeyQueue): QueueSlot {
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

  #next(key: string, line: KeyQueue): void {
    for (const next of line.waiting) {
      line.waiting.delete(next)
      next.cancelTimer()
      if (next.isWanted()) return next.announce(this.#begin(key, line))
      next.announce(refusedSlot)
    }
    if (line.running === 0) this.#lines.delete(key)
  }
}

const refusedSlot: QueueSlot = { retryAfter: 1, end: () => undefined }

/** By then everything that waits now has run or was refused. */
const refused = ({ longestWaitMs }: QueueLimit): QueueSlot => ({
  retryAfter: Math.ceil(longestWaitMs / 1_000),
  end: () => undefined,
})
