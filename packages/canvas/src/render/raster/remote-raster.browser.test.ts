import { batch } from '@preact/signals-core'
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { BoardRecord } from '../../document/model/record.ts'
import { loadTestFonts, testFonts } from '../../export/testing/test-fonts.ts'
import { getElement } from '../../shapes/testing/records.ts'
import { sampleBoard } from '../../shapes/testing/sample-board.ts'
import { forgetLayouts } from '../../text/layout.ts'
import { richText } from '../../text/testing.ts'
import { withBoardFonts } from '../../testing/board-fonts.ts'
import { createMeasure } from '../measure.ts'
import type { RasterAnswer, RasterOrder } from './raster-orders.ts'
import { getBench, getDifference, getField, sameFraction, type Bench, type BenchOptions } from '../testing.ts'

/** A renderer with a worker, and what the two said to each other. */
interface HelpedBench extends Bench {
  /** Workers made so far. */
  opened(): number
  /** The last worker has said that it is ready; one before it may have been closed first. */
  hasAnswered(): boolean
  readonly orders: RasterOrder[]
  readonly answers: RasterAnswer[]
  /** Frames until `holds`, with time for the worker in between. */
  until(holds: () => boolean): Promise<void>
  /** Until nothing is left to do on either side. */
  settle(): Promise<void>
}

const rasterWorker = (): Worker =>
  new Worker(new URL('../../raster-worker.ts', import.meta.url), { type: 'module' })
const open: Bench[] = []

beforeAll(loadTestFonts)
afterEach(() => {
  for (const bench of open.splice(0)) bench.dispose()
})

function helped(
  records: readonly BoardRecord[],
  options: BenchOptions = {},
  make: () => Worker = rasterWorker,
): HelpedBench {
  const orders: RasterOrder[] = []
  const answers: RasterAnswer[] = []
  let opened = 0
  let answered = 0
  const openWorker = (): Worker => {
    const number = ++opened
    const worker = make()
    const post = worker.postMessage.bind(worker) as (order: RasterOrder, moved: Transferable[]) => void
    worker.postMessage = (order: RasterOrder, moved: unknown) => {
      orders.push(order)
      post(order, moved as Transferable[])
    }
    worker.addEventListener('message', ({ data }: MessageEvent<RasterAnswer>) => {
      answers.push(data)
      if (data.is === 'ready') answered = number
    })
    return worker
  }
  const help = { open: openWorker, fonts: testFonts, pageFonts: document.fonts }
  const bench = getBench(records, { size: { w: 600, h: 500 }, ...options, help })
  open.push(bench)
  const until = (holds: () => boolean): Promise<void> =>
    expect
      .poll(
        () => {
          bench.frame()
          return holds()
        },
        { interval: 8 },
      )
      .toBe(true)
  return Object.assign(Object.create(bench) as Bench, {
    opened: () => opened,
    hasAnswered: () => answered === opened,
    orders,
    answers,
    until,
    settle: () => until(() => bench.clock.waiting === 0),
  })
}

/** The last worker knows the page, fonts included. */
const isReady = ({ hasAnswered, orders }: HelpedBench): boolean =>
  hasAnswered() &&
  orders.findLastIndex((order) => order.do === 'whole') >
    orders.findLastIndex((order) => order.do === 'fonts')
const painted = ({ answers }: HelpedBench): number =>
  answers.filter((one) => one.is === 'painted' && one.picture !== null).length

/** Pans there in small steps, as a person does: a jump would be painted at once. */
async function pan(bench: HelpedBench, x: number, y: number): Promise<void> {
  const from = bench.camera.peek()
  for (let i = 1; i <= 8; i++) {
    bench.camera.value = { ...from, x: from.x + ((x - from.x) * i) / 8, y: from.y + ((y - from.y) * i) / 8 }
    bench.frame()
  }
  await bench.settle()
}

async function ready(records: readonly BoardRecord[], options: BenchOptions = {}): Promise<HelpedBench> {
  const bench = helped(records, options)
  await bench.until(() => isReady(bench))
  await bench.settle()
  return bench
}

/** The view as tiles that the page itself painted: where a bent line crosses from one to the next, it shows. */
function paintedHere(
  bench: Bench,
  records = [...bench.document.ids()].map((id) => bench.document.get(id)!),
): ImageData {
  const to = bench.camera.peek()
  const width = bench.size.peek().w / to.zoom
  const other = getBench(records, { size: bench.size.peek(), camera: { ...to, x: to.x - 2 * width } })
  batch(() => {
    other.page.value = bench.page.peek()
    other.theme.value = bench.theme.peek()
  })
  other.rest()
  for (const fraction of [1.5, 1, 0.5, 0]) {
    other.camera.value = { ...to, x: to.x - fraction * width }
    other.rest()
  }
  const pixels = other.pixels()
  other.dispose()
  return pixels
}

function sampleRecords(): BoardRecord[] {
  const { document } = sampleBoard(createMeasure().measure)
  return [...document.ids()].map((id) => document.get(id)!)
}

describe('tiles painted in a worker', () => {
  it.each([
    ['full size', 1],
    ['a size between', 0.83],
    ['far away', 0.3],
    ['as blocks', 0.1],
  ])('show every shape and font as the page itself does: %s', async (_name, zoom) => {
    const records = sampleRecords()
    await withBoardFonts(() => {
      forgetLayouts()
      const warm = getBench(records, { camera: { x: 0, y: 0, zoom } })
      warm.rest()
      warm.dispose()
    })
    const bench = await ready(records, { camera: { x: -3000 / zoom, y: 300, zoom } })
    const before = painted(bench)
    await pan(bench, 0, 300)
    expect(painted(bench)).toBeGreaterThan(before)
    expect(getDifference(bench.pixels(), paintedHere(bench))).toBeLessThan(sameFraction)
    await pan(bench, 500, 0)
    expect(getDifference(bench.pixels(), paintedHere(bench))).toBeLessThan(sameFraction)
  })

  it('leave images to the page', async () => {
    const image = getElement('image', { id: 'i', x: 9500, y: 100, w: 200, h: 150, file: 'f' })
    const canvas = new OffscreenCanvas(8, 8)
    const context = canvas.getContext('2d')!
    context.fillStyle = '#2266cc'
    context.fillRect(0, 0, 8, 8)
    const url = URL.createObjectURL(await canvas.convertToBlob())
    const bench = await ready([...getField(100), image], { imageUrl: () => url })
    const middle = (): number[] => [
      ...bench.pixels().data.subarray(4 * (175 * 600 + 300), 4 * (175 * 600 + 301)),
    ]
    for (const x of [3100, 6200, 9300]) await pan(bench, x, 0)
    await bench.until(() => bench.clock.waiting === 0 && middle().join() === '34,102,204,255')
    expect(bench.answers.some((one) => one.is === 'painted' && one.picture === null)).toBe(true)
  })

  it('are correct after a change that arrived during painting', async () => {
    const bench = await ready(getField(900))
    const asked = (): number => bench.orders.filter((order) => order.do === 'paint').length
    const before = asked()
    bench.camera.value = { x: 550, y: 300, zoom: 1 }
    bench.frame()
    expect(asked()).toBeGreaterThan(before)
    const seen = bench.document.childIds('page').map((id) => bench.document.get(id)!)
    const changed = seen
      .filter((_, i) => i % 7 === 0)
      .map((record) => ({ ...record, fill: 'pink', opacity: 1 }))
    bench.document.put(changed)
    await bench.settle()
    expect(getDifference(bench.pixels(), paintedHere(bench))).toBeLessThan(sameFraction)
    const strokes = seen.filter(({ kind }) => kind === 'pen')
    bench.document.remove(strokes.slice(0, 60).map(({ id }) => id))
    await pan(bench, 1500, 600)
    expect(getDifference(bench.pixels(), paintedHere(bench))).toBeLessThan(sameFraction)
  })

  it('show elements that were moved far', async () => {
    const bench = await ready(getField(900))
    const ids = bench.document.childIds('page').filter((_, i) => i % 3 === 0)
    bench.document.move({ ids, dx: 2600, dy: 40 })
    await bench.settle()
    const before = painted(bench)
    await pan(bench, 3000, 200)
    expect(painted(bench)).toBeGreaterThan(before)
    expect(getDifference(bench.pixels(), paintedHere(bench))).toBeLessThan(sameFraction)
  })

  it('omit elements that are being dragged or moved by others', async () => {
    const records = getField(900)
    const bench = await ready(records)
    const far = records.find((record) => record.kind === 'sticky' && Number(record['x']) > 1200)!
    const at = { x: Number(far['x']) - 300, y: Number(far['y']) - 200 }
    let shown = far
    const shift = (): void => {
      shown = { ...shown, x: Number(shown['x']) + 5 }
      bench.document.put([shown])
      bench.frame()
    }
    await pan(bench, at.x - 1500, at.y)
    const { length } = bench.orders
    for (let i = 0; i < 3; i++) shift()
    for (let i = 15; i >= 0; i--) {
      bench.camera.value = { ...at, x: at.x - 100 * i, zoom: 1 }
      shift()
    }
    // It goes on moving until every tile has been painted, so that none is put right when it comes to rest.
    const isAnswered = (): boolean => {
      const asked = bench.orders.slice(length).flatMap((order) => (order.do === 'paint' ? order.number : []))
      const answered = new Set(bench.answers.map((one) => (one.is === 'painted' ? one.number : 0)))
      return asked.length > 0 && asked.every((number) => answered.has(number))
    }
    await bench.until(() => {
      shift()
      return isAnswered()
    })
    for (let i = 0; i < 20; i++) shift()
    // While it moves it lies on top.
    const moving = records.map((record) => (record === far ? { ...shown, z: 'zz' } : record))
    expect(getDifference(bench.pixels(), paintedHere(bench, moving))).toBeLessThan(sameFraction)
    await bench.settle()
    bench.document.hold({ ids: new Set([far.id]), dx: 400, dy: 300 })
    await bench.settle()
    bench.document.hold({ ids: new Set([far.id]), dx: 0, dy: 900 })
    await bench.settle()
    const without = records.filter((record) => record !== far)
    expect(getDifference(bench.pixels(), paintedHere(bench, without))).toBeLessThan(sameFraction)
  })

  it('show the current page in its theme', async () => {
    const second = getField(300, 3).map((record) => ({
      ...record,
      id: `s${record.id}`,
      parent: record.parent === 'page' ? 'other' : `s${String(record.parent)}`,
      ...(record.kind === 'binding' && { target: `s${String(record['target'])}` }),
    }))
    const bench = await ready([...getField(900), ...second])
    await pan(bench, 900, 0)
    bench.page.value = 'other'
    bench.theme.value = 'dark'
    await bench.settle()
    const before = painted(bench)
    await pan(bench, 0, 1500)
    await pan(bench, 0, 0)
    expect(painted(bench)).toBeGreaterThan(before)
    expect(getDifference(bench.pixels(), paintedHere(bench))).toBeLessThan(sameFraction)
  })

  it('use fonts that the page had not loaded', async () => {
    // A label, and far away: the page measures a text of its own to place it, and what is near to paint it ahead.
    const label = getElement('rect', {
      id: 't',
      x: 60_200,
      y: 100,
      w: 300,
      h: 60,
      size: 36,
      font: 'serif',
      text: richText('Привет Ωμέγα'),
    })
    const isLoaded = (): boolean =>
      [...document.fonts].some(
        ({ family, status, unicodeRange }) =>
          family.includes('Serif') && status === 'loaded' && /U\+0?400-0?45F/i.test(unicodeRange),
      )
    const bench = await ready([...getField(100), label])
    expect(isLoaded()).toBe(false)
    const refresh = (): void => {
      forgetLayouts()
      bench.surface.refresh()
    }
    document.fonts.addEventListener('loadingdone', refresh)
    onTestFinished(() => document.fonts.removeEventListener('loadingdone', refresh))
    // In steps from nearby: what comes into sight at once, the page itself paints.
    await pan(bench, 58_000, 0)
    await pan(bench, 60_000, 0)
    expect(bench.answers.some(({ is }) => is === 'letters')).toBe(true)
    await bench.until(isLoaded)
    await pan(bench, 58_000, 0)
    bench.theme.value = 'dark'
    await bench.until(() => bench.opened() > 1 && isReady(bench))
    const before = painted(bench)
    await pan(bench, 60_000, 0)
    expect(painted(bench)).toBeGreaterThan(before)
    expect(getDifference(bench.pixels(), paintedHere(bench))).toBeLessThan(sameFraction)
  })
})

describe('without a worker', () => {
  const dead = (source: string) => (): Worker =>
    new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })), { type: 'module' })
  const refused = (): Worker => {
    throw new Error('no workers here')
  }

  it.each([
    ['where none can be made', refused],
    ['where its script fails', dead('throw new Error("broken")')],
    ['where it never answers', dead('')],
    ['where it says that it cannot go on', dead('postMessage({ is: "failed" })')],
  ])('everything is painted all the same: %s', async (_name, make) => {
    const bench = helped(getField(900), {}, make)
    await bench.settle()
    await pan(bench, 900, 300)
    expect(painted(bench)).toBe(0)
    expect(getDifference(bench.pixels(), paintedHere(bench))).toBeLessThan(sameFraction)
  })

  it.each([
    ['an error', (worker: Worker) => void worker.dispatchEvent(new Event('error'))],
    ['silence', (worker: Worker) => worker.terminate()],
  ])('what it had begun is painted all the same: %s', async (_name, end) => {
    let worker: Worker | undefined
    const bench = helped(getField(900), {}, () => (worker = rasterWorker()))
    await bench.until(() => isReady(bench))
    await bench.settle()
    const orders = bench.orders.length
    bench.camera.value = { x: 550, y: 300, zoom: 1 }
    bench.frame()
    expect(bench.orders.slice(orders).some((order) => order.do === 'paint')).toBe(true)
    end(worker!)
    await bench.settle()
    expect(getDifference(bench.pixels(), paintedHere(bench))).toBeLessThan(sameFraction)
  })

  it('nothing is reported after the board is disposed', async () => {
    const bench = await ready(getField(300))
    bench.dispose()
    const orders = bench.orders.length
    bench.document.put([getElement('rect', { id: 'new' })])
    bench.clock.tick(16)
    expect(bench.orders).toHaveLength(orders)
  })
})
