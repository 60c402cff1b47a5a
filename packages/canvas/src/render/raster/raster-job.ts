import type { Box } from '../../geometry/box.ts'
import type { ThemeName } from '../../pen.ts'
import type { PixelRect } from './block-raster.ts'

/** What of the elements a picture shows: the base leaves out what is dragged, the other shows nothing else. */
export type LayerName = 'static' | 'dragged'

/** A part of a page as a rectangle of device pixels. */
export interface Region {
  /** Device pixels per page unit. */
  readonly scale: number
  /** Device pixel, in the page at this scale, that falls on the picture's top left. */
  readonly left: number
  readonly top: number
  /** The part of the picture to paint, in its own pixels. */
  readonly rect: PixelRect
}

export interface RasterStyle {
  readonly theme: ThemeName
  readonly paper: string
  readonly gridColor: string
  /** Grid spacing in page units, null for none. */
  readonly grid: number | null
}

/** Cost of one element, ms, measured on a machine without a GPU. */
export const elementMs = { full: 0.055, plain: 0.018, blocks: 0.0005 } as const

/**
 * What a frame may still spend. A canvas only records what is drawn and pays when the picture is used, so elements
 * are charged by estimate as well as by the clock.
 */
export interface Meter {
  spend(ms: number): void
  isOver(): boolean
}

/** For pictures that must be whole now. */
export const unmetered: Meter = { spend() {}, isOver: () => false }

/** Painting of one region, in slices. */
export interface RasterJob {
  /** What it takes by estimate. */
  readonly costMs: number
  /** Goes on with it until the meter is over; returns whether it is done. */
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
