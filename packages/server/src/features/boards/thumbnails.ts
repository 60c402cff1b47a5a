import type { App } from '../../context.ts'
import { getPhoto } from '../../drawing/picture.ts'
import { randomId } from '../../ports/random/values.ts'

const MAX_BYTES = 1 << 20
const PHOTO_PX = 320

export const thumbnailKey = (id: string): string => `board-picture/${id}`
/** The thumbnail as a square photo, for spaces whose photo is generated from the board. */
export const boardPhotoKey = (id: string): string => `board-photo/${id}`

/** Storage keys of a space's thumbnail, if there is one. */
export const listThumbnailKeys = (id: string | null): string[] =>
  id === null ? [] : [thumbnailKey(id), boardPhotoKey(id)]

/** Replaces the stored thumbnail; null: the board is empty. */
export async function storeThumbnail(app: App, wid: string, picture: Uint8Array | null): Promise<void> {
  const id = picture && randomId(app.random)
  if (picture && id) {
    await app.files.put(thumbnailKey(id), picture, MAX_BYTES)
    await app.files.put(boardPhotoKey(id), await getPhoto(picture, PHOTO_PX), MAX_BYTES)
  }
  const outcome = await app.db.transaction(async (tx) => {
    const before = await tx.selectFrom('spaces').select('thumb').where('wid', '=', wid).executeTakeFirst()
    if (before) await tx.updateTable('spaces').set({ thumb: id }).where('wid', '=', wid).execute()
    return before
  })
  // The space was deleted meanwhile.
  for (const key of listThumbnailKeys(outcome ? outcome.thumb : id)) await app.files.remove(key)
}
