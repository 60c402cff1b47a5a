import { isAtLeast } from '@tavla/contract'
import type { Readable } from 'node:stream'
import type { App } from '../../context.ts'
import { queued } from '../../rate-limits/in-turn.ts'
import { turnLimits } from '../../rate-limits/call-limits.ts'
import { opensThumbnail, type ThumbnailQuery, readImage } from '../boards/index.ts'
import { authorize } from './space-access.ts'

/** A picture of a board, for anyone who its address was made for, as long as they are in the space. */
export async function openThumbnail(app: App, asked: ThumbnailQuery): Promise<Readable | null> {
  const uid = await opensThumbnail(app, asked)
  if (uid === null) return null
  return queued(app.rateLimits.turns, `pictures ${uid}`, turnLimits.pictures, async () => {
    const standing = await authorize(app.db.sql, uid, asked.wid)
    if (!standing || (standing.trashed && !isAtLeast(standing.role, 'admin'))) return null
    return readImage(app, asked.kind, asked.id)
  })
}
