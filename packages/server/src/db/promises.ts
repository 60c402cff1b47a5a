import type { Random } from '../ports/random/port.ts'
import { randomId } from '../ports/random/values.ts'
import type { Tx } from './database.ts'

/** Work to be done after the commit, at least once. */
export interface Promised {
  /** Names the job that keeps it, such as `members.mail`. */
  readonly kind: string
  /** Promises with the same key are one, as long as it is not kept. */
  readonly key: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly runAt: number
}

/** Promises work in the transaction that makes it necessary: both come true, or neither. */
export async function promise(tx: Tx, random: Random, promised: Promised): Promise<void> {
  await tx
    .insertInto('promises')
    .values({
      id: randomId(random),
      kind: promised.kind,
      key: promised.key,
      payload: JSON.stringify(promised.payload),
      run_at: promised.runAt,
      tries: 0,
      taken_until: 0,
      failed_at: null,
      last_error: null,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}
