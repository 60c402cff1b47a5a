import { afterEach, expect, it } from 'vitest'
import { getElement } from '../../shapes/testing/records.ts'
import { getBench, type Bench, type BenchOptions } from '../testing.ts'
import { createGif } from './testing/gif.ts'

const [red, blue] = [
  [255, 0, 0],
  [0, 0, 255],
] as const
const frameMs = 100

const open: (() => void)[] = []
afterEach(() => {
  for (const dispose of open.splice(0)) dispose()
})

const image = getElement('image', { id: 'gif', file: 'moving', x: 100, y: 100, w: 200, h: 200, radius: 0 })

function show(options: BenchOptions & { readonly blob?: Blob; readonly over?: typeof image } = {}): Bench {
  const blob = options.blob ?? createGif([red, blue], frameMs)
  const url = URL.createObjectURL(blob)
  const bench = getBench([image, ...(options.over ? [options.over] : [])], {
    imageUrl: () => url,
    readAnimation: () => Promise.resolve(blob),
    ...options,
  })
  open.push(() => {
    bench.dispose()
    URL.revokeObjectURL(url)
  })
  return bench
}

function getColor({ host }: Bench, x: number, y: number): number[] {
  const context = host.querySelector('canvas')!.getContext('2d')!
  return [...context.getImageData(x, y, 1, 1).data.subarray(0, 3)]
}

/** Draws frames until the pixel has the colour; images are decoded meanwhile. */
const waitForColor = (bench: Bench, color: readonly number[], [x, y] = [200, 200]): Promise<void> =>
  expect
    .poll(() => {
      bench.frame()
      return getColor(bench, x, y)
    })
    .toEqual(color)

const waitForAnimation = (bench: Bench): Promise<void> =>
  expect
    .poll(() => {
      bench.frame()
      return bench.surface.media.value
    })
    .toHaveLength(1)

it('plays in a loop, each frame for its time', async () => {
  const bench = show()
  await waitForColor(bench, blue)
  await waitForColor(bench, red)
  await waitForColor(bench, blue)
  expect(bench.surface.media.value).toEqual([{ id: 'gif', type: 'animation', isPlaying: true }])
})

it('is covered by what lies above it, while it plays', async () => {
  const over = getElement('rect', { id: 'over', x: 150, y: 150, w: 20, h: 20, fill: '#00ff00', fillStyle: 'solid', stroke: 'none', opacity: 0.5, z: 'b' }) // prettier-ignore
  const bench = show({ over })
  await waitForColor(bench, blue)
  const half = [0, 128, 128].map((value) => expect.closeTo(value, -0.5))
  expect(getColor(bench, 160, 160)).toEqual(half)
})

it('stays still for people who prefer that, until they play it', async () => {
  const bench = show({ reducedMotion: true })
  await waitForAnimation(bench)
  for (let i = 0; i < 40; i++) bench.frame()
  expect(getColor(bench, 200, 200)).toEqual(red)
  expect(bench.surface.media.value).toEqual([{ id: 'gif', type: 'animation', isPlaying: false }])
  bench.surface.setPlaying('gif', true)
  await waitForColor(bench, blue)
})

it('stops at the frame at which it is paused', async () => {
  const bench = show()
  await waitForColor(bench, blue)
  bench.surface.setPlaying('gif', false)
  for (let i = 0; i < 40; i++) bench.frame()
  expect(getColor(bench, 200, 200)).toEqual(blue)
})

it('rests when it is out of view', async () => {
  const bench = show()
  await waitForColor(bench, blue)
  bench.camera.value = { x: 5000, y: 0, zoom: 1 }
  bench.rest()
  expect(bench.surface.media.value).toEqual([])
  expect(bench.clock.waiting).toBe(0)
})

it('repaints no tile for a frame', async () => {
  const bench = show()
  await waitForColor(bench, blue)
  const before = bench.surface.stats.outdated
  await waitForColor(bench, red)
  expect(bench.surface.stats.outdated).toBe(before)
})

it('ends after its repetitions with its last frame', async () => {
  const bench = show({ blob: createGif([red, blue], frameMs, true) })
  await waitForColor(bench, blue)
  for (let i = 0; i < 60; i++) bench.frame()
  expect(getColor(bench, 200, 200)).toEqual(blue)
})
