import { sql as raw } from 'kysely'
import { z } from 'zod'
import type { App } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { enqueue } from '../../db/jobs.ts'
import type { Job, Jobs } from '../../jobs/worker.ts'
import { createDeletedUid } from '../account/index.ts'

const FromBoard = z.object({ wid: z.string(), uid: z.string(), as: z.string() })
const FromElsewhere = z.object({ uid: z.string(), as: z.string() })

/**
 * Enqueues erasing an account from data outside its own rows. `into`: its work becomes that account's;
 * otherwise nobody's.
 */
export async function enqueueErasure(app: App, tx: Tx, uid: string, into?: string): Promise<void> {
  const boards = await tx.selectFrom('authors').select('wid').where('uid', '=', uid).execute()
  for (const { wid } of boards) await enqueueOnBoard(app, tx, { wid, uid }, into)
  const payload: z.input<typeof FromElsewhere> = { uid, as: into ?? createDeletedUid(app.random) }
  const key = `accounts.forget:${uid}`
  await enqueue(tx, app.random, { kind: 'accounts.forget', key, payload, runAt: app.clock.now() })
}

interface Author {
  readonly wid: string
  readonly uid: string
}

/** A different placeholder on each board, so that erased work cannot be linked across boards. */
async function enqueueOnBoard(app: App, tx: Tx, { wid, uid }: Author, into?: string): Promise<void> {
  const payload: z.input<typeof FromBoard> = { wid, uid, as: into ?? createDeletedUid(app.random) }
  const key = boardKey({ wid, uid })
  await enqueue(tx, app.random, { kind: 'boards.forget', key, payload, runAt: app.clock.now() })
}

const boardKey = ({ wid, uid }: Author): string => `boards.forget:${wid}:${uid}`

const forgetOnBoard: Job = async ({ boards }, payload) => {
  const { wid, ...deletedAccount } = FromBoard.parse(payload)
  await boards.forget(wid, deletedAccount)
}

const forgetElsewhere: Job = async ({ db }, payload) => {
  const { uid, as } = FromElsewhere.parse(payload)
  // Uids contain `_`, a LIKE wildcard; the replacement ignores rows that only match because of it.
  const named = raw<boolean>`data like ${`%"${uid}"%`}`
  await db.transaction(async (tx) => {
    await tx.updateTable('files').set({ uid: as }).where('uid', '=', uid).execute()
    await tx.updateTable('feedback').set({ uid: null, email: null }).where('uid', '=', uid).execute()
    await tx.deleteFrom('client_logs').where('uid', '=', uid).execute()
    await tx
      .updateTable('notices')
      .set({ data: raw<string>`replace(data, ${`"${uid}"`}, ${`"${as}"`})` })
      .where(named)
      .execute()
    // Failed jobs stay visible to administrators and must not name the deleted account.
    await tx
      .deleteFrom('promises')
      .where('failed_at', 'is not', null)
      .where('kind', 'not in', Object.keys(erasureJobs))
      .where(raw<boolean>`payload like ${`%"${uid}"%`}`)
      .execute()
  })
}

export const erasureJobs: Jobs = { 'boards.forget': forgetOnBoard, 'accounts.forget': forgetElsewhere }

/**
 * Erases authors without an account for whom no job is enqueued: on boards copied while somebody was being
 * deleted.
 */
export async function cleanUpAuthors(app: App): Promise<void> {
  const left = await app.db.sql
    .selectFrom('authors')
    .select(['authors.wid', 'authors.uid'])
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('accounts').select('accounts.uid').whereRef('accounts.uid', '=', 'authors.uid'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('promises')
            .select('id')
            .where(raw<boolean>`promises.key = 'boards.forget:' || authors.wid || ':' || authors.uid`),
        ),
      ),
    )
    .limit(500)
    .execute()
  for (const author of left) await app.db.transaction((tx) => enqueueOnBoard(app, tx, author))
}
