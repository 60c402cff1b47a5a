import { withoutLocation } from './without-location.ts'

export interface ReadyImage {
  readonly file: Blob
  readonly name: string
  /** Natural size in CSS pixels. */
  readonly w: number
  readonly h: number
}

/**
 * Vector images without a size, and small ones, are rasterized at this width, so that they stay sharp when zoomed.
 */
const vectorWidthPx = 1600

/**
 * An image in the form in which it is stored. Vector files are rasterized here, because the server never serves
 * them: they can contain scripts. Rejects if the file is not an image.
 */
export async function readImage(file: Blob, name: string): Promise<ReadyImage> {
  if (file.type !== 'image/svg+xml') {
    const bitmap = await createImageBitmap(file)
    const { width: w, height: h } = bitmap
    bitmap.close()
    return { file: await withoutLocation(file), name, w, h }
  }
  const address = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    const w = image.naturalWidth || vectorWidthPx / 2
    const h = image.naturalHeight || vectorWidthPx / 2
    const scale = Math.max(1, vectorWidthPx / w)
    const canvas = new OffscreenCanvas(Math.round(w * scale), Math.round(h * scale))
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const png = await canvas.convertToBlob({ type: 'image/png' })
    return { file: png, name: name.replace(/\.svg$/i, '.png'), w, h }
  } finally {
    URL.revokeObjectURL(address)
  }
}
