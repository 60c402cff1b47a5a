import type { Box } from '../../geometry/box.ts'

/** Decodes an image file. */
export async function getPixels(file: Blob): Promise<ImageData> {
  const image = new Image()
  image.src = URL.createObjectURL(file)
  await image.decode()
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
  const context = canvas.getContext('2d')!
  context.drawImage(image, 0, 0)
  URL.revokeObjectURL(image.src)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

/** Tolerance per colour channel, because anti-aliasing differs between renderers. */
const channel = 64

/** Fraction of pixels with another colour in the area (default: the common area). */
export function getDifference(a: ImageData, b: ImageData, area?: Box): number {
  const { x, y } = area ?? { x: 0, y: 0 }
  const right = Math.min(a.width, b.width, area ? area.x + area.w : Infinity)
  const bottom = Math.min(a.height, b.height, area ? area.y + area.h : Infinity)
  let count = 0
  for (let row = y; row < bottom; row++) {
    for (let column = x; column < right; column++) {
      const [i, j] = [(row * a.width + column) * 4, (row * b.width + column) * 4]
      const off = Math.max(
        Math.abs(a.data[i]! - b.data[j]!),
        Math.abs(a.data[i + 1]! - b.data[j + 1]!),
        Math.abs(a.data[i + 2]! - b.data[j + 2]!),
      )
      if (off > channel) count++
    }
  }
  return count / ((right - x) * (bottom - y))
}

/**
 * Fraction of pixels without a similar pixel at the same position or next to it in the other image, in both
 * directions. Tolerates anti-aliasing, but not missing or moved details.
 */
export function getMisplaced(a: ImageData, b: ImageData, area: Box): number {
  // The last row and column are only partly covered if the size is not a whole number of pixels.
  const right = Math.min(a.width - 1, b.width - 1, area.x + area.w)
  const bottom = Math.min(a.height - 1, b.height - 1, area.y + area.h)
  let count = 0
  for (let y = area.y; y < bottom; y++) {
    for (let x = area.x; x < right; x++) if (!hasLike(b, a, x, y) || !hasLike(a, b, x, y)) count++
  }
  return count / (area.w * area.h)
}

/** Whether `within` has a similar pixel at this position or next to it. */
function hasLike(within: ImageData, of: ImageData, x: number, y: number): boolean {
  const i = (y * of.width + x) * 4
  for (let row = Math.max(0, y - 1); row <= Math.min(within.height - 1, y + 1); row++) {
    for (let column = Math.max(0, x - 1); column <= Math.min(within.width - 1, x + 1); column++) {
      const j = (row * within.width + column) * 4
      const off = Math.max(
        Math.abs(of.data[i]! - within.data[j]!),
        Math.abs(of.data[i + 1]! - within.data[j + 1]!),
        Math.abs(of.data[i + 2]! - within.data[j + 2]!),
      )
      if (off <= channel) return true
    }
  }
  return false
}

/** An image with a different colour in each quarter, to detect crops and mirroring. */
export async function fourColors(): Promise<Blob> {
  const canvas = new OffscreenCanvas(400, 200)
  const context = canvas.getContext('2d')!
  const quarters = [
    ['#d03020', 0, 0],
    ['#20a040', 200, 0],
    ['#2050c0', 0, 100],
    ['#e0b020', 200, 100],
  ] as const
  for (const [color, x, y] of quarters) {
    context.fillStyle = color
    context.fillRect(x, y, 200, 100)
  }
  return await canvas.convertToBlob({ type: 'image/png' })
}
