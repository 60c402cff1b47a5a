import { afterEach, expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createImageDecoder, type ImageDecoder } from './image-decoder.ts'

const clock = createFakeClock()

const read = async (url: string): Promise<Blob> => await (await fetch(url)).blob()
const openWorker = (): Worker =>
  new Worker(new URL('../../image-worker.ts', import.meta.url), { type: 'module' })

let decoder: ImageDecoder | undefined
afterEach(() => decoder?.dispose())

async function createUrl(width: number, height: number): Promise<string> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')!
  context.fillStyle = '#ff0000'
  context.fillRect(0, 0, width, height)
  return URL.createObjectURL(await canvas.convertToBlob())
}

const getSize = (bitmap: ImageBitmap | undefined) => bitmap && [bitmap.width, bitmap.height]

it('decodes in a worker, scaled only if the image is much wider than needed', async () => {
  const answers: unknown[] = []
  decoder = createImageDecoder(
    {
      read,
      open() {
        const worker = openWorker()
        worker.addEventListener('message', ({ data }) => answers.push(data))
        return worker
      },
    },
    clock,
  )
  const url = await createUrl(600, 400)
  const [small, whole] = await Promise.all([decoder.decode(url, 256), decoder.decode(url, 512)])
  expect([getSize(small), getSize(whole)]).toEqual([
    [256, 171],
    [600, 400],
  ])
  expect(answers).toHaveLength(2)
})

/** A photograph with another colour in each corner, stored as with a camera that was turned if `orientation` is 6. */
async function createPhoto(orientation: number): Promise<string> {
  const canvas = new OffscreenCanvas(1600, 1200)
  const context = canvas.getContext('2d')!
  for (const [i, color] of ['#d03020', '#20a040', '#2050c0', '#e0b020'].entries()) {
    context.fillStyle = color
    context.fillRect(800 * (i % 2), i < 2 ? 0 : 600, 800, 600)
  }
  const file = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
  const exif = [0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1]
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
  const segment = Uint8Array.from([0xff, 0xe1, 0, exif.length + entry.length + 2, ...exif, ...entry])
  return URL.createObjectURL(new Blob([file.slice(0, 2), segment, file.slice(2)], { type: 'image/jpeg' }))
}

function getCorners(bitmap: ImageBitmap): number[] {
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  const context = canvas.getContext('2d')!
  context.drawImage(bitmap, 0, 0)
  const [right, bottom] = [bitmap.width - 6, bitmap.height - 6]
  const places = [
    [5, 5],
    [right, 5],
    [5, bottom],
    [right, bottom],
  ] as const
  return places.flatMap(([x, y]) => [...context.getImageData(x, y, 1, 1).data])
}

it.each([
  [1, 128, [128, 96]],
  [1, 450, [450, 338]],
  [6, 128, [128, 171]],
  [6, 500, [500, 667]],
])('decodes photographs with orientation %i to %i px as the page does', async (orientation, width, size) => {
  const [inWorker, onPage] = [
    createImageDecoder({ read, open: openWorker }, clock),
    createImageDecoder(undefined, clock),
  ] as const
  decoder = inWorker
  const url = await createPhoto(orientation)
  const [small, whole] = await Promise.all([inWorker.decode(url, width), onPage.decode(url, 1200)])
  expect(getSize(small)).toEqual(size)
  const expected = getCorners(whole!)
  for (const [i, value] of getCorners(small!).entries())
    expect(Math.abs(value - expected[i]!)).toBeLessThan(6)
})

it('decodes only what is needed when its turn comes, and waits for no bytes of others', async () => {
  let answers = 0
  let silentCount = 0
  decoder = createImageDecoder(
    {
      async read(url) {
        if (url !== 'silent') return await read(url)
        silentCount++
        return await new Promise(() => undefined)
      },
      open() {
        const worker = openWorker()
        worker.addEventListener('message', () => answers++)
        return worker
      },
    },
    clock,
  )
  const url = await createUrl(600, 400)
  for (let i = 0; i < 20; i++) void decoder.decode('silent', 256)
  const decoding = Promise.all(
    Array.from({ length: 12 }, async (_, i) =>
      getSize(await decoder!.decode(url, 256, () => (i >= 10 ? 'visible' : 'none'))),
    ),
  )
  await expect.poll(() => silentCount).toBe(6)
  clock.tick(2_000)
  const sizes = await decoding
  expect(sizes).toEqual(Array.from({ length: 12 }, (_, i) => (i >= 10 ? [256, 171] : undefined)))
  expect(answers).toBe(2)
})

it('decodes what is visible first, in the order asked for', async () => {
  const reads: (() => void)[] = []
  decoder = createImageDecoder(
    {
      async read(url) {
        await new Promise<void>((resolve) => reads.push(resolve))
        return await read(url)
      },
      open: openWorker,
    },
    clock,
  )
  const url = await createUrl(600, 400)
  const decoded: number[] = []
  const all = Promise.all(
    Array.from({ length: 6 }, async (_, i) => {
      await decoder!.decode(url, 256, () => (i >= 4 ? 'visible' : 'ahead'))
      decoded.push(i)
    }),
  )
  await expect.poll(() => reads.length).toBe(6)
  for (const resolve of reads) resolve()
  await all
  // Two are with the worker before the others wait for their turn.
  expect(decoded.slice(2)).toEqual([4, 5, 2, 3])
})

it('decodes on the page what a worker cannot', async () => {
  decoder = createImageDecoder({ read, open: openWorker }, clock)
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"/>'
  const bitmap = await decoder.decode(`data:image/svg+xml,${encodeURIComponent(svg)}`, 512)
  expect(getSize(bitmap)).toEqual([300, 200])
})

it('decodes on the page when the worker fails, images that it was given included', async () => {
  decoder = createImageDecoder(
    {
      read,
      open: () => new Worker('data:text/javascript,throw new Error("broken")'),
    },
    clock,
  )
  const url = await createUrl(600, 400)
  expect(getSize(await decoder.decode(url, 256))).toEqual([256, 171])
  expect(getSize(await decoder.decode(url, 512))).toEqual([600, 400])
})

it('rejects what is no image, and what is not there', async () => {
  decoder = createImageDecoder({ read, open: openWorker }, clock)
  const text = URL.createObjectURL(new Blob(['no image'], { type: 'image/png' }))
  await expect(decoder.decode(text, 256)).rejects.toThrow()
  await expect(decoder.decode('blob:nothing', 256)).rejects.toThrow()
})
