import type { Readable } from 'node:stream'
import type { App } from '../../context.ts'
import {
  findUrlHolder,
  type SignedFor,
  type SignedQuery,
  signQuery,
  type UrlHolder,
} from '../account/index.ts'
import { boardPhotoKey, thumbnailKey } from './thumbnails.ts'

/** What is shown of a board: a card's picture, or a photo of the space. */
export type ThumbnailKind = 'picture' | 'photo'

const WEEK_MS = 7 * 86_400_000

export interface BoardThumbnail {
  readonly wid: string
  readonly kind: ThumbnailKind
  /** Which of the space's pictures; each has its own address, so browsers may keep it. */
  readonly id: string
}

const toSee = ({ kind, wid, id }: BoardThumbnail): SignedFor => ({
  purpose: 'board-picture',
  facts: [kind, wid, id],
})

/**
 * Browsers send no token for a picture, so its address is made for one session and lasts one to two weeks. It opens
 * nothing for anybody who is not, or no longer, a member. The same all week, so that a cached picture is not fetched again.
 */
export function getThumbnailUrl(app: App, picture: BoardThumbnail, holder: UrlHolder): string {
  const until = (Math.floor(app.clock.now() / WEEK_MS) + 2) * WEEK_MS
  const { kind, wid, id } = picture
  return `/api/space/${kind}/${wid}/${id}?${signQuery(app, toSee(picture), holder, until)}`
}

export interface ThumbnailQuery extends BoardThumbnail {
  readonly query: SignedQuery
}

/** Whom the address was made for; null when it does not hold, or no longer. */
export const opensThumbnail = (app: App, asked: ThumbnailQuery): Promise<string | null> =>
  findUrlHolder(app, toSee(asked), asked.query)

/** Null where it was replaced meanwhile. */
export const readImage = (app: App, kind: ThumbnailKind, id: string): Promise<Readable | null> =>
  app.files.read(kind === 'picture' ? thumbnailKey(id) : boardPhotoKey(id))
