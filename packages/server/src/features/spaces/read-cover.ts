import { buffer } from 'node:stream/consumers'
import type { App } from '../../context.ts'
import type { SpaceRow } from '../../db/tables/spaces.ts'
import { getEmailImage } from '../../drawing/picture.ts'
import { photoKey } from '../account/index.ts'
import { readImage } from '../boards/index.ts'
import { drawBuiltIn } from './builtin-photos.ts'
import { builtInId, isStoredPhoto } from './space-view.ts'

/** The board's cover, else its preview where that serves as the cover, as JPEG for emails; null: neither exists. */
export async function readCover(
  app: App,
  { photo, photo_auto, thumb }: Pick<SpaceRow, 'photo' | 'photo_auto' | 'thumb'>,
): Promise<Uint8Array | null> {
  const builtIn = builtInId(photo)
  if (builtIn !== null) {
    const svg = drawBuiltIn(builtIn)
    return svg === null ? null : getEmailImage(Buffer.from(svg))
  }
  const stored = isStoredPhoto(photo)
    ? await app.files.read(photoKey(photo))
    : photo_auto === 1 && thumb !== null
      ? await readImage(app, 'picture', thumb)
      : null
  if (!stored) return null
  try {
    return await getEmailImage(await buffer(stored))
  } catch (error) {
    app.log.warn('A cover could not be read for an email', { error })
    return null
  }
}
