import type { RenderOptions } from '../shape.ts'

/**
 * How much of a drawing is worth painting at a scale (device pixels per page unit). The two limits come from
 * measurement: below the first, text and rounded outlines cannot be distinguished; below the second, an element of
 * usual size is a few pixels and thousands of them stand in one tile.
 */
export const detailLimits = { full: 0.35, plain: 0.14 } as const

export function getDetail(scale: number): RenderOptions['detail'] {
  if (scale >= detailLimits.full) return 'full'
  return scale >= detailLimits.plain ? 'plain' : 'blocks'
}
