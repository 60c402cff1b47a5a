import { afterEach, describe, expect, it, vi } from 'vitest'
import { getElement } from '../shapes/testing/records.ts'
import { tileSize } from './raster/tile-surface.ts'
import {
  getBench,
  getDifference,
  drawnDirectly,
  emptyOverlay,
  getField,
  panAround,
  sameFraction,
  type Bench,
  type BenchOptions,
} from './testing.ts'

const open: Bench[] = []
afterEach(() => {
  for (const bench of open.splice(0)) bench.dispose()
  vi.unstubAllGlobals()
})

function show(count: number, options: BenchOptions = {}): Bench {
  const bench = getBench(getField(count), options)
  open.push(bench)
  bench.rest()
  return bench
}

function wipe(canvas: OffscreenCanvas | HTMLCanvasElement): void {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D
  context.reset()
}

describe('a lost canvas context', () => {
  it('of the screen is restored completely, and nothing is drawn meanwhile', () => {
    const bench = show(600)
    const before = bench.pixels()
    const canvas = bench.host.querySelector('canvas')!
    const lost = new Event('contextlost', { cancelable: true })
    canvas.dispatchEvent(lost)
    wipe(canvas)
    bench.camera.value = { x: 5, y: 5, zoom: 1 }
    bench.rest()
    expect(lost.defaultPrevented).toBe(true)
    bench.camera.value = { x: 0, y: 0, zoom: 1 }
    canvas.dispatchEvent(new Event('contextrestored'))
    bench.rest()
    expect(getDifference(bench.pixels(), before)).toBeLessThan(sameFraction)
  })

  it('of a tile is painted again, with all others', () => {
    const canvases: OffscreenCanvas[] = []
    const Native = OffscreenCanvas
    vi.stubGlobal(
      'OffscreenCanvas',
      class extends Native {
        constructor(width: number, height: number) {
          super(width, height)
          canvases.push(this)
        }
      },
    )
    const bench = show(600)
    for (const canvas of canvases) wipe(canvas)
    canvases.find((canvas) => canvas.width === tileSize)!.dispatchEvent(new Event('contextlost'))
    bench.rest()
    bench.camera.value = { x: 300, y: 200, zoom: 1 }
    bench.rest()
    expect(getDifference(bench.pixels(), drawnDirectly(bench))).toBeLessThan(sameFraction)
  })
})

describe('the overlay', () => {
  it('is shown as long as something is on it', () => {
    const bench = show(6)
    const showOverlay = (overlay: Partial<typeof emptyOverlay>) => {
      bench.overlay.value = { ...emptyOverlay, ...overlay }
      bench.frame()
      return bench.host.querySelectorAll('canvas')[1]!.checkVisibility()
    }
    expect(showOverlay({ marquee: { x: 10, y: 10, w: 50, h: 50 } })).toBe(true)
    expect(showOverlay({ grid: 20 })).toBe(false)
    expect(showOverlay({ guides: [{ from: { x: 0, y: 5 }, to: { x: 90, y: 5 } }] })).toBe(true)
  })
})

describe('a different screen', () => {
  it('with another pixel ratio is drawn at that ratio, without other changes', () => {
    // Emulated by the browser's own tools the density changes too, but no media query fires.
    const queries: (EventTarget & { media: string })[] = []
    vi.stubGlobal('matchMedia', (media: string) => {
      const query = Object.assign(new EventTarget(), { media })
      queries.push(query)
      return query
    })
    const bench = show(600)
    for (const density of [2, 1.25, 1]) {
      vi.stubGlobal('devicePixelRatio', density)
      queries.at(-1)!.dispatchEvent(new Event('change'))
      expect(queries.at(-1)!.media).toBe(`(resolution: ${density}dppx)`)
      expect(bench.clock.waiting).toBe(1)
      bench.rest()
      const { w, h } = bench.size.peek()
      expect([bench.pixels().width, bench.pixels().height]).toEqual([w * density, h * density])
      expect(getDifference(bench.pixels(), drawnDirectly(bench, density))).toBeLessThan(sameFraction)
    }
  })

  it('or window size shows the same board', () => {
    const bench = show(600)
    bench.size.value = { w: 640, h: 480 }
    bench.rest()
    expect(getDifference(bench.pixels(), drawnDirectly(bench))).toBeLessThan(sameFraction)
    bench.size.value = { w: 1100, h: 760 }
    bench.rest()
    expect(getDifference(bench.pixels(), drawnDirectly(bench))).toBeLessThan(sameFraction)
  })
})

it('a device with little memory caches half as many tiles', () => {
  vi.stubGlobal(
    'navigator',
    new Proxy(navigator, { get: (of, key) => (key === 'deviceMemory' ? 2 : Reflect.get(of, key, of)) }),
  )
  const bench = show(12_000)
  panAround(bench, 40)
  expect(bench.surface.stats.tiles).toBeLessThanOrEqual(128)
  expect(getDifference(bench.pixels(), drawnDirectly(bench))).toBeLessThan(sameFraction)
})

it('a hidden page, which has no frames, reads no changes', () => {
  const bench = show(600)
  const before = bench.surface.stats.frames
  const read = vi.spyOn(bench.document, 'get')
  for (let i = 0; i < 200; i++) bench.document.put([getElement('rect', { id: `new${i}`, z: 'zz', x: i })])
  expect(read).not.toHaveBeenCalled()
  expect(bench.clock.waiting).toBe(1)
  expect(bench.surface.stats.frames).toBe(before)
  bench.rest()
  expect(getDifference(bench.pixels(), drawnDirectly(bench))).toBeLessThan(sameFraction)
})

it('an image that has loaded is shown, and nothing else is painted for it', async () => {
  const canvas = new OffscreenCanvas(8, 8)
  const context = canvas.getContext('2d')!
  context.fillStyle = '#ff0000'
  context.fillRect(0, 0, 8, 8)
  const url = URL.createObjectURL(await canvas.convertToBlob())
  const image = getElement('image', { id: 'image', z: 'zz', file: 'red', x: 100, y: 100, w: 200, h: 150 })
  const bench = getBench([...getField(600), image], { imageUrl: () => url })
  open.push(bench)
  bench.rest()
  const get = vi.spyOn(bench.document, 'childIds')
  const before = bench.surface.stats
  const at = (100 * 900 + 150) * 4 + 900 * 4 * 50
  const getColor = (): number[] => {
    bench.rest()
    return [...bench.pixels().data.slice(at, at + 3)]
  }
  await expect.poll(getColor).toEqual([255, 0, 0])
  expect(bench.surface.stats.outdated - before.outdated).toBe(0)
  expect(get).not.toHaveBeenCalled()
})
