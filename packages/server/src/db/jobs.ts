import type { Random } from '../ports/random/port.ts'
import { randomId } from '../ports/random/values.ts'
import type { Tx } from './database.ts'

/** A job to run after the commit, at least once. */
export interface EnqueuedJob {
  /** Name of the registered job, such as `members.mail`. */
  readonly kind: string
  /** Jobs with the same key are merged until they have run. */
  readonly key: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly runAt: number
}

/** Enqueues a job in the transaction that makes it necessary, so that both are committed or neither. */
export async function enqueue(tx: Tx, random: Random, enqueuedJobs: EnqueuedJob): Promise<void> {
  await tx
    .insertInto('promises')
    .values({
      id: randomId(random),
      kind: enqueuedJobs.kind,
      key: enqueuedJobs.key,
      payload: JSON.stringify(enqueuedJobs.payload),
      run_at: enqueuedJobs.runAt,
      tries: 0,
      taken_until: 0,
      failed_at: null,
      last_error: null,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}
