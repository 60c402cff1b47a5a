import type { Box } from '../../geometry/box.ts'
import type { ThemeName } from '../../pen.ts'
import type { PixelRect } from './blocks/block-raster.ts'

/** `static`: everything but dragged elements; `dragged`: only these. */
export type LayerName = 'static' | 'dragged'

/** A rectangle of the page in device pixels. */
export interface Region {
  /** Device pixels per page unit. */
  readonly scale: number
  /** Position of the bitmap's top left corner, in device pixels of the page at this scale. */
  readonly left: number
  readonly top: number
  /** The part of the bitmap to paint, in bitmap pixels. */
  readonly rect: PixelRect
}

export interface RasterStyle {
  readonly theme: ThemeName
  readonly paper: string
  readonly gridColor: string
  /** Grid spacing in page units, null for none. */
  readonly grid: number | null
}

/** Measured cost of one element without a GPU, ms. */
export const elementMs = { full: 0.055, plain: 0.018, blocks: 0.0005 } as const

/** Remaining time of a frame. Canvases defer drawing, so elements are also charged by estimated cost. */
export interface Meter {
  spend(ms: number): void
  isOver(): boolean
}

/** Unlimited, for bitmaps that are needed immediately. */
export const unmetered: Meter = { spend() {}, isOver: () => false }

/** Painting of one region, in slices. */
export interface RasterJob {
  /** Estimated cost. */
  readonly costMs: number
  /** Continues until the meter is exhausted; returns whether it is done. */
  step(meter: Meter): boolean
}

export function getPageBox({ scale, left, top, rect }: Region): Box {
  return {
    x: (left + rect.left) / scale,
    y: (top + rect.top) / scale,
    w: (rect.right - rect.left) / scale,
    h: (rect.bottom - rect.top) / scale,
  }
}
