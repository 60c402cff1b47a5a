import type { Readable } from 'node:stream'
import type { App } from '../../context.ts'
import { equalSecrets } from '../../secrets.ts'
import { boardPhotoKey, pictureKey } from './pictures.ts'

/** What is shown of a board: a card's picture, or a photo of the space. */
export type PictureKind = 'picture' | 'photo'

const WEEK_MS = 7 * 86_400_000

interface Facts {
  readonly wid: string
  readonly kind: PictureKind
  /** Which of the space's pictures; each has its own address, so browsers may keep it. */
  readonly id: string
  readonly uid: string
  readonly until: number
}

const sign = (app: App, { wid, kind, id, uid, until }: Facts): string =>
  app.seal.derive('board-picture', [kind, wid, id, uid, until].join('\n')).toString('base64url')

/**
 * Browsers send no token for a picture, so its address is made for one person and lasts one to two weeks. It opens nothing for
 * anybody who is not, or no longer, a member. The same all week, so that a kept picture is not fetched again.
 */
export function pictureAddress(app: App, kind: PictureKind, wid: string, id: string, uid: string): string {
  const until = (Math.floor(app.clock.now() / WEEK_MS) + 2) * WEEK_MS
  const facts = { wid, kind, id, uid, until }
  return `/api/space/${kind}/${wid}/${id}?u=${encodeURIComponent(uid)}&e=${until}&s=${sign(app, facts)}`
}

export interface PictureAsked {
  readonly wid: string
  readonly kind: PictureKind
  readonly id: string
  readonly query: Readonly<Record<string, string>>
}

/** Whom the address was made for; null when it does not hold. */
export function opensPicture(app: App, { wid, kind, id, query }: PictureAsked): string | null {
  const { u: uid = '', e = '', s = '' } = query
  const until = Number(e)
  return until > app.clock.now() && equalSecrets(s, sign(app, { wid, kind, id, uid, until })) ? uid : null
}

/** Null where it was replaced meanwhile. */
export const readPicture = (app: App, kind: PictureKind, id: string): Promise<Readable | null> =>
  app.files.read(kind === 'picture' ? pictureKey(id) : boardPhotoKey(id))
