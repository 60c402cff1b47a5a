import type { BatchQuery, Database } from '../../db/database.ts'
import type { Clock } from '../../ports/clock/port.ts'
import { realtimeLimits } from '../realtime-limits.ts'

/** An exclusive lease on a board, during which no room can be open. */
export interface ExclusiveLease {
  /**
   * Commits in one transaction; throws `BatchConflict` and writes nothing once another process has taken
   * the board.
   */
  commit(queries: readonly BatchQuery[]): Promise<void>
  release(): Promise<void>
}

export interface HoldOptions {
  readonly db: Database
  readonly clock: Clock
  /** Name of the process, so that its leases are released after a restart. */
  readonly name: string
}

/**
 * Takes a board's lease from its current holder: the raised fence makes their appends fail, and the new
 * epoch makes pages fetch the board again. A temporary node row keeps rooms away and expires without
 * renewal; every commit renews it and raises the fence, so that nothing read before can be written after.
 */
export async function holdBoard(
  { db, clock, name }: HoldOptions,
  wid: string,
  newEpoch: string,
): Promise<ExclusiveLease | null> {
  const id = `hold-${newEpoch}`
  const alive = (): number => clock.now() + realtimeLimits.leaseFor
  const taken = await db.transaction(async (tx) => {
    await tx
      .insertInto('nodes')
      .values({ id, name, alive_until: alive(), url: '', secret_check: '' })
      .execute()
    return await tx
      .updateTable('boards')
      .set((eb) => ({ fence: eb('fence', '+', 1), owner: id, epoch: newEpoch }))
      .where('wid', '=', wid)
      .returning('fence')
      .executeTakeFirst()
  })
  const letGo = db.sql.deleteFrom('nodes').where('id', '=', id)
  if (!taken) {
    await letGo.execute()
    return null
  }
  let { fence } = taken
  return {
    async commit(queries) {
      const ours = db.sql.updateTable('boards').where('wid', '=', wid).where('fence', '=', fence)
      const renew = db.sql.updateTable('nodes').set({ alive_until: alive() }).where('id', '=', id)
      await db.batch([
        { query: ours.set({ fence: fence + 1 }), expectChanges: 1 },
        { query: renew },
        ...queries,
      ])
      fence += 1
    },
    async release() {
      const free = db.sql
        .updateTable('boards')
        .set({ owner: '' })
        .where('wid', '=', wid)
        .where('owner', '=', id)
      await db.batch([{ query: free }, { query: letGo }])
    },
  }
}
