import type { Change } from '../document/change.ts'
import type { NewElement, ToolVerbs } from '../editor/board-view.ts'
import { capturedBy } from '../editor/changes/place.ts'
import { keysBetween } from '../document/order.ts'
import { inPaintingOrder } from '../editor/relations.ts'
import { dragToCreate } from '../tool.ts'

export const frame = dragToCreate({
  id: 'frame',
  kind: 'frame',
  keys: ['F'],
  icon: 'frame',
  size: { w: 640, h: 480 },
  along: takeIn,
})

/** What lies inside a new frame becomes its contents, in the order it had. */
function takeIn(t: ToolVerbs, record: NewElement): Change[] {
  const taken = inPaintingOrder(t.document, capturedBy(t, record, record.parent ?? t.page))
  const keys = keysBetween(null, null, taken.length, t.chance.number)
  return taken.map((id, i) => ({ op: 'patch', id, fields: { parent: record.id, z: keys[i]! } }))
}
