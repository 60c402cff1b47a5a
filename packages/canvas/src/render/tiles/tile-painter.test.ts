import { expect, it } from 'vitest'
import type { Raster } from '../raster/raster.ts'
import { type Meter, unmetered } from '../raster/raster-job.ts'
import type { SurfacePool, TileSurface } from '../raster/tile-surface.ts'
import type { View } from '../view.ts'
import { TilePainter, type Purpose } from './tile-painter.ts'
import { TileStore } from './tile-store.ts'

const surface = { context: { setTransform() {}, drawImage() {} } } as unknown as TileSurface
const pool = {
  take: () => surface,
  finish: () => ({ close() {} }) as ImageBitmap,
} as unknown as SurfacePool
const view: View = { scale: 1, left: 0, top: 0, width: 256, height: 256 }
const range = { left: 0, top: 0, right: 0, bottom: 0 }

/** The meters by which one tile with a change that costs 5 ms is painted. */
function paintChanged(purpose: Purpose, meter: Meter): readonly Meter[] {
  const used: Meter[] = []
  const raster = {
    start: () => ({
      costMs: 5,
      step(by: Meter) {
        used.push(by)
        return true
      },
    }),
  } as unknown as Raster
  const store = new TileStore(pool, true)
  const [tile] = store.want(range, 1)
  store.show(tile!, surface)
  tile!.stale = false
  tile!.patches = [{ left: 0, top: 0, right: 9, bottom: 9 }]
  new TilePainter({ raster, layerName: 'static', store }).work(range, 1, meter, view, purpose)
  return used
}

it('a change that is seen is painted at once, one that may be seen later in the time that is left', () => {
  const meter: Meter = { spend() {}, isOver: () => false }
  expect(paintChanged('view', meter)).toEqual([unmetered])
  expect(paintChanged('later', meter)).toEqual([meter])
})
