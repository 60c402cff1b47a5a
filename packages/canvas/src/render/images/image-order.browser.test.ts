import { expect, it } from 'vitest'
import { getElement } from '../../shapes/testing/records.ts'
import { getBench } from '../testing.ts'

it('loads the images of the view before those that it painted ahead', async () => {
  const asked: string[] = []
  const come: (() => void)[] = []
  const bench = getBench(
    Array.from({ length: 30 }, (_, i) =>
      getElement('image', {
        id: `i${i}`,
        z: `i${i}`,
        file: `${i}`,
        x: 600 * (i % 5),
        y: 500 * Math.floor(i / 5),
        w: 500,
        h: 400,
      }),
    ),
    {
      size: { w: 500, h: 400 },
      imageUrl: (file) => file,
      imageWorker: {
        async read(url) {
          asked.push(url)
          await new Promise<void>((resolve) => come.push(resolve))
          throw new Error('gone')
        },
        open: () => new Worker('data:text/javascript,'),
      },
    },
  )
  // Shorter than the time after which slow loads end the limit.
  const show = (): void => {
    for (let i = 0; i < 40; i++) bench.frame()
  }
  show()
  await expect.poll(() => asked.length).toBe(6)
  bench.camera.value = { x: 600, y: 2500, zoom: 1 }
  show()
  come[0]!()
  await expect.poll(() => asked.length).toBe(7)
  expect(asked[0]).toBe('0')
  expect(asked[6]).toBe('26')
  bench.dispose()
})

/** Two images, of which one is beside the view; they load when `come` is called with their id. */
async function showTwo() {
  const canvas = new OffscreenCanvas(8, 8)
  canvas.getContext('2d')!.fillRect(0, 0, 8, 8)
  const url = URL.createObjectURL(await canvas.convertToBlob())
  const gates = new Map<string, () => void>()
  const load = (id: string) => new Promise<string>((resolve) => gates.set(id, () => resolve(url)))
  const urls = new Map(['near', 'beside'].map((id) => [id, load(id)]))
  const image = (id: string, x: number) =>
    getElement('image', { id, z: id, file: id, x, y: 0, w: 300, h: 300 })
  const bench = getBench([image('near', 0), image('beside', 600)], {
    size: { w: 500, h: 400 },
    imageUrl: (file) => urls.get(file)!,
  })
  bench.rest()
  /** Lets an image load; resolves once the board knows, and not when only the timer of a slow load is there. */
  const come = async (id: string) => {
    const { waitingFrames } = bench.clock
    gates.get(id)!()
    await expect.poll(() => bench.clock.waitingFrames).toBe(waitingFrames + 1)
  }
  return { bench, image, come }
}

it('repeats the view only for images in it', async () => {
  const { bench, come } = await showTwo()
  const { frames } = bench.surface.stats
  await come('beside')
  bench.rest()
  expect(bench.surface.stats.frames).toBe(frames)
  await come('near')
  bench.frame()
  expect(bench.surface.stats.frames).toBeGreaterThan(frames)
  bench.dispose()
})

it('repeats the view for an image that is dragged into it', async () => {
  const { bench, come } = await showTwo()
  bench.document.hold({ ids: new Set(['beside']), dx: -500, dy: 0 })
  bench.rest()
  const { frames } = bench.surface.stats
  await come('beside')
  bench.frame()
  expect(bench.surface.stats.frames).toBeGreaterThan(frames)
  bench.dispose()
})

it('repeats the view for an image of an element that is changing in it', async () => {
  const { bench, image, come } = await showTwo()
  // Not in the tiles from its second change on.
  for (const file of ['near', 'near', 'beside']) {
    bench.document.put([{ ...image('near', 5), file }])
    bench.frame()
  }
  const { frames } = bench.surface.stats
  await come('beside')
  bench.frame()
  expect(bench.surface.stats.frames).toBeGreaterThan(frames)
  bench.dispose()
})
