import type { Database } from '../db/database.ts'
import type { BoardRow } from '../db/tables-journal.ts'
import type { Clock } from '../ports/clock/port.ts'
import { holdBoard, type Hold } from './hold.ts'
import { realtimeLimits } from './limits.ts'

export type Board = Omit<BoardRow, 'owner'>

/**
 * Which process owns the rooms of a space. A living node keeps what it took; every taking raises the fence, which every
 * append carries, so an owner that was only thought dead can do no harm. Clocks of nodes decide how soon a room moves, never
 * whether an edit is safe.
 */
export interface Leases {
  /** Takes a space's board, making its row at the first time; `elsewhere` while another living node has it. */
  take(wid: string, newEpoch: string): Promise<Board | 'elsewhere' | 'missing'>
  /** Takes a board from whoever has it, so that no room can be open on it; null where there is none. */
  hold(wid: string, newEpoch: string): Promise<Hold | null>
  /** Gives everything back, so that another process may go on at once. */
  release(): Promise<void>
}

export interface LeaseOptions {
  readonly db: Database
  readonly clock: Clock
  /** Random, of this process. */
  readonly node: string
  /** No other process can be there (SQLite's directory lock): whoever is listed is dead. */
  readonly alone: boolean
  /** The process could not say in time that it lives; its rooms must close. */
  readonly onLost: () => void
}

export async function startLeases(options: LeaseOptions): Promise<Leases> {
  const { db, clock, node, alone, onLost } = options
  if (alone) await db.sql.deleteFrom('nodes').execute()
  let stopped = false
  let callOff: () => void = () => undefined

  const sayAlive = async (): Promise<void> => {
    const alive_until = clock.now() + realtimeLimits.leaseFor
    await db.sql
      .insertInto('nodes')
      .values({ id: node, alive_until })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ alive_until }))
      .execute()
  }
  let safeUntil = clock.now() + realtimeLimits.leaseFor
  await sayAlive()

  const renew = async (): Promise<void> => {
    const startedAt = clock.now()
    try {
      await sayAlive()
      safeUntil = startedAt + realtimeLimits.leaseFor
    } catch {
      // The database is away; appends fail as well and say so. Only the time that ran out matters here.
      if (!alone && clock.now() >= safeUntil) onLost()
    }
    if (!stopped) schedule()
  }
  const schedule = (): void => {
    callOff = clock.after(realtimeLimits.leaseRenewEvery, () => void renew())
  }
  schedule()

  return {
    take: (wid, newEpoch) => takeBoard(options, wid, newEpoch),
    hold: (wid, newEpoch) => holdBoard(options, wid, newEpoch),
    async release() {
      stopped = true
      callOff()
      await db.sql.deleteFrom('nodes').where('id', '=', node).execute()
    },
  }
}

async function takeBoard(
  { db, clock, node }: LeaseOptions,
  wid: string,
  newEpoch: string,
): Promise<Board | 'elsewhere' | 'missing'> {
  return await db.transaction(async (tx) => {
    const space = await tx.selectFrom('spaces').select('wid').where('wid', '=', wid).executeTakeFirst()
    if (!space) return 'missing'
    await tx
      .insertInto('boards')
      .values({ wid, epoch: newEpoch, head: 0, fence: 0, owner: '', checkpoint: 0 })
      .onConflict((conflict) => conflict.column('wid').doNothing())
      .execute()
    const taken = await tx
      .updateTable('boards')
      .set((eb) => ({ fence: eb('fence', '+', 1), owner: node }))
      .where('wid', '=', wid)
      .where(({ or, eb, not, exists, selectFrom }) =>
        or([
          eb('owner', '=', node),
          not(
            exists(
              selectFrom('nodes')
                .select('id')
                .whereRef('nodes.id', '=', 'boards.owner')
                .where('alive_until', '>', clock.now()),
            ),
          ),
        ]),
      )
      .returning(['wid', 'epoch', 'head', 'fence', 'checkpoint'])
      .executeTakeFirst()
    return taken ?? 'elsewhere'
  })
}
