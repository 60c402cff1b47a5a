import { afterEach, expect, it } from 'vitest'
import { createImageDecoder, type ImageDecoder } from './image-decoder.ts'

const read = async (url: string): Promise<Blob> => await (await fetch(url)).blob()
const openWorker = (): Worker =>
  new Worker(new URL('../image-worker.ts', import.meta.url), { type: 'module' })

let decoder: ImageDecoder | undefined
afterEach(() => decoder?.dispose())

async function createUrl(width: number, height: number): Promise<string> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')!
  context.fillStyle = '#ff0000'
  context.fillRect(0, 0, width, height)
  return URL.createObjectURL(await canvas.convertToBlob({ type: 'image/jpeg' }))
}

const getSize = ({ width, height }: ImageBitmap): readonly number[] => [width, height]

it('decodes in a worker, scaled only if the image is much wider than needed', async () => {
  const answers: unknown[] = []
  decoder = createImageDecoder({
    read,
    open() {
      const worker = openWorker()
      worker.addEventListener('message', ({ data }) => answers.push(data))
      return worker
    },
  })
  const url = await createUrl(600, 400)
  const [small, whole] = await Promise.all([decoder.decode(url, 256), decoder.decode(url, 512)])
  expect([getSize(small), getSize(whole)]).toEqual([
    [256, 171],
    [600, 400],
  ])
  expect(answers).toHaveLength(2)
})

it('decodes on the page what a worker cannot', async () => {
  decoder = createImageDecoder({ read, open: openWorker })
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"/>'
  const bitmap = await decoder.decode(`data:image/svg+xml,${encodeURIComponent(svg)}`, 512)
  expect(getSize(bitmap)).toEqual([300, 200])
})

it('decodes on the page when the worker fails, images that it was given included', async () => {
  decoder = createImageDecoder({
    read,
    open: () => new Worker('data:text/javascript,throw new Error("broken")'),
  })
  const url = await createUrl(600, 400)
  expect(getSize(await decoder.decode(url, 256))).toEqual([256, 171])
  expect(getSize(await decoder.decode(url, 512))).toEqual([600, 400])
})

it('rejects what is no image, and what is not there', async () => {
  decoder = createImageDecoder({ read, open: openWorker })
  const text = URL.createObjectURL(new Blob(['no image'], { type: 'image/png' }))
  await expect(decoder.decode(text, 256)).rejects.toThrow()
  await expect(decoder.decode('blob:nothing', 256)).rejects.toThrow()
})
