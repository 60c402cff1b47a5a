import { isAtLeast } from '@tavla/contract'
import type { Readable } from 'node:stream'
import type { App } from '../../context.ts'
import { queued } from '../../rate-limits/queued.ts'
import { queueLimits } from '../../rate-limits/call-limits.ts'
import { findThumbnailHolder, type ThumbnailQuery, readImage } from '../boards/index.ts'
import { authorize } from './space-access.ts'

/** A board's image, for the holder of its URL while they are a member. */
export async function openThumbnail(app: App, asked: ThumbnailQuery): Promise<Readable | null> {
  const uid = await findThumbnailHolder(app, asked)
  if (uid === null) return null
  return queued(app.rateLimits.turns, `pictures ${uid}`, queueLimits.pictures, async () => {
    const access = await authorize(app.db.sql, uid, asked.wid)
    if (!access || (access.trashed && !isAtLeast(access.role, 'admin'))) return null
    return readImage(app, asked.kind, asked.id)
  })
}
