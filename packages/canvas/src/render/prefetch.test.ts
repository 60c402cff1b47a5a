import { expect, it } from 'vitest'
import { createPrefetch } from './prefetch.ts'
import { levelInZoom } from './tiles/levels.ts'
import type { TileLayer } from './tiles/tiles.ts'
import { boxOfView, viewOfBox, type View } from './view.ts'

const board = { x: -50_000, y: -50_000, w: 100_000, h: 100_000 }

/** Zooms about the origin in a window of 1280 by 800. */
const getView = (scale: number): View =>
  viewOfBox({ x: -640 / scale, y: -400 / scale, w: 1280 / scale, h: 800 / scale }, scale)

/** What is painted ahead for this scale, by level. */
function getAhead(scale: number, level: number, gesture: 'in' | 'out'): Map<number, View> {
  const views = new Map<number, View>()
  const layer: Pick<TileLayer, 'pin' | 'prefetch'> = {
    pin() {},
    prefetch(view) {
      views.set(view.scale, view)
      return { done: true, changed: false }
    },
  }
  const meter = { spend() {}, isOver: () => false }
  createPrefetch({ layer: layer as TileLayer, maxTiles: () => 10_000, extent: () => board }).work(
    getView(scale),
    level,
    gesture,
    meter,
  )
  return views
}

it.each(['in', 'out'] as const)(
  'zooming %s, the level that follows covers the view from its first frame on',
  (gesture) => {
    const factor = gesture === 'in' ? 1.02 : 1 / 1.02
    let scale = 0.25
    let level = levelInZoom(scale, 1)
    for (let step = 0; step < 120; step++) {
      const ahead = getAhead(scale, level, gesture)
      scale *= factor
      const next = levelInZoom(scale, 1)
      const view = boxOfView(getView(scale))
      const painted = ahead.get(next)
      if (next !== level) {
        expect(painted, `at ${scale}`).toBeDefined()
        expect(boxOfView(painted!).w).toBeGreaterThanOrEqual(view.w * 0.999)
        expect(boxOfView(painted!).h).toBeGreaterThanOrEqual(view.h * 0.999)
      }
      level = next
    }
  },
)
