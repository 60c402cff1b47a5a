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

/** Scales a person's or space's photo down before the upload. Not used for images on boards. */
export async function shrinkPhoto(file: File): Promise<File> {
  const bitmap = await createImageBitmap(file).catch((cause: unknown) => {
    throw new NotAnImage(`${file.name} is no picture`, { cause })
  })
  const { width, height } = getPhotoSize(bitmap)
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new NotAnImage('this browser draws no pictures')
  // JPEG has no transparency, and transparent pixels would turn black.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: photo.jpegQuality })
  return new File([blob], getPhotoName(file.name), { type: 'image/jpeg' })
}
