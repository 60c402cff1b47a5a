import type { Database } from '../../../db/database.ts'
import { enqueue } from '../../../db/jobs.ts'
import type { Clock } from '../../clock/port.ts'
import type { Random } from '../../random/port.ts'
import { Ledger, type SimObject } from './objects.ts'
import type { LedgerStore } from './simulator.ts'

/** Delivers an event of the simulated provider to this server's webhook. */
export const DELIVER_JOB = 'payments.deliver'

/** Stores the simulated provider's objects in the database, in separate transactions; a job delivers its events. */
export function createStoredLedger(db: Database, clock: Clock, random: Random): LedgerStore {
  return {
    change: (update) =>
      db.transaction(async (tx) => {
        const rows = await tx.selectFrom('sandbox_objects').select('body').orderBy('position').execute()
        const ledger = new Ledger(rows.map(({ body }) => JSON.parse(body) as SimObject))
        const storedIds = new Set(rows.map(({ body }) => (JSON.parse(body) as SimObject).id))
        const result = update(ledger)
        let position = rows.length
        for (const object of ledger.changes()) {
          const body = JSON.stringify(object)
          if (!storedIds.has(object.id)) position += 1
          await tx
            .insertInto('sandbox_objects')
            .values({ id: object.id, position, body })
            .onConflict((conflict) => conflict.column('id').doUpdateSet({ body }))
            .execute()
          if (object.object !== 'event') continue
          const payload = { event: object.id }
          const key = `${DELIVER_JOB}:${object.id}`
          await enqueue(tx, random, { kind: DELIVER_JOB, key, payload, runAt: clock.now() })
        }
        return result
      }),
  }
}
