import { blockKind, blockStride } from './block-pen.ts'

/** A bitmap in memory with 0xAABBGGRR pixels. */
export interface PixelBuffer {
  readonly width: number
  readonly height: number
  readonly pixels: Uint32Array<ArrayBuffer>
}

/** A pixel rectangle; right and bottom are exclusive. */
export interface PixelRect {
  left: number
  top: number
  right: number
  bottom: number
}

export function fillRect({ width, pixels }: PixelBuffer, rect: PixelRect, color: number): void {
  for (let y = rect.top; y < rect.bottom; y++)
    pixels.fill(color, y * width + rect.left, y * width + rect.right)
}

/**
 * Paints the blocks of one element: `data` and `colors` from the block pen, `count` blocks from `start`, scaled
 * about the page's origin, with the element's origin at (offsetX, offsetY). Details thinner than a pixel are
 * painted as one pixel with proportional opacity.
 */
export function paintBlocks(
  buffer: PixelBuffer,
  clip: PixelRect,
  data: Float32Array,
  colors: Uint32Array,
  start: number,
  count: number,
  scale: number,
  offsetX: number,
  offsetY: number,
): void {
  for (let i = start; i < start + count; i++) {
    const o = i * blockStride
    const x0 = data[o + 1]! * scale + offsetX
    const y0 = data[o + 2]! * scale + offsetY
    const x1 = data[o + 3]! * scale + offsetX
    const y1 = data[o + 4]! * scale + offsetY
    if (data[o] === blockKind.rect) paintRect(buffer, clip, x0, y0, x1, y1, colors[i]!)
    else paintLine(buffer, clip, x0, y0, x1, y1, Math.max(data[o + 5]! * scale, 0.1), colors[i]!)
  }
}

function paintRect(
  buffer: PixelBuffer,
  clip: PixelRect,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  color: number,
): void {
  let left = Math.round(x0)
  let right = Math.round(x1)
  let top = Math.round(y0)
  let bottom = Math.round(y1)
  let cover = 1
  if (x1 - x0 < 1) {
    left = Math.floor(x0)
    right = left + 1
    cover *= x1 - x0
  }
  if (y1 - y0 < 1) {
    top = Math.floor(y0)
    bottom = top + 1
    cover *= y1 - y0
  }
  if (left < clip.left) left = clip.left
  if (top < clip.top) top = clip.top
  if (right > clip.right) right = clip.right
  if (bottom > clip.bottom) bottom = clip.bottom
  if (left >= right || top >= bottom) return
  const { pixels, width } = buffer
  const alpha = Math.round((color >>> 24) * cover)
  if (alpha >= 250) {
    const opaque = (color | 0xff000000) >>> 0
    for (let y = top; y < bottom; y++) {
      const row = y * width
      if (right - left > 16) pixels.fill(opaque, row + left, row + right)
      else for (let x = left; x < right; x++) pixels[row + x] = opaque
    }
    return
  }
  if (alpha < 2) return
  for (let y = top; y < bottom; y++) {
    const row = y * width
    for (let x = left; x < right; x++) pixels[row + x] = mix(pixels[row + x]!, color, alpha)
  }
}

function paintLine(
  buffer: PixelBuffer,
  clip: PixelRect,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  width: number,
  color: number,
): void {
  // Thick lines are rare at this scale; a square brush is sufficient.
  const brush = Math.max(1, Math.round(width))
  const alpha = Math.round((color >>> 24) * Math.min(1, width))
  if (alpha < 2) return
  const reach = brush
  if (Math.max(x0, x1) < clip.left - reach || Math.min(x0, x1) > clip.right + reach) return
  if (Math.max(y0, y1) < clip.top - reach || Math.min(y0, y1) > clip.bottom + reach) return
  const steps = Math.max(1, Math.ceil(Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0))))
  const dx = (x1 - x0) / steps
  const dy = (y1 - y0) / steps
  let from = 0
  let to = steps
  // Clips the line to the bitmap first, because it may be a thousand times longer.
  if (dx !== 0) {
    const a = (clip.left - reach - x0) / dx
    const b = (clip.right + reach - x0) / dx
    from = Math.max(from, Math.floor(Math.min(a, b)))
    to = Math.min(to, Math.ceil(Math.max(a, b)))
  }
  if (dy !== 0) {
    const a = (clip.top - reach - y0) / dy
    const b = (clip.bottom + reach - y0) / dy
    from = Math.max(from, Math.floor(Math.min(a, b)))
    to = Math.min(to, Math.ceil(Math.max(a, b)))
  }
  const { pixels, width: stride } = buffer
  const half = brush >> 1
  for (let step = from; step < Math.max(to, from + 1); step++) {
    const x = Math.floor(x0 + dx * step) - half
    const y = Math.floor(y0 + dy * step) - half
    for (let py = y; py < y + brush; py++) {
      if (py < clip.top || py >= clip.bottom) continue
      for (let px = x; px < x + brush; px++) {
        if (px < clip.left || px >= clip.right) continue
        const at = py * stride + px
        pixels[at] = mix(pixels[at]!, color, alpha)
      }
    }
  }
}

/** Blends `color` over a pixel; `alpha` is 0 to 255. */
function mix(under: number, color: number, alpha: number): number {
  const underAlpha = under >>> 24
  if (alpha >= 250 || underAlpha === 0)
    return (((alpha >= 250 ? 255 : alpha) << 24) | (color & 0xffffff)) >>> 0
  const keep = 255 - alpha
  const r = ((color & 0xff) * alpha + (under & 0xff) * keep + 127) / 255
  const g = (((color >> 8) & 0xff) * alpha + ((under >> 8) & 0xff) * keep + 127) / 255
  const b = (((color >> 16) & 0xff) * alpha + ((under >> 16) & 0xff) * keep + 127) / 255
  const a = Math.min(255, underAlpha + ((255 - underAlpha) * alpha) / 255)
  return ((a << 24) | ((b & 0xff) << 16) | ((g & 0xff) << 8) | (r & 0xff)) >>> 0
}
