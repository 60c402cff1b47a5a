/** Bytes of decoded pictures kept; the least recently drawn go first. */
const maxBytes = 256 * 1024 * 1024
const smallestPx = 128

/** Decoded pictures, each in the sizes it is looked at. */
export interface ImageCache {
  /**
   * The picture in the smallest kept size that is at least `widthPx` wide, or the best there is until that has
   * been decoded; undefined while nothing is.
   */
  get(fileId: string, widthPx: number): ImageBitmap | undefined
  dispose(): void
}

interface Entry {
  /** Sizes by their nominal width, a power of two. */
  readonly sizes: Map<number, ImageBitmap>
  readonly loading: Set<number>
  /** Sizes that cannot be had; not asked for again. */
  readonly failed: Set<number>
  usedAt: number
}

/** `onReady` is called when a picture, or a sharper one, has arrived. */
export function createImageCache(
  urlOf: (fileId: string, widthPx: number) => string | Promise<string>,
  onReady: (fileId: string) => void,
): ImageCache {
  const entries = new Map<string, Entry>()
  let turn = 0
  let over = false

  const bytesOf = (entry: Entry): number => {
    let bytes = 0
    for (const bitmap of entry.sizes.values()) bytes += bitmap.width * bitmap.height * 4
    return bytes
  }
  const trim = (): void => {
    let bytes = 0
    for (const entry of entries.values()) bytes += bytesOf(entry)
    const old = [...entries].sort(([, a], [, b]) => a.usedAt - b.usedAt)
    for (const [id, entry] of old) {
      if (bytes <= maxBytes || entry.usedAt === turn) return
      bytes -= bytesOf(entry)
      for (const bitmap of entry.sizes.values()) bitmap.close()
      entries.delete(id)
    }
  }
  const load = async (fileId: string, width: number, entry: Entry): Promise<void> => {
    entry.loading.add(width)
    try {
      const image = new Image()
      image.decoding = 'async'
      image.src = await urlOf(fileId, width)
      await image.decode()
      const shrinks = image.naturalWidth > width * 1.5
      const bitmap = await createImageBitmap(
        image,
        shrinks ? { resizeWidth: width, resizeQuality: 'high' } : {},
      )
      if (over || entries.get(fileId) !== entry) return bitmap.close()
      entry.sizes.set(width, bitmap)
      trim()
      onReady(fileId)
    } catch {
      // The place of a picture that cannot be shown stays marked by its frame; asking again in every frame would not help.
      entry.failed.add(width)
    } finally {
      entry.loading.delete(width)
    }
  }

  return {
    get(fileId, widthPx) {
      const width = 2 ** Math.ceil(Math.log2(Math.max(smallestPx, widthPx)))
      let entry = entries.get(fileId)
      if (!entry) {
        entry = { sizes: new Map(), loading: new Set(), failed: new Set(), usedAt: turn }
        entries.set(fileId, entry)
      }
      entry.usedAt = ++turn
      const exact = entry.sizes.get(width)
      if (exact) return exact
      if (!entry.loading.has(width) && !entry.failed.has(width)) void load(fileId, width, entry)
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
