import type { Change } from '../document/model/change.ts'
import type { NewElement, ToolApi } from '../editor/board-view.ts'
import { listAdoptedElements } from '../editor/changes/placement.ts'
import { createKeysBetween } from '../document/model/order-keys.ts'
import { sortByStacking } from '../editor/view/relations.ts'
import { dragToCreate } from '../tool/drag-to-create.ts'

export const frame = dragToCreate({
  id: 'frame',
  kind: 'frame',
  keys: ['F'],
  icon: 'frame',
  toolbar: { group: 'show' },
  size: { w: 640, h: 480 },
  getFields: (t) => ({ title: t.createFrameTitle() }),
  along: adoptContents,
})

/** Moves elements inside a new frame into it, in their order. */
function adoptContents(t: ToolApi, record: NewElement): Change[] {
  const taken = sortByStacking(t.document, listAdoptedElements(t, record, record.parent ?? t.page))
  const keys = createKeysBetween(null, null, taken.length, t.random.number)
  return taken.map((id, i) => ({ op: 'patch', id, fields: { parent: record.id, z: keys[i]! } }))
}
