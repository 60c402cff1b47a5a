import Flatbush from 'flatbush'
import type { RecordId } from '../document/record.ts'
import type { Box } from '../geometry/box.ts'
import { intersects } from '../geometry/box.ts'

/** Which elements have bounds that touch a box; cost follows what is near, not the size of the board. */
export interface SpatialIndex {
  readonly size: number
  /** Bounds as last set. */
  boundsOf(id: RecordId): Box | undefined
  set(id: RecordId, bounds: Box): void
  remove(id: RecordId): void
  clear(): void
  /** Calls for every element whose bounds touch the box, in no particular order. */
  search(box: Box, visit: (id: RecordId, bounds: Box) => void): void
  /** Bounds of everything; undefined when empty. */
  extent(): Box | undefined
  /** Packs the recent changes into the tree; call when there is time. True if there was something to do. */
  pack(): boolean
}

/** Above this many changes (or a tenth of the tree) a scan of the recent ones costs more than packing again. */
const deltaLimit = 1024

/**
 * A packed tree for what rests and a plain map for what moved since. Packing 100,000 boxes takes about 20 ms,
 * so it happens when the delta has grown, or when the caller is idle.
 */
export function createSpatialIndex(): SpatialIndex {
  const boxes = new Map<RecordId, Box>()
  const delta = new Set<RecordId>()
  let tree: Flatbush | undefined
  let treeIds: RecordId[] = []
  /** Entries of the tree that are gone or moved since; their ids are in `delta` or nowhere. */
  let stale = new Set<RecordId>()

  const pack = (): boolean => {
    if (delta.size === 0 && stale.size === 0) return false
    treeIds = [...boxes.keys()]
    stale = new Set()
    delta.clear()
    if (treeIds.length === 0) {
      tree = undefined
      return true
    }
    tree = new Flatbush(treeIds.length)
    for (const box of boxes.values()) tree.add(box.x, box.y, box.x + box.w, box.y + box.h)
    tree.finish()
    return true
  }
  const packIfCostly = (): void => {
    if (delta.size > Math.max(deltaLimit, treeIds.length / 10)) pack()
  }

  return {
    get size() {
      return boxes.size
    },
    boundsOf: (id) => boxes.get(id),
    set(id, bounds) {
      if (boxes.has(id) && !delta.has(id)) stale.add(id)
      boxes.set(id, bounds)
      delta.add(id)
    },
    remove(id) {
      if (!boxes.delete(id)) return
      if (!delta.delete(id)) stale.add(id)
    },
    clear() {
      boxes.clear()
      delta.clear()
      stale = new Set()
      treeIds = []
      tree = undefined
    },
    search(box, visit) {
      packIfCostly()
      if (tree) {
        for (const slot of tree.search(box.x, box.y, box.x + box.w, box.y + box.h)) {
          const id = treeIds[slot]!
          if (!stale.has(id)) visit(id, boxes.get(id)!)
        }
      }
      for (const id of delta) {
        const bounds = boxes.get(id)!
        if (intersects(bounds, box)) visit(id, bounds)
      }
    },
    extent() {
      let left = Infinity
      let top = Infinity
      let right = -Infinity
      let bottom = -Infinity
      const take = (box: Box): void => {
        left = Math.min(left, box.x)
        top = Math.min(top, box.y)
        right = Math.max(right, box.x + box.w)
        bottom = Math.max(bottom, box.y + box.h)
      }
      for (const box of boxes.values()) take(box)
      return left <= right ? { x: left, y: top, w: right - left, h: bottom - top } : undefined
    },
    pack,
  }
}
