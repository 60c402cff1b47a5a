import { afterEach, beforeAll, expect, it } from 'vitest'
import type { BoardRecord } from '../../document/model/record.ts'
import { getElement } from '../../shapes/testing/records.ts'
import { getBench, type Bench } from '../testing.ts'

const urls = new Map<string, string>()
const open: Bench[] = []

beforeAll(async () => {
  for (const color of ['#ff0000', '#0000ff']) {
    const canvas = new OffscreenCanvas(8, 8)
    const context = canvas.getContext('2d')!
    context.fillStyle = color
    context.fillRect(0, 0, 8, 8)
    urls.set(color, URL.createObjectURL(await canvas.convertToBlob()))
  }
})
afterEach(() => {
  for (const bench of open.splice(0)) bench.dispose()
})

const red = '255,0,0'
const blue = '0,0,255'
const photo = (id: string, file: string, x: number, more: Readonly<Record<string, unknown>> = {}) =>
  getElement('image', { id, z: id, file, x, y: 1000, w: 800, h: 800, ...more })
const sheet = (id: string, x: number, more: Readonly<Record<string, unknown>> = {}) =>
  getElement('rect', { id, z: id, x, y: 1000, w: 200, h: 800, fill: 'green', stroke: 'none', ...more })

/** Shows a board at a tenth of its size. Returns the colour at a place of the page, of images once they have loaded. */
function show(records: readonly BoardRecord[]): (x: number, y?: number) => string {
  const bench = getBench(records, {
    camera: { x: 0, y: 0, zoom: 0.1 },
    imageUrl: (file) => urls.get(file)!,
  })
  open.push(bench)
  return (x, y = 1400) => {
    bench.rest()
    const { data, width } = bench.pixels()
    const at = (Math.round(y / 10) * width + Math.round(x / 10)) * 4
    return data.slice(at, at + 3).join()
  }
}

it('shows images as such on a board that is far away, from a dozen pixels on', async () => {
  const far = show([photo('a', '#ff0000', 1000), photo('b', '#0000ff', 3000, { w: 80, h: 80 })])
  await expect.poll(() => far(1400)).toBe(red)
  expect(far(3040, 1040)).toBe('168,165,157')
})

it('shows them in order with everything else, in frames, turned and faded', async () => {
  const far = show([
    photo('a', '#ff0000', 1000),
    sheet('b', 1600),
    photo('c', '#0000ff', 1700),
    sheet('d', 2400),
    getElement('frame', { id: 'f', z: 'f', x: 4000, y: 1000, w: 400, h: 800 }),
    photo('g', '#ff0000', 4200, { parent: 'f' }),
    photo('h', '#0000ff', 6000, { w: 1000, h: 200, r: 90 }),
    photo('i', '#ff0000', 7200, { opacity: 0.5 }),
  ])
  await expect.poll(() => far(1400)).toBe(red)
  await expect.poll(() => far(2000)).toBe(blue)
  const [green, paper] = [far(1650), far(500)]
  expect(green).not.toBe(red)
  expect(far(1750)).toBe(blue)
  expect(far(2450)).toBe(green)
  expect(far(4300)).toBe(red)
  expect(far(4600)).toBe(paper)
  expect(far(6500, 700)).toBe(blue)
  expect(far(6100, 1100)).toBe(paper)
  expect(far(7600)).toMatch(/^25[0-5],1[12]\d,1[12]\d$/)
})
