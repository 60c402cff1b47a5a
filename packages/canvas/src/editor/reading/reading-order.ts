import type { RecordId } from '../../document/model/record.ts'
import { runToEnd, SlicePacer, type SlicedWork } from '../../document/model/sliced-work.ts'
import type { Box } from '../../geometry/box.ts'
import type { BoardView } from '../board-view.ts'
import { getLocked } from '../view/relations.ts'

/** Longer lists keep their stacking order: sorting them at each key press would be too slow. */
const mostSorted = 5_000

interface Item {
  readonly id: RecordId
  readonly box: Box
}

/**
 * The unlocked elements and groups in the order in which they are read: rows from top to bottom, each from left to
 * right, and the contents of a frame after it. Inside a group that was entered, its members.
 */
export function listInReadingOrder(view: BoardView): readonly RecordId[] {
  return runToEnd(listInSlices(view))
}

/** `listInReadingOrder`, which takes several frames with a hundred thousand elements. */
export function* listInSlices(view: BoardView): SlicedWork<readonly RecordId[]> {
  const { document, shapes } = view
  const isElementLocked = getLocked(document, shapes)
  const pacer = new SlicePacer()
  function* list(parent: RecordId): SlicedWork<readonly RecordId[]> {
    const ids: RecordId[] = []
    /** Whether each frame is locked: its contents are read all the same. */
    const frames = new Map<RecordId, boolean>()
    for (const id of document.childIds(parent)) {
      if (pacer.isDue()) yield
      const record = document.getUnmoved(id)
      const facets = record && shapes.schema(record.kind)?.facets
      if (facets?.element !== true && facets?.container !== 'group') continue
      const isHeld = isElementLocked(record)
      if (facets.container === 'frame') frames.set(id, isHeld)
      else if (isHeld) continue
      ids.push(id)
    }
    const sorted = sortByRows(view, ids)
    if (frames.size === 0) return sorted
    const all: RecordId[] = []
    for (const id of sorted) {
      const isHeld = frames.get(id)
      if (isHeld !== true) all.push(id)
      if (isHeld !== undefined) for (const inner of yield* list(id)) all.push(inner)
    }
    return all
  }
  return yield* list(view.insideGroup ?? view.page)
}

/** An element belongs to a row if it starts above the middle of the row's first element. */
function sortByRows({ scene }: BoardView, ids: readonly RecordId[]): readonly RecordId[] {
  if (ids.length > mostSorted) return ids
  const items: Item[] = ids.map((id) => ({ id, box: scene.getBounds(id) ?? { x: 0, y: 0, w: 0, h: 0 } }))
  items.sort((a, b) => a.box.y - b.box.y)
  const sorted: RecordId[] = []
  for (let start = 0; start < items.length;) {
    const { y, h } = items[start]!.box
    let end = start + 1
    while (end < items.length && items[end]!.box.y < y + h / 2) end++
    const row = items.slice(start, end).sort((a, b) => a.box.x - b.box.x)
    for (const { id } of row) sorted.push(id)
    start = end
  }
  return sorted
}
