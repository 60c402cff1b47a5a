import type { RenderOptions } from '../shape.ts'

/**
 * Level of detail by scale (device pixels per page unit). The limits were measured: below the first, text and
 * rounded corners are indistinguishable; below the second, typical elements are a few pixels, with thousands per
 * tile.
 */
export const detailLimits = { full: 0.35, plain: 0.14 } as const

export function getDetail(scale: number): RenderOptions['detail'] {
  if (scale >= detailLimits.full) return 'full'
  return scale >= detailLimits.plain ? 'plain' : 'blocks'
}
