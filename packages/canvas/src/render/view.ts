import type { Box } from '../geometry/box.ts'
import type { PixelRect } from './raster/block-raster.ts'
import { tileSize } from './raster/tile-surface.ts'

/** What is looked at, in device pixels. */
export interface View {
  /** Device pixels per page unit. */
  readonly scale: number
  /** Device pixel of the page, at this scale, in the view's top left corner; whole numbers. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Columns and rows of tiles, all inclusive. */
export interface TileRange {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Less than any distance that is seen; keeps a rounding error from asking for one more tile. */
const sliver = 1e-6

/** Tiles of a level under a part of the view, and so many more around it. */
export function listTiles(view: View, rect: PixelRect, level: number, ring = 0): TileRange {
  const ratio = level / view.scale / tileSize
  return {
    left: Math.floor((view.left + rect.left) * ratio) - ring,
    top: Math.floor((view.top + rect.top) * ratio) - ring,
    right: Math.floor((view.left + rect.right) * ratio - sliver) + ring,
    bottom: Math.floor((view.top + rect.bottom) * ratio - sliver) + ring,
  }
}

export function getWhole(view: View): PixelRect {
  return { left: 0, top: 0, right: view.width, bottom: view.height }
}

/**
 * Pixels of the view that belong to a tile. Edges are rounded, and neighbours round their common edge alike, so that
 * scaled tiles neither overlap nor let anything through between them.
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

/** What is looked at, in page units. */
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
