import { afterEach, expect, it } from 'vitest'
import { createSurfacePool, release, tileSize, type TileSurface } from './tile-surface.ts'

const taken: ImageBitmap[] = []
afterEach(() => {
  for (const bitmap of taken.splice(0)) bitmap.close()
})

function fill({ context }: TileSurface, color: string): void {
  context.fillStyle = color
  context.fillRect(0, 0, tileSize, tileSize)
}

function finish(pool: ReturnType<typeof createSurfacePool>, surface: TileSurface): ImageBitmap {
  const bitmap = pool.finish(surface, true)
  if (!bitmap) throw new Error('no picture')
  taken.push(bitmap)
  return bitmap
}

/** The colour in the middle of a bitmap, red, green, blue. */
function getColor(bitmap: ImageBitmap): number[] {
  const context = new OffscreenCanvas(tileSize, tileSize).getContext('2d')!
  context.drawImage(bitmap, 0, 0)
  return [...context.getImageData(tileSize / 2, tileSize / 2, 1, 1).data].slice(0, 3)
}

it('a picture stays as it is while its canvas is used again', () => {
  const pool = createSurfacePool(() => {})
  const first = pool.take(true)
  fill(first, '#ff0000')
  const red = finish(pool, first)
  const second = pool.take(true)
  expect(second).toBe(first)
  fill(second, '#0000ff')
  const blue = finish(pool, second)
  expect(getColor(red)).toEqual([255, 0, 0])
  expect(getColor(blue)).toEqual([0, 0, 255])
})

it('a canvas whose drawing was aborted is blank and unclipped when it is used again', () => {
  const pool = createSurfacePool(() => {})
  const aborted = pool.take(true)
  aborted.context.globalAlpha = 0.1
  aborted.context.rect(0, 0, 10, 10)
  aborted.context.clip()
  fill(aborted, '#ff0000')
  pool.give(aborted, true)
  const again = pool.take(true)
  fill(again, '#00ff00')
  expect(getColor(finish(pool, again))).toEqual([0, 255, 0])
})

it('no canvas is used without end, since browsers keep the texts drawn on it', () => {
  const pool = createSurfacePool(() => {})
  const used = new Set<TileSurface>()
  for (let i = 0; i < 1_000; i++) {
    const surface = pool.take(true)
    used.add(surface)
    finish(pool, surface).close()
  }
  expect(used.size).toBeGreaterThan(2)
})

it('a canvas that the browser took away gives no picture', () => {
  const pool = createSurfacePool(() => {})
  const surface = pool.take(true)
  release(surface.canvas)
  expect(pool.finish(surface, true)).toBeUndefined()
})
