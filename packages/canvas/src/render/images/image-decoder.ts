import type { Clock } from '../../editor/clock.ts'
import { hasCoresToSpare } from '../memory.ts'
import { createLoadLimit } from './load-limit.ts'
import { createLoadQueue, type ImageNeed } from './load-queue.ts'

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

/**
 * Decodes the image at a URL, scaled to a width if it is much wider. Undefined if it is no longer needed when its turn
 * comes.
 */
export type DecodeImage = (
  url: string,
  width: number,
  getNeed?: () => ImageNeed,
) => Promise<ImageBitmap | undefined>

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
/** Orders that a worker has: one that it works on, and one so that it does not wait for the page. */
const ordersPerWorker = 2

export function getScaling(widthPx: number, neededPx: number): ImageBitmapOptions {
  return widthPx > neededPx * muchWider ? { resizeWidth: neededPx, resizeQuality: 'high' } : {}
}

/**
 * Decodes images in workers, since browsers decode and scale what becomes a bitmap at once: tens of milliseconds for a
 * photograph. The page itself decodes what a worker cannot, such as SVG, and everything if there are none.
 */
export function createImageDecoder(help: ImageWorkerOptions | undefined, clock: Clock): ImageDecoder {
  const inLimit = createLoadLimit(clock)
  const waiting = new Map<number, (bitmap: ImageBitmap | null) => void>()
  const workers: Worker[] = []
  const workerCount = hasCoresToSpare() ? 2 : 1
  /** Images that were read and wait for a worker. */
  const queue = createLoadQueue()
  let ordered = 0
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
  const order = async (file: Blob, width: number): Promise<ImageBitmap | null> => {
    if (!help || !canAsk) return null
    const number = nextNumber++
    const worker = (workers[number % workerCount] ??= start(() => help.open()))
    const answer = new Promise<ImageBitmap | null>((resolve) => waiting.set(number, resolve))
    worker.postMessage({ number, file, width } satisfies DecodeOrder)
    return await answer
  }
  /** Runs when a worker is free. */
  const inTurn = async <T>(getNeed: () => ImageNeed, run: () => T | Promise<T>): Promise<T> => {
    if (ordered >= ordersPerWorker * workerCount) await queue.wait(getNeed)
    ordered++
    try {
      return await run()
    } finally {
      ordered--
      queue.startNext()
    }
  }
  const load = async (
    url: string,
    width: number,
    getNeed: () => ImageNeed,
  ): Promise<ImageBitmap | undefined> => {
    if (getNeed() === 'none') return undefined
    // Some servers let only an image element load it.
    const file = canAsk ? await help?.read(url).catch(() => null) : null
    if (!file || file.type.includes('svg')) return await decodeHere(url, width)
    const bitmap = await inTurn(getNeed, () => (getNeed() === 'none' ? undefined : order(file, width)))
    return bitmap === null ? await decodeHere(url, width) : bitmap
  }
  return {
    decode: (url, width, getNeed = () => 'visible') => inLimit(getNeed, () => load(url, width, getNeed)),
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
