import { buffer } from 'node:stream/consumers'
import type { App } from '../../context.ts'
import { smallImage } from '../../drawing/picture.ts'
import { fileKey } from '../../ports/files/port.ts'

/** Maximum number of images in a thumbnail; the largest are drawn. */
const MOST = 24
/** Larger files are drawn as a placeholder. */
const MAX_BYTES = 30 << 20

/** Small versions of a board's images, restricted to files of this space. */
export async function getImages(
  app: App,
  wid: string,
  files: readonly string[],
): Promise<Map<string, string>> {
  const wanted = files.slice(0, MOST)
  const images = new Map<string, string>()
  if (wanted.length === 0) return images
  const rows = await app.db.sql
    .selectFrom('file_uses')
    .innerJoin('files', 'files.id', 'file_uses.file_id')
    .select(['files.id'])
    .where('file_uses.wid', '=', wid)
    .where('files.id', 'in', wanted)
    .where('files.state', '=', 'stored')
    .where('files.size', '<=', MAX_BYTES)
    .where('files.type', 'like', 'image/%')
    .execute()
  for (const { id } of rows) {
    const bytes = await app.files.read(fileKey(id))
    const image = bytes && (await smallImage(await buffer(bytes)))
    if (image) images.set(id, image)
  }
  return images
}
