import type { Box } from '@tavla/canvas'

/** How a page area is shown on the map: page units to CSS pixels. */
export interface MinimapLayout {
  /** Page area that fills the map. */
  readonly area: Box
  /** CSS pixels per page unit. */
  readonly scale: number
}

export interface MapSize {
  readonly width: number
  readonly height: number
}

/** Space around the contents, as a share of the map. */
const margin = 0.06

/** The area that holds the page's contents and the view, in the proportions of the map. */
export function getMinimapLayout(content: Box | undefined, view: Box, size: MapSize): MinimapLayout {
  const left = Math.min(view.x, content?.x ?? Infinity)
  const top = Math.min(view.y, content?.y ?? Infinity)
  const right = Math.max(view.x + view.w, content ? content.x + content.w : -Infinity)
  const bottom = Math.max(view.y + view.h, content ? content.y + content.h : -Infinity)
  const room = 1 - 2 * margin
  const scale = Math.min((size.width * room) / (right - left), (size.height * room) / (bottom - top))
  const [w, h] = [size.width / scale, size.height / scale]
  return { area: { x: (left + right - w) / 2, y: (top + bottom - h) / 2, w, h }, scale }
}

/** The point of the page at a point of the map, in CSS pixels. */
export function getPagePoint({ area, scale }: MinimapLayout, x: number, y: number): { x: number; y: number } {
  return { x: area.x + x / scale, y: area.y + y / scale }
}

/** A box of the page on the map, in CSS pixels and at least one wide and high. */
export function getMapBox({ area, scale }: MinimapLayout, box: Box): Box {
  return {
    x: (box.x - area.x) * scale,
    y: (box.y - area.y) * scale,
    w: Math.max(1, box.w * scale),
    h: Math.max(1, box.h * scale),
  }
}

/** Decides for each small box whether its pixel is still empty, so that cost follows pixels and not elements. */
export function createPixelFilter({ width, height }: MapSize): (box: Box) => boolean {
  const columns = Math.ceil(width)
  const filled = new Uint8Array(columns * Math.ceil(height))
  return ({ x, y, w, h }) => {
    if (w > 2 || h > 2) return true
    const at = Math.floor(y) * columns + Math.floor(x)
    if (filled[at] === 1) return false
    filled[at] = 1
    return true
  }
}
