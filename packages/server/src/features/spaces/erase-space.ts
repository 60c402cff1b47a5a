import type { App } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { enqueue } from '../../db/jobs.ts'
import { fileKey } from '../../ports/files/port.ts'
import { photoKey } from '../account/index.ts'
import { listThumbnailKeys } from '../boards/index.ts'
import { isStoredPhoto } from './space-view.ts'

/**
 * Deletes a space permanently: rows now, its photo and the bytes of files that no other space uses soon
 * after.
 */
export async function eraseSpace(app: App, tx: Tx, wid: string): Promise<void> {
  const space = await tx
    .selectFrom('spaces')
    .select(['photo', 'thumb'])
    .where('wid', '=', wid)
    .executeTakeFirst()
  if (!space) return
  const held = await tx.selectFrom('file_uses').select('file_id').where('wid', '=', wid).execute()
  await app.boards.erase(tx, wid)
  await tx.deleteFrom('spaces').where('wid', '=', wid).execute()
  const unused = await dropUnused(
    tx,
    held.map(({ file_id }) => file_id),
  )
  const photo = isStoredPhoto(space.photo) ? [photoKey(space.photo)] : []
  const keys = [...unused.map(fileKey), ...photo, ...listThumbnailKeys(space.thumb)]
  if (keys.length === 0) return
  const payload = { keys }
  await enqueue(tx, app.random, {
    kind: 'files.erase',
    key: `files.erase:${wid}`,
    payload,
    runAt: app.clock.now(),
  })
}

/** Deletes the rows of files that no space uses any more; returns their ids. */
async function dropUnused(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const dropped: string[] = []
  for (let at = 0; at < ids.length; at += 500) {
    const rows = await tx
      .deleteFrom('files')
      .where('id', 'in', ids.slice(at, at + 500))
      .where((eb) =>
        eb.not(
          eb.exists(eb.selectFrom('file_uses').select('wid').whereRef('file_uses.file_id', '=', 'files.id')),
        ),
      )
      .returning('id')
      .execute()
    dropped.push(...rows.map(({ id }) => id))
  }
  return dropped
}
