import { expect, it } from 'vitest'
import type { SurfacePool, TileSurface } from '../raster/tile-surface.ts'
import type { TileRange, View } from '../view.ts'
import { TileStore } from './tile-store.ts'

const surface = {} as TileSurface
const pool = {
  take: () => surface,
  finish: () => ({ close() {} }) as ImageBitmap,
} as unknown as SurfacePool
const view: View = { scale: 1, left: 0, top: 0, width: 256, height: 256 }

it('tiles that were used long ago are evicted first, also those of a level that is in use', () => {
  const store = new TileStore(pool, true)
  const show = (range: TileRange, scale: number): void => {
    store.nextFrame()
    for (const tile of store.want(range, scale)) store.show(tile, surface)
  }
  show({ left: 0, top: 0, right: 3, bottom: 0 }, 1)
  show({ left: 0, top: 0, right: 1, bottom: 0 }, 0.5)
  show({ left: 0, top: 0, right: 0, bottom: 0 }, 1)
  store.nextFrame()
  const evicted = store.listExcess(view, 3)
  expect(evicted.map(({ level, column }) => [level, column])).toEqual([
    [1, 3],
    [1, 2],
    [1, 1],
  ])
})
