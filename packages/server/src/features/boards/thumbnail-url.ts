import type { Readable } from 'node:stream'
import type { App } from '../../context.ts'
import {
  findUrlHolder,
  type SignedScope,
  type SignedQuery,
  signQuery,
  type UrlHolder,
} from '../account/index.ts'
import { boardPhotoKey, thumbnailKey } from './thumbnails.ts'

/** A thumbnail for cards, or the space's photo. */
export type ThumbnailKind = 'picture' | 'photo'

const WEEK_MS = 7 * 86_400_000

export interface BoardThumbnail {
  readonly wid: string
  readonly kind: ThumbnailKind
  /** Id of the stored image; each has its own URL, so that browsers can cache it. */
  readonly id: string
}

const signThumbnail = ({ kind, wid, id }: BoardThumbnail): SignedScope => ({
  purpose: 'board-picture',
  fields: [kind, wid, id],
})

/**
 * Browsers send no token for an image, so its URL is signed for one session and lasts one to two weeks. It
 * stops working when the person leaves the space. It is the same all week, so that a cached image is not
 * fetched again.
 */
export function getThumbnailUrl(app: App, picture: BoardThumbnail, holder: UrlHolder): string {
  const until = (Math.floor(app.clock.now() / WEEK_MS) + 2) * WEEK_MS
  const { kind, wid, id } = picture
  return `/api/space/${kind}/${wid}/${id}?${signQuery(app, signThumbnail(picture), holder, until)}`
}

export interface ThumbnailQuery extends BoardThumbnail {
  readonly query: SignedQuery
}

/** The uid that the URL was signed for; null when it is invalid or expired. */
export const findThumbnailHolder = (app: App, asked: ThumbnailQuery): Promise<string | null> =>
  findUrlHolder(app, signThumbnail(asked), asked.query)

/** Null when it was replaced meanwhile. */
export const readImage = (app: App, kind: ThumbnailKind, id: string): Promise<Readable | null> =>
  app.files.read(kind === 'picture' ? thumbnailKey(id) : boardPhotoKey(id))
