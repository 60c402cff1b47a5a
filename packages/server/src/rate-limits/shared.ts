import type { Clock } from '../ports/clock/port.ts'
import type { NodeMessages } from '../ports/messages/port.ts'
import { type MemoryRateLimiter, memoryRateLimiter } from './memory.ts'

const SHARE_EVERY_MS = 1_000
/** Buckets with less taken than this fraction are not worth a message. */
const WORTH_SHARING = 0.05
const MOST_PER_MESSAGE = 1_000

interface Unshared {
  usedMs: number
  readonly capacityMs: number
}

export interface SharedRateLimiterOptions {
  readonly clock: Clock
  readonly messages: NodeMessages
  /** Clock of the interval: real time, whatever a test's clock says. */
  readonly timer: Clock
}

/**
 * Buckets in the memory of each process of a database. Each second they tell each other what was taken, so an attempt
 * costs no request, and within a second or two a bucket holds for all of them together.
 */
export function sharedRateLimiter({ clock, messages, timer }: SharedRateLimiterOptions): MemoryRateLimiter {
  const unshared = new Map<string, Unshared>()
  let isScheduled = false
  const limiter = memoryRateLimiter(clock, (key, usedMs, capacityMs) => {
    const known = unshared.get(key)
    if (known) known.usedMs += usedMs
    else unshared.set(key, { usedMs, capacityMs })
    schedule()
  })
  messages.subscribe((message) => {
    if (message.kind === 'tokens') for (const [key, ...used] of message.taken) limiter.addUsed(key, ...used)
  })

  function schedule(): void {
    if (isScheduled || unshared.size === 0) return
    isScheduled = true
    timer.after(SHARE_EVERY_MS, () => {
      isScheduled = false
      share()
      schedule()
    })
  }
  function share(): void {
    const taken: [string, number, number][] = []
    for (const [key, { usedMs, capacityMs }] of unshared) {
      const used = limiter.getUsedMs(key)
      const isWorth = usedMs > 0 && used >= capacityMs * WORTH_SHARING
      if (used > 0 && !isWorth) continue
      if (isWorth && taken.length === MOST_PER_MESSAGE) break
      unshared.delete(key)
      if (isWorth) taken.push([key, Math.round(usedMs), Math.round(capacityMs)])
    }
    if (taken.length > 0) messages.publish({ kind: 'tokens', taken })
  }
  return limiter
}
