import { buffer } from 'node:stream/consumers'
import type { App } from '../../context.ts'
import { smallImage } from '../../drawing/picture.ts'
import { fileKey } from '../../ports/files/port.ts'

/** Pictures that a small picture of a board shows; the largest ones. */
const MOST = 24
/** Larger files stay an empty place. */
const MAX_BYTES = 30 << 20

/** Pictures of this space among the files that its board names, made small. */
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
