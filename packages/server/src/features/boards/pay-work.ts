import type { App } from '../../context.ts'
import { Refused } from '../../refusals.ts'

/** Interval at which the budget is checked again. */
const POLL_MS = 500
const LONGEST_WAIT_MS = 10_000

/**
 * Takes work units from the caller's budget in advance; waits for a refill, or refuses when that takes too
 * long.
 */
export async function payWork({ boards, clock }: App, uid: string, units: number): Promise<void> {
  for (let waited = 0; ; waited += POLL_MS) {
    const retryAfter = boards.reserveWork(uid, units)
    if (retryAfter === 0) return
    if (waited >= LONGEST_WAIT_MS || retryAfter * 1_000 > LONGEST_WAIT_MS)
      throw new Refused('too_many_requests', { retryAfter })
    await clock.sleep(POLL_MS)
  }
}
