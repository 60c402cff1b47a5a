import { isAtLeast } from '@tavla/contract'
import type { Readable } from 'node:stream'
import type { App } from '../../context.ts'
import { inTurn } from '../../rate-limits/in-turn.ts'
import { turnLimits } from '../../rate-limits/limits.ts'
import { opensPicture, type PictureAsked, readPicture } from '../boards/index.ts'
import { authorize } from './access.ts'

/** A picture of a board, for whoever its address was made for, as long as they are in the space. */
export async function openPicture(app: App, asked: PictureAsked): Promise<Readable | null> {
  const uid = await opensPicture(app, asked)
  if (uid === null) return null
  return inTurn(app.rateLimits.turns, `pictures ${uid}`, turnLimits.pictures, async () => {
    const standing = await authorize(app.db.sql, uid, asked.wid)
    if (!standing || (standing.trashed && !isAtLeast(standing.role, 'admin'))) return null
    return readPicture(app, asked.kind, asked.id)
  })
}
