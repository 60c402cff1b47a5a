import type { Box } from '../geometry/box.ts'
import type { PixelRect } from './raster/blocks/block-raster.ts'
import { tileSize } from './raster/tile-surface.ts'

/** The visible area in device pixels. */
export interface View {
  /** Device pixels per page unit. */
  readonly scale: number
  /** Position of the view's top left corner in device pixels of the page at this scale; whole numbers. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Columns and rows of tiles, inclusive. */
export interface TileRange {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Tolerance that prevents an extra tile due to rounding. */
const pixelTolerance = 1e-6

/** Tiles of a level for a part of the view, plus `ring` tiles around it. */
export function listTiles(view: View, rect: PixelRect, level: number, ring = 0): TileRange {
  const ratio = level / view.scale / tileSize
  return {
    left: Math.floor((view.left + rect.left) * ratio) - ring,
    top: Math.floor((view.top + rect.top) * ratio) - ring,
    right: Math.floor((view.left + rect.right) * ratio - pixelTolerance) + ring,
    bottom: Math.floor((view.top + rect.bottom) * ratio - pixelTolerance) + ring,
  }
}

export function getWhole(view: View): PixelRect {
  return { left: 0, top: 0, right: view.width, bottom: view.height }
}

/**
 * The view pixels that a tile covers. Common edges of neighbours are rounded equally, so that scaled tiles
 * neither overlap nor leave gaps.
 */
export function getPosition(view: View, level: number, column: number, row: number): PixelRect {
  const size = (tileSize * view.scale) / level
  return {
    left: Math.round(column * size - view.left),
    top: Math.round(row * size - view.top),
    right: Math.round((column + 1) * size - view.left),
    bottom: Math.round((row + 1) * size - view.top),
  }
}

/** The visible area in page units. */
export function boxOfView({ scale, left, top, width, height }: View): Box {
  return { x: left / scale, y: top / scale, w: width / scale, h: height / scale }
}

/** The view that shows a box at a scale. */
export function viewOfBox(box: Box, scale: number): View {
  const left = Math.floor(box.x * scale)
  const top = Math.floor(box.y * scale)
  return {
    scale,
    left,
    top,
    width: Math.max(1, Math.ceil((box.x + box.w) * scale) - left),
    height: Math.max(1, Math.ceil((box.y + box.h) * scale) - top),
  }
}

export function overlapOfRects(a: PixelRect, b: PixelRect): PixelRect | undefined {
  const left = Math.max(a.left, b.left)
  const top = Math.max(a.top, b.top)
  const right = Math.min(a.right, b.right)
  const bottom = Math.min(a.bottom, b.bottom)
  return left < right && top < bottom ? { left, top, right, bottom } : undefined
}

export function aroundRects(a: PixelRect, b: PixelRect): PixelRect {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  }
}
