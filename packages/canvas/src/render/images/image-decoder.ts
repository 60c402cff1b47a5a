import { hasCoresToSpare } from '../memory.ts'

/** An image for the worker to decode. */
export interface DecodeOrder {
  readonly number: number
  readonly file: Blob
  /** Width to scale it to, px, if it is much wider. */
  readonly width: number
}

/** `bitmap` is null if the worker cannot decode the image. */
export interface DecodeAnswer {
  readonly number: number
  readonly bitmap: ImageBitmap | null
}

/** Decodes the image at a URL, scaled to a width if it is much wider. */
export type DecodeImage = (url: string, width: number) => Promise<ImageBitmap>

/** Resources for a worker that decodes images. */
export interface ImageWorkerOptions {
  open(): Worker
  /** The bytes at the URL of an image. */
  read(url: string): Promise<Blob>
}

export interface ImageDecoder {
  readonly decode: DecodeImage
  dispose(): void
}

/** An image up to this much wider than needed is not scaled. */
const muchWider = 1.5

export function getScaling(widthPx: number, neededPx: number): ImageBitmapOptions {
  return widthPx > neededPx * muchWider ? { resizeWidth: neededPx, resizeQuality: 'high' } : {}
}

/**
 * Decodes images in workers, since browsers decode and scale what becomes a bitmap at once: tens of milliseconds for a
 * photograph. The page itself decodes what a worker cannot, such as SVG, and everything if there are none.
 */
export function createImageDecoder(help: ImageWorkerOptions | undefined): ImageDecoder {
  const waiting = new Map<number, (bitmap: ImageBitmap | null) => void>()
  const workers: Worker[] = []
  const workerCount = hasCoresToSpare() ? 2 : 1
  let canAsk = help !== undefined
  let nextNumber = 0

  const end = (): void => {
    canAsk = false
    for (const worker of workers.splice(0)) worker.terminate()
  }
  const fail = (): void => {
    end()
    for (const resolve of waiting.values()) resolve(null)
    waiting.clear()
  }
  const start = (open: () => Worker): Worker => {
    const started = open()
    started.addEventListener('message', ({ data: { number, bitmap } }: MessageEvent<DecodeAnswer>) => {
      waiting.get(number)?.(bitmap)
      waiting.delete(number)
    })
    started.addEventListener('error', (event) => {
      event.preventDefault()
      fail()
    })
    started.addEventListener('messageerror', fail)
    return started
  }
  const decodeAway = async (url: string, width: number): Promise<ImageBitmap | null> => {
    if (!help || !canAsk) return null
    // Some servers let only an image element load it.
    const file = await help.read(url).catch(() => null)
    if (!file || file.type.includes('svg') || !canAsk) return null
    const order: DecodeOrder = { number: nextNumber++, file, width }
    const worker = (workers[order.number % workerCount] ??= start(() => help.open()))
    const answer = new Promise<ImageBitmap | null>((resolve) => waiting.set(order.number, resolve))
    worker.postMessage(order)
    return await answer
  }
  return {
    decode: async (url, width) => (await decodeAway(url, width)) ?? (await decodeHere(url, width)),
    dispose: end,
  }
}

async function decodeHere(url: string, width: number): Promise<ImageBitmap> {
  const image = new Image()
  image.decoding = 'async'
  image.src = url
  await image.decode()
  return await createImageBitmap(image, getScaling(image.naturalWidth, width))
}
