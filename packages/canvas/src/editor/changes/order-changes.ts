import type { Change } from '../../document/model/change.ts'
import { createKeysBetween } from '../../document/model/order-keys.ts'
import type { RecordId } from '../../document/model/record.ts'
import { intersects } from '../../geometry/box.ts'
import type { BoardView } from '../board-view.ts'

export type OrderMove = 'front' | 'forward' | 'backward' | 'back'

/**
 * Changes the stacking order of elements among their siblings. `forward` and `backward` pass the next overlapping
 * element.
 */
export function orderChanges(view: BoardView, ids: readonly RecordId[], move: OrderMove): Change[] {
  const byParent = new Map<RecordId, Set<RecordId>>()
  for (const id of ids) {
    const parent = view.document.get(id)?.parent
    if (!parent || !view.rights.canChange(id)) continue
    const list = byParent.get(parent)
    if (list) list.add(id)
    else byParent.set(parent, new Set([id]))
  }
  return [...byParent].flatMap(([parent, moving]) => withinParent(view, parent, moving, move))
}

function withinParent(
  view: BoardView,
  parent: RecordId,
  moving: ReadonlySet<RecordId>,
  move: OrderMove,
): Change[] {
  const siblings = view.document.childIds(parent)
  const chosen = siblings.filter((id) => moving.has(id))
  const others = siblings.filter((id) => !moving.has(id))
  const position = placeBetween(view, siblings, others, chosen, move)
  if (position === undefined) return []
  const below = position > 0 ? view.document.get(others[position - 1]!)!.z : null
  const above = position < others.length ? view.document.get(others[position]!)!.z : null
  const sorted = [...others.slice(0, position), ...chosen, ...others.slice(position)]
  if (sorted.every((id, i) => id === siblings[i])) return []
  const keys = createKeysBetween(below, above, chosen.length, view.random.number)
  return chosen.map((id, i) => ({ op: 'patch', id, fields: { z: keys[i]! } }))
}

/** Number of siblings that will be below; undefined if the order does not change. */
function placeBetween(
  view: BoardView,
  siblings: readonly RecordId[],
  others: readonly RecordId[],
  chosen: readonly RecordId[],
  move: OrderMove,
): number | undefined {
  if (move === 'front') return others.length
  if (move === 'back') return 0
  const area = view.scene.boundsOfAll(chosen)
  const overlaps = (id: RecordId): boolean => {
    const bounds = view.scene.getBounds(id)
    return area !== undefined && bounds !== undefined && intersects(area, bounds)
  }
  if (move === 'forward') {
    const top = siblings.indexOf(chosen.at(-1)!)
    const next = siblings.findIndex((id, i) => i > top && overlaps(id) && !chosen.includes(id))
    return next < 0 ? undefined : others.indexOf(siblings[next]!) + 1
  }
  const bottom = siblings.indexOf(chosen[0]!)
  const next = siblings.findLastIndex((id, i) => i < bottom && overlaps(id) && !chosen.includes(id))
  return next < 0 ? undefined : others.indexOf(siblings[next]!)
}
