import { getOverlap, type Box } from '../geometry/box.ts'
import { nextLevel, overviewLevels, viewsBelow } from './tiles/levels.ts'
import type { Meter } from './raster/raster-job.ts'
import type { TileLayer } from './tiles/tiles.ts'
import { boxOfView, listTiles, viewOfBox, getWhole, type View } from './view.ts'

/** Fraction of the tile limit for prefetched and visible tiles; the rest caches tiles seen before. */
const fraction = 0.9
/** During a zoom, a level is shown for views up to this much larger or smaller than its own. */
const reach = Math.SQRT2

/** Direction of the current zoom or pan. */
export type Gesture = 'in' | 'out' | 'pan' | undefined

export interface PrefetchParts {
  readonly layer: TileLayer
  readonly maxTiles: () => number
  readonly extent: () => Box | undefined
}

/**
 * Prefetches tiles that are not visible yet: around the view, for the next zoom level, an overview of the page,
 * and for zooming out. They avoid blank areas when panning and zooming.
 */
export function createPrefetch({ layer, maxTiles, extent }: PrefetchParts) {
  const wanted = (view: View, level: number, gesture: Gesture): { view: View; ring: number }[] => {
    const box = extent()
    const levels = overviewLevels(box)
    layer.pin(levels)
    if (!box) return []
    const whole = levels.map((scale) => ({ view: viewOfBox(box, scale), ring: 0 }))
    // Tiles without elements are painted quickly when they are seen, and would displace others.
    const within = (one: View, ring: number): { view: View; ring: number }[] => {
      const part = getOverlap(boxOfView(one), box)
      return part ? [{ view: viewOfBox(part, one.scale), ring }] : []
    }
    if (gesture === 'in' || gesture === 'out')
      return [...within(getView(view, nextLevel(level, gesture === 'in')), 0), ...whole]
    const below = viewsBelow(view, levels.at(-1) ?? view.scale)
    return [
      ...within(viewOfBox(boxOfView(view), level), 1),
      ...whole,
      ...below.flatMap((one) => within(one, 0)),
    ]
  }
  return {
    /** Continues prefetching; returns whether all of it is done. */
    work(view: View, level: number, gesture: Gesture, meter: Meter): boolean {
      let left = maxTiles() * fraction
      for (const one of wanted(view, level, gesture)) {
        left -= getTiles(one.view, one.ring)
        if (left < 0) break
        if (!layer.prefetch(one.view, one.view.scale, one.ring, meter).done) return false
      }
      return true
    },
  }
}

/** The view about the same centre when shown with tiles of another level. */
function getView(view: View, level: number): View {
  const { x, y, w, h } = boxOfView(view)
  const size = { w: (view.width / level) * reach, h: (view.height / level) * reach }
  return viewOfBox({ x: x + w / 2 - size.w / 2, y: y + h / 2 - size.h / 2, ...size }, level)
}

function getTiles(view: View, ring: number): number {
  const { left, top, right, bottom } = listTiles(view, getWhole(view), view.scale, ring)
  return (right - left + 1) * (bottom - top + 1)
}
