import type { CameraStore } from '@tavla/canvas'
import type { BrowserStorage } from '../../../platform/storage.ts'
import { keys } from '../../../platform/storage-keys.ts'

/** Where each page of this space was left: `boardTransform` is one map of all spaces (spec §3). */
export function storedCameras(storage: BrowserStorage, wid: string): CameraStore {
  const all = () => storage.read(keys.boardTransform) ?? {}
  return {
    load: (page) => all()[wid]?.[page],
    save(page, { x, y, zoom }) {
      const before = all()
      storage.write(keys.boardTransform, {
        ...before,
        [wid]: { ...before[wid], [page]: { x, y, zoom } },
      })
    },
  }
}
