import { photo } from '@tavla/contract'

interface Size {
  readonly width: number
  readonly height: number
}

/** At most 500 px wide with the same aspect ratio; never enlarged. */
export function getPhotoSize({ width, height }: Size): Size {
  const scale = Math.min(1, photo.maxWidthPx / width)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The result is a JPEG: `me.png` becomes `me.jpeg`; spec §5. */
export function getPhotoName(name: string): string {
  return name.replace(/\.png$/i, '.jpeg')
}

/** The browser cannot decode the file as an image. */
export class NotAnImage extends Error {}

/** Decodes an image; throws `NotAnImage` if the browser cannot. */
export function decodePhoto(file: File): Promise<ImageBitmap> {
  return createImageBitmap(file).catch((cause: unknown) => {
    throw new NotAnImage(`${file.name} is no picture`, { cause })
  })
}

/** Scales a person's or space's photo down before the upload. Not used for images on boards. */
export async function shrinkPhoto(file: File): Promise<File> {
  const bitmap = await decodePhoto(file)
  const shrunk = await encodePhoto(bitmap, { x: 0, y: 0, w: bitmap.width, h: bitmap.height }, file.name)
  bitmap.close()
  return shrunk
}

/** Part of an image in its pixels. */
export interface PhotoArea {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** A part of an image as a JPEG file, scaled down like every photo. */
export async function encodePhoto(
  bitmap: ImageBitmap,
  { x, y, w, h }: PhotoArea,
  name: string,
): Promise<File> {
  const { width, height } = getPhotoSize({ width: w, height: h })
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new NotAnImage('this browser draws no pictures')
  // JPEG has no transparency, and transparent pixels would turn black.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.drawImage(bitmap, x, y, w, h, 0, 0, width, height)
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: photo.jpegQuality })
  return new File([blob], getPhotoName(name), { type: 'image/jpeg' })
}
