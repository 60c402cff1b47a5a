import type { Clock } from '../../editor/clock.ts'
import type { DecodeImage } from './image-decoder.ts'
import type { ImageNeed } from './load-queue.ts'
import { imageCeiling } from '../memory.ts'

const smallestPx = 128

/** Decoded images in the sizes in use; least recently drawn ones are evicted at the size limit. */
export interface ImageCache {
  /**
   * The smallest decoded size that is at least `widthPx` wide. While it is loading, the best available size;
   * undefined if there is none.
   */
  get(fileId: string, widthPx: number): ImageBitmap | undefined
  dispose(): void
}

interface Entry {
  /** Sizes by nominal width, a power of two. */
  readonly sizes: Map<number, ImageBitmap>
  readonly loading: Set<number>
  /** Sizes that failed to load, with the time of the next attempt. */
  readonly failed: Map<number, { readonly at: number; readonly times: number }>
  usedAt: number
  /** The size asked for last of those that were missing: while zooming, those before it are not needed. */
  wanted: number
}

/** Delay before a failed image is requested again, doubled after each attempt. */
const retryMs = 2_000
const mostTries = 6

export interface ImageCacheOptions {
  getUrl(fileId: string, widthPx: number): string | Promise<string>
  /** Whether an element in the view shows the image: these load first. */
  isVisible(fileId: string): boolean
  /** Called when an image, or a larger size of it, has loaded: a smaller one shows nothing new. */
  onReady(fileId: string): void
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly decode: DecodeImage
}

export function createImageCache(options: ImageCacheOptions): ImageCache {
  const { clock, decode } = options
  const entries = new Map<string, Entry>()
  let turn = 0
  let over = false

  const getBytes = (entry: Entry): number => {
    let bytes = 0
    for (const bitmap of entry.sizes.values()) bytes += bitmap.width * bitmap.height * 4
    return bytes
  }
  const trim = (): void => {
    let bytes = 0
    for (const entry of entries.values()) bytes += getBytes(entry)
    const maxBytes = imageCeiling()
    const old = [...entries].sort(([, a], [, b]) => a.usedAt - b.usedAt)
    for (const [id, entry] of old) {
      if (bytes <= maxBytes || entry.usedAt === turn) return
      bytes -= getBytes(entry)
      for (const bitmap of entry.sizes.values()) bitmap.close()
      entries.delete(id)
    }
  }
  const load = async (fileId: string, width: number, entry: Entry): Promise<void> => {
    entry.loading.add(width)
    try {
      const getNeed = (): ImageNeed => {
        if (over || entry.wanted !== width) return 'none'
        return options.isVisible(fileId) ? 'visible' : 'ahead'
      }
      const bitmap = await decode(await options.getUrl(fileId, width), width, getNeed)
      if (!bitmap) return
      if (over || entries.get(fileId) !== entry) return bitmap.close()
      const hasLarger = [...entry.sizes.keys()].some((size) => size > width)
      entry.sizes.set(width, bitmap)
      trim()
      if (!hasLarger) options.onReady(fileId)
    } catch {
      // A placeholder is drawn for an image that cannot be loaded.
      fail(fileId, width, entry)
    } finally {
      entry.loading.delete(width)
    }
  }

  const fail = (fileId: string, width: number, entry: Entry): void => {
    const times = (entry.failed.get(width)?.times ?? 0) + 1
    const waitMs = retryMs * 2 ** (times - 1)
    entry.failed.set(width, { at: clock.now() + waitMs, times })
    if (times >= mostTries || over) return
    clock.after(waitMs, () => {
      if (!over && entries.get(fileId) === entry) options.onReady(fileId)
    })
  }
  const canRetry = ({ loading, failed }: Entry, width: number): boolean => {
    const before = failed.get(width)
    return !loading.has(width) && (!before || (before.times < mostTries && clock.now() >= before.at))
  }

  return {
    get(fileId, widthPx) {
      const width = 2 ** Math.ceil(Math.log2(Math.max(smallestPx, widthPx)))
      let entry = entries.get(fileId)
      if (!entry) {
        entry = { sizes: new Map(), loading: new Set(), failed: new Map(), usedAt: turn, wanted: width }
        entries.set(fileId, entry)
      }
      entry.usedAt = ++turn
      const exact = entry.sizes.get(width)
      if (exact) return exact
      entry.wanted = width
      if (canRetry(entry, width)) void load(fileId, width, entry)
      const larger = [...entry.sizes].filter(([size]) => size > width).sort(([a], [b]) => a - b)[0]
      const smaller = [...entry.sizes].sort(([a], [b]) => b - a)[0]
      return (larger ?? smaller)?.[1]
    },
    dispose() {
      over = true
      for (const entry of entries.values()) for (const bitmap of entry.sizes.values()) bitmap.close()
      entries.clear()
    },
  }
}
