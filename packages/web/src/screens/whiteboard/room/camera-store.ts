import type { Box, CameraState, CameraStore } from '@tavla/canvas'
import type { BrowserStorage } from '../../../platform/storage.ts'
import { keys } from '../../../platform/storage-keys.ts'

/** Room left around a page that is seen for the first time, CSS pixels; clear of the bars at the edges. */
const margin = 80

export interface InitialView {
  /** Bounds of a page as far as they are known before its elements are here. */
  getExtent(page: string): Box | null
  size(): { readonly w: number; readonly h: number }
}

/**
 * Where each page of this space was left: `boardTransform` is one map of all spaces (spec §3). A large board is shown
 * before all of it is here, so a page never seen yet is placed by what the room says of its chunks.
 */
export function storedCameras(storage: BrowserStorage, wid: string, first: InitialView): CameraStore {
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
