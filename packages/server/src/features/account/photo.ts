import { photo as rule } from '@tavla/contract'
import type { App, UploadedFile } from '../../context.ts'
import { randomId } from '../../ports/random/values.ts'

const MAX_PIXELS = 50_000_000
const MAX_BYTES = 4 << 20
const TIMEOUT_S = 10

export const photoKey = (id: string): string => `photo/${id}`

/** URL of a stored photo; its id is unguessable and changes with every photo. */
export const getPhotoUrl = (id: string | null): string | null =>
  id === null ? null : `/api/photo/${id}.jpeg`

/** Re-encodes a photo (spec §5): at most 500 px wide, JPEG at 0.5, without metadata. Null: not an image. */
export async function storePhoto(app: App, file: UploadedFile): Promise<string | null> {
  const jpeg = await encode(file.bytes)
  if (!jpeg) return null
  const id = randomId(app.random)
  await app.files.put(photoKey(id), jpeg, MAX_BYTES)
  return id
}

const DECODED = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'tiff'])

async function encode(bytes: Uint8Array): Promise<Uint8Array | null> {
  // Loaded on demand, because it takes much memory.
  const { default: sharp } = await import('sharp')
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 }).timeout({
      seconds: TIMEOUT_S,
    })
    // An SVG can refer to other files, so it is not accepted.
    if (!DECODED.has((await image.metadata()).format)) return null
    return await image
      .rotate()
      .resize({
        width: rule.maxWidthPx,
        height: rule.maxWidthPx * 4,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: rule.jpegQuality * 100 })
      .toBuffer()
  } catch {
    // Any decoder error means that the image is not usable.
    return null
  }
}
