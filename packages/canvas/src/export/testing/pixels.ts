import type { Box } from '../../geometry/box.ts'

/** A picture file as pixels. */
export async function pixelsOf(file: Blob): Promise<ImageData> {
  const image = new Image()
  image.src = URL.createObjectURL(file)
  await image.decode()
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
  const context = canvas.getContext('2d')!
  context.drawImage(image, 0, 0)
  URL.revokeObjectURL(image.src)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

/** How far a channel may be off before a pixel counts as another colour: edges and letters are smoothed by other rules. */
const channel = 64

/** Share of the pixels in this area (default: all that both have) whose colour is another. */
export function differenceOf(a: ImageData, b: ImageData, area?: Box): number {
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

/** A picture in four colours, each quarter its own, so that crops and mirrors show. */
export async function fourColors(): Promise<Blob> {
  const canvas = new OffscreenCanvas(40, 20)
  const context = canvas.getContext('2d')!
  const quarters = [
    ['#d03020', 0, 0],
    ['#20a040', 20, 0],
    ['#2050c0', 0, 10],
    ['#e0b020', 20, 10],
  ] as const
  for (const [color, x, y] of quarters) {
    context.fillStyle = color
    context.fillRect(x, y, 20, 10)
  }
  return await canvas.convertToBlob({ type: 'image/png' })
}
