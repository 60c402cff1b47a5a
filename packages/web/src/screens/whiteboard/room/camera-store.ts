import type { Box, CameraState, CameraStore } from '@tavla/canvas'
import type { BrowserStorage } from '../../../platform/storage.ts'
import { keys } from '../../../platform/storage-keys.ts'

/** Margin around a page that is opened for the first time, CSS pixels; keeps clear of the bars. */
const margin = 80

export interface InitialView {
  /** Bounds of a page, as far as they are known before its elements have loaded. */
  getExtent(page: string): Box | null
  size(): { readonly w: number; readonly h: number }
}

/**
 * Last camera of each page: `boardTransform` is one map for all spaces (spec §3). A large board is shown before it
 * has loaded completely, so a page without a stored camera is fitted to the extent of its chunks.
 */
export function createCameraStore(storage: BrowserStorage, wid: string, first: InitialView): CameraStore {
  const all = () => storage.read(keys.boardTransform) ?? {}
  return {
    load: (page) => all()[wid]?.[page] ?? firstCamera(first.getExtent(page), first.size()),
    save(page, { x, y, zoom }) {
      const before = all()
      storage.write(keys.boardTransform, {
        ...before,
        [wid]: { ...before[wid], [page]: { x, y, zoom } },
      })
    },
  }
}

function firstCamera(extent: Box | null, { w, h }: { w: number; h: number }): CameraState | undefined {
  if (extent === null || extent.w <= 0 || extent.h <= 0) return undefined
  const zoom = Math.min(1, (w - 2 * margin) / extent.w, (h - 2 * margin) / extent.h)
  if (!(zoom > 0)) return undefined
  return { x: extent.x + extent.w / 2 - w / zoom / 2, y: extent.y + extent.h / 2 - h / zoom / 2, zoom }
}
