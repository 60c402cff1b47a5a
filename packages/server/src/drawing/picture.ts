import sharp from 'sharp'
import { thumbnailSize } from './board-reader.ts'

const TIMEOUT_S = 10
const MAX_PIXELS = 100_000_000

/** An SVG of ours, whose text is paths, as a WebP of the usual size. */
export function getImage(svg: string): Promise<Buffer> {
  // Drawn in the size of the picture at once: a wide board in its own size would be millions of pixels.
  const sized = svg.replace(
    / width="[^"]*" height="[^"]*"/,
    ` width="${thumbnailSize.w}" height="${thumbnailSize.h}"`,
  )
  return sharp(Buffer.from(sized), { unlimited: true })
    .timeout({ seconds: TIMEOUT_S })
    .resize({ width: thumbnailSize.w, height: thumbnailSize.h, fit: 'fill' })
    .webp({ quality: 82 })
    .toBuffer()
}

/** The middle of a picture as a square photo, JPEG. */
export function getPhoto(picture: Uint8Array, sizePx: number): Promise<Buffer> {
  return sharp(picture)
    .resize({ width: sizePx, height: sizePx, fit: 'cover' })
    .jpeg({ quality: 80 })
    .toBuffer()
}

/** What a picture on a board may be to be drawn. An SVG could name other files, so it is left out. */
const DECODED = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'tiff'])
const SMALL_PX = 480

/** A person's picture made small, as a `data:` address; null when it cannot be read. */
export async function smallImage(bytes: Uint8Array): Promise<string | null> {
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 }).timeout({
      seconds: TIMEOUT_S,
    })
    const { format, hasAlpha } = await image.metadata()
    if (!DECODED.has(format)) return null
    const small = image
      .rotate()
      .resize({ width: SMALL_PX, height: SMALL_PX, fit: 'inside', withoutEnlargement: true })
    const encoded = hasAlpha ? await small.png().toBuffer() : await small.jpeg({ quality: 80 }).toBuffer()
    return `data:image/${hasAlpha ? 'png' : 'jpeg'};base64,${encoded.toString('base64')}`
  } catch {
    // Whatever the decoder complains about: its place stays empty.
    return null
  }
}
