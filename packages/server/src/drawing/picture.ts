import { thumbnailSize } from './board-reader.ts'

const TIMEOUT_S = 10
const MAX_PIXELS = 100_000_000

/** On demand, because it takes much memory. */
const loadSharp = async () => (await import('sharp')).default

/** Converts an SVG, whose text is paths, to a WebP of thumbnail size. */
export async function getImage(svg: string): Promise<Buffer> {
  // Rendered at the final size: a wide board at its own size would be millions of pixels.
  const sized = svg.replace(
    / width="[^"]*" height="[^"]*"/,
    ` width="${thumbnailSize.w}" height="${thumbnailSize.h}"`,
  )
  const sharp = await loadSharp()
  return await sharp(Buffer.from(sized), { unlimited: true })
    .timeout({ seconds: TIMEOUT_S })
    .resize({ width: thumbnailSize.w, height: thumbnailSize.h, fit: 'fill' })
    .webp({ quality: 82 })
    .toBuffer()
}

/** The centre of an image as a square JPEG photo. */
export async function getPhoto(picture: Uint8Array, sizePx: number): Promise<Buffer> {
  const sharp = await loadSharp()
  return await sharp(picture)
    .resize({ width: sizePx, height: sizePx, fit: 'cover' })
    .jpeg({ quality: 80 })
    .toBuffer()
}

/** A cover for an email: mail programs do not all know WebP or SVG. */
export async function getEmailImage(picture: Uint8Array): Promise<Buffer> {
  const sharp = await loadSharp()
  return await sharp(picture, { limitInputPixels: MAX_PIXELS })
    .timeout({ seconds: TIMEOUT_S })
    .resize({ width: thumbnailSize.w, height: thumbnailSize.h, fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 75 })
    .toBuffer()
}

/** Image formats that are decoded. SVG is excluded, because it can refer to other files. */
const DECODED = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'tiff'])
const SMALL_PX = 480

/** Scales an uploaded image down to a `data:` URL; null when it cannot be decoded. */
export async function smallImage(bytes: Uint8Array): Promise<string | null> {
  const sharp = await loadSharp()
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
    // The decoder failed; a placeholder is drawn instead.
    return null
  }
}
