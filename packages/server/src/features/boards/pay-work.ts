import type { App } from '../../context.ts'
import { Refused } from '../../refusals.ts'

/** Between two looks whether a budget has been refilled. */
const LOOK_MS = 500
const LONGEST_WAIT_MS = 10_000

/** Pays for work before it is done; waits for the budget to be refilled, and refuses where that takes too long. */
export async function payWork({ boards, clock }: App, uid: string, units: number): Promise<void> {
  for (let waited = 0; ; waited += LOOK_MS) {
    const retryAfter = boards.reserveWork(uid, units)
    if (retryAfter === 0) return
    if (waited >= LONGEST_WAIT_MS || retryAfter * 1_000 > LONGEST_WAIT_MS)
      throw new Refused('too_many_requests', { retryAfter })
    await clock.sleep(LOOK_MS)
  }
}
