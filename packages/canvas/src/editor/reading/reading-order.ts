import type { RecordId } from '../../document/model/record.ts'
import type { Box } from '../../geometry/box.ts'
import type { BoardView } from '../board-view.ts'
import { getContainer, getLocked, isElement } from '../view/relations.ts'

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
  const { document, shapes } = view
  const isElementLocked = getLocked(document, shapes)
  const list = (parent: RecordId): RecordId[] => {
    const ids: RecordId[] = []
    document.each(document.childIds(parent), (record, id) => {
      const counts = isElement(record, shapes) || getContainer(record, shapes) === 'group'
      if (counts && (!isElementLocked(record) || getContainer(record, shapes) === 'frame')) ids.push(id)
    })
    return sortByRows(view, ids).flatMap((id) => {
      const record = document.getUnmoved(id)
      if (getContainer(record, shapes) !== 'frame') return [id]
      return isElementLocked(record) ? list(id) : [id, ...list(id)]
    })
  }
  return list(view.insideGroup ?? view.page)
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
