import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ElementRecord } from '../document/model/record.ts'
import { getElement } from '../shapes/testing/records.ts'
import {
  getBench,
  getDifference,
  drawnAfresh,
  drawnDirectly,
  getField,
  sameFraction,
  type Bench,
  type BenchOptions,
  panAround,
} from './testing.ts'

const open: Bench[] = []
afterEach(() => {
  for (const bench of open.splice(0)) bench.dispose()
})

function show(count: number, options: BenchOptions = {}): Bench {
  const bench = getBench(getField(count), options)
  open.push(bench)
  bench.rest()
  return bench
}

function element(bench: Bench, id: string): ElementRecord {
  return bench.document.get(id) as ElementRecord
}

/** Zooms about the middle of the view, one frame each step. */
function zoom(bench: Bench, factor: number, steps: number, each: () => void = () => {}): void {
  const { w, h } = bench.size.peek()
  for (let i = 0; i < steps; i++) {
    const { x, y, zoom: before } = bench.camera.peek()
    const after = before * factor
    bench.camera.value = {
      x: x + w / 2 / before - w / 2 / after,
      y: y + h / 2 / before - h / 2 / after,
      zoom: after,
    }
    bench.frame()
    each()
  }
}

describe('a static view', () => {
  it.each([1, 0.83, 0.5, 0.36, 0.25])('is the board drawn straight onto a canvas, at %f', (at) => {
    const bench = show(600, { camera: { x: 11.3, y: 7.7, zoom: at } })
    expect(getDifference(bench.pixels(), drawnDirectly(bench))).toBeLessThan(sameFraction)
  })

  it('is the same after a pan', () => {
    const bench = show(1500)
    for (let i = 0; i < 40; i++) {
      bench.camera.value = { x: 21 * i, y: 13 * i, zoom: 1 }
      bench.frame()
    }
    bench.rest()
    expect(getDifference(bench.pixels(), drawnDirectly(bench))).toBeLessThan(sameFraction)
  })

  it('is the same after zooming out and in', () => {
    const bench = show(1500, { camera: { x: 900, y: 700, zoom: 1 } })
    zoom(bench, 0.93, 25)
    zoom(bench, 1.05, 21)
    bench.rest()
    expect(getDifference(bench.pixels(), drawnDirectly(bench))).toBeLessThan(sameFraction)
  })

  it('is the same after a zoom that ends at a cached scale', () => {
    const bench = show(600)
    zoom(bench, 0.8, 1)
    bench.rest()
    zoom(bench, 1.25, 1)
    bench.rest()
    expect(getDifference(bench.pixels(), drawnDirectly(bench))).toBeLessThan(sameFraction)
  })

  it('is sharp a few frames after a zoom by fingers', () => {
    const bench = show(200)
    zoom(bench, 0.98, 20)
    expect(getDifference(bench.pixels(), drawnDirectly(bench))).toBeGreaterThan(sameFraction)
    for (let i = 0; i < 3; i++) bench.frame()
    expect(getDifference(bench.pixels(), drawnDirectly(bench))).toBeLessThan(sameFraction)
  })

  it('is sharp in the first frame without a step of the zoom, and zooms on from there', () => {
    const bench = show(200)
    zoom(bench, 0.98, 20)
    bench.frame()
    expect(getDifference(bench.pixels(), drawnDirectly(bench))).toBeLessThan(sameFraction)
    zoom(bench, 0.98, 5)
    expect(getDifference(bench.pixels(), drawnDirectly(bench))).toBeGreaterThan(sameFraction)
    bench.rest()
    expect(getDifference(bench.pixels(), drawnDirectly(bench))).toBeLessThan(sameFraction)
  })

  it('is the same far away, from any direction', () => {
    const bench = show(4000, { camera: { x: 900, y: 700, zoom: 1 } })
    zoom(bench, 0.93, 37)
    bench.rest()
    expect(getDifference(bench.pixels(), drawnAfresh(bench))).toBeLessThan(sameFraction)
  })

  it('is not painted again for what loads around it', () => {
    const bench = getBench(getField(600))
    open.push(bench)
    bench.frame()
    const { frames } = bench.surface.stats
    const elements = getField(1000, 3).filter((record): record is ElementRecord => 'x' in record)
    const loaded = elements.map((record, i) => {
      const away = i % 2 === 0 ? 20_000 : -20_000
      return { ...record, id: `loaded ${record.id}`, x: record.x + away, y: record.y + away }
    })
    bench.document.put(loaded)
    const paint = vi.spyOn(OffscreenCanvas.prototype, 'transferToImageBitmap')
    bench.frame()
    expect(bench.surface.stats.frames).toBe(frames)
    // Nor are the tiles at its edge completed, which what loads next would change.
    expect(paint).not.toHaveBeenCalled()
    paint.mockRestore()
    bench.rest()
    expect(getDifference(bench.pixels(), drawnDirectly(bench))).toBeLessThan(sameFraction)
  })

  it('schedules nothing and paints nothing', () => {
    const bench = show(1500)
    const { frames } = bench.surface.stats
    bench.clock.tick(60_000)
    expect(bench.clock.waiting).toBe(0)
    expect(bench.surface.stats.frames).toBe(frames)
    expect(bench.surface.stats.idle).toBe(true)
  })
})

describe('a gesture', () => {
  it('never shows an area without a tile', () => {
    const everywhere = getElement('rect', {
      id: 'ground',
      z: '',
      x: -50_000,
      y: -50_000,
      w: 100_000,
      h: 100_000,
      fill: 'green',
      fillStyle: 'solid',
      stroke: 'none',
    })
    const bench = getBench([everywhere, ...getField(300)])
    open.push(bench)
    bench.rest()
    const bare: number[] = []
    const capture = (): void => void bare.push(countPaperPixels(bench.pixels()))
    zoom(bench, 0.9, 30, capture)
    zoom(bench, 1.11, 40, capture)
    for (let i = 0; i < 20; i++) {
      bench.camera.value = { ...bench.camera.peek(), x: bench.camera.peek().x + 40 }
      bench.frame()
      capture()
    }
    expect(Math.max(...bare)).toBe(0)
  })

  it('zooms out of a static board with hardly a missing tile', () => {
    const bench = show(4000, { camera: { x: 900, y: 700, zoom: 1 } })
    const before = bench.surface.stats
    zoom(bench, 0.965, 60)
    const { frames, incomplete } = bench.surface.stats
    expect(frames - before.frames).toBe(60)
    expect(incomplete - before.incomplete).toBeLessThan(6)
  })

  it('keeps the number of tiles below the limit, and the image correct', () => {
    const bench = show(12_000)
    panAround(bench, 80)
    expect(bench.surface.stats.tiles).toBeGreaterThan(128)
    expect(bench.surface.stats.tiles).toBeLessThanOrEqual(256)
    expect(getDifference(bench.pixels(), drawnDirectly(bench))).toBeLessThan(sameFraction)
  })
})

describe('a change', () => {
  it('repaints what it affects, with the same result as drawing everything', () => {
    const bench = show(600)
    for (let i = 0; i < 30; i++) {
      const { x, y, ...rest } = element(bench, `e${(i * 37) % 90}`)
      bench.document.put([{ ...rest, x: x + 17, y: y - 9, fill: 'red' }])
      if (i % 3 === 0) bench.frame()
    }
    bench.document.remove(['e3', 'e25'])
    bench.document.put([getElement('sticky', { id: 'new', z: 'zz', x: 300, y: 200 })])
    bench.rest()
    expect(getDifference(bench.pixels(), drawnDirectly(bench))).toBeLessThan(sameFraction)
  })

  it('is visible in cached tiles, too', () => {
    const bench = show(3000, { camera: { x: 0, y: 0, zoom: 0.5 } })
    bench.document.put([{ ...element(bench, 'e1'), fill: 'red', w: 300, h: 200 }])
    bench.rest()
    zoom(bench, 0.9, 12)
    bench.rest()
    expect(getDifference(bench.pixels(), drawnAfresh(bench))).toBeLessThan(sameFraction)
  })

  it('in every frame leaves no trace of where the element was', () => {
    const bench = show(600)
    for (let i = 0; i < 40; i++) {
      const position = { x: 31 * i - 200, y: 300 + 5 * i, r: 3 * i }
      bench.document.put([getElement('sticky', { id: 'new', z: 'zz', ...position })])
      bench.frame()
      if (i % 8 === 7) expect(getDifference(bench.pixels(), drawnDirectly(bench))).toBeLessThan(sameFraction)
    }
    bench.document.remove(['new'])
    bench.rest()
    expect(getDifference(bench.pixels(), drawnDirectly(bench))).toBeLessThan(sameFraction)
  })

  it('that moves many elements shows them at their new positions', () => {
    const bench = show(1500)
    const ids = Array.from({ length: 600 }, (_, i) => `e${i}`)
    bench.document.move({ ids, dx: 40.5, dy: 30.25 })
    bench.frame()
    bench.document.move({ ids, dx: -8, dy: 0 })
    bench.document.put([{ ...element(bench, 'e7'), fill: 'red' }])
    bench.rest()
    expect(getDifference(bench.pixels(), drawnDirectly(bench))).toBeLessThan(sameFraction)
  })
})

function countPaperPixels({ data }: ImageData): number {
  let count = 0
  for (let i = 0; i < data.length; i += 4) {
    const [r, g, b] = [data[i]!, data[i + 1]!, data[i + 2]!]
    if ((r > 240 && g > 240 && b > 235) || r + g + b === 0) count++
  }
  return count
}
