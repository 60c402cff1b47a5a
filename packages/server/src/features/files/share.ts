import { isAtLeast } from '@tavla/contract'
import type { App } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { FilesToShare } from '../../db/jobs.ts'
import type { Job } from '../../jobs/worker.ts'
import { getAccountLimits, getUsedStorage, isWithinLimit } from '../billing/index.ts'
import { enqueueLimitCheck, isNear } from '../notifications/index.ts'
import { authorize } from '../spaces/index.ts'
import { canAccess } from './permissions.ts'

/**
 * Lets the people of a board read files of another one that were put on it, by somebody who may read them there and
 * may upload here. They count for the storage of both owners, like uploads; without room they are not shared.
 */
export const shareFiles: Job = async (app, payload) => {
  const { wid, uid, files } = FilesToShare.parse(payload)
  const used = await app.db.sql
    .selectFrom('file_uses')
    .select('file_id')
    .where('wid', '=', wid)
    .where('file_id', 'in', files)
    .execute()
  const own = new Set(used.map(({ file_id }) => file_id))
  for (const id of files)
    if (!own.has(id)) await app.db.transaction((tx) => shareFile(app, tx, { wid, uid, id }))
}

async function shareFile(
  app: App,
  tx: Tx,
  { wid, uid, id }: { readonly wid: string; readonly uid: string; readonly id: string },
): Promise<void> {
  const access = await authorize(tx, uid, wid)
  if (!access || access.trashed || !isAtLeast(access.role, 'commenter')) return
  if (!(await canAccess(tx, uid, id, 'viewer'))) return
  const file = await tx
    .selectFrom('files')
    .select('size')
    .where('id', '=', id)
    .where('state', '=', 'stored')
    .executeTakeFirst()
  if (!file) return
  const { owner } = await tx
    .selectFrom('spaces')
    .select('owner')
    .where('wid', '=', wid)
    .executeTakeFirstOrThrow()
  const { storageBytes } = await getAccountLimits(app, tx, owner)
  const used = await getUsedStorage(tx, owner)
  if (!isWithinLimit(storageBytes, used, file.size)) return
  if (isNear(storageBytes, used + file.size)) await enqueueLimitCheck(app, tx, { wid, of: 'storage' })
  await tx
    .insertInto('file_uses')
    .values({ wid, file_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
