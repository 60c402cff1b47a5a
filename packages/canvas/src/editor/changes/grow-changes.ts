import type { Change } from '../../document/model/change.ts'
import type { ElementRecord, RecordId } from '../../document/model/record.ts'
import { getCentre, getRotatedBounds, intersects, type Box } from '../../geometry/box.ts'
import type { BoardView, NewElement } from '../board-view.ts'
import { newElement } from './new-element.ts'
import { directionVectors } from '../view/connect-handles.ts'
import type { Direction } from '../view/overlay.ts'
import { isElement } from '../view/relations.ts'
import { bindChanges } from './bind.ts'
import { withMovedHandle } from './handle-changes.ts'

/** Gap between a node and the one added next to it, page units. */
const gap = 80
/** Number of positions to try before the new element may overlap others. */
const tries = 20

/** The only selected element, if another one like it can be added next to it. */
export function getSelectedGrowSource(view: BoardView): ElementRecord | undefined {
  const [only, more] = view.selected
  return only === undefined || more !== undefined ? undefined : getGrowSource(view, only)
}

/** The element, if another one like it can be added: connectors attach to it, and it is seen without a text. */
export function getGrowSource(view: BoardView, id: RecordId): ElementRecord | undefined {
  const record = view.document.get(id)
  if (!isElement(record, view.shapes) || !view.rights.canAdd(view.page)) return undefined
  const shape = view.shapes.get(record.kind)
  if (shape?.edit?.needsText) return undefined
  const facets = shape?.schema.facets
  return facets?.bindable && facets.text && !facets.container ? record : undefined
}

/** Adds a node like this one next to it, with a connector between the two. */
export function growChanges(
  view: BoardView,
  from: ElementRecord,
  direction: Direction,
  connectorKind: string,
): { readonly changes: readonly Change[]; readonly node: RecordId } {
  const node = createEmptyCopy(view, from, findFreePosition(view, from, direction))
  return {
    node: node.id,
    changes: [{ op: 'put', record: node }, ...connectChanges(view, from, node, connectorKind)],
  }
}

/** Adds a connector between two elements, in the container of the second. */
export function connectChanges(
  view: BoardView,
  from: ElementRecord,
  to: Pick<NewElement, 'id' | 'parent' | 'x' | 'y' | 'w' | 'h'>,
  connectorKind: string,
): readonly Change[] {
  const bare = newElement(view, connectorKind, { ...getCentre(from) })
  const line = { ...withMovedHandle(view, bare, 'end', getCentre(to)), parent: to.parent }
  return [
    { op: 'put', record: line },
    ...bindChanges(view, line.id, 'start', { id: from.id, u: 0.5, v: 0.5, at: null }),
    ...bindChanges(view, line.id, 'end', { id: to.id, u: 0.5, v: 0.5, at: null }),
  ]
}

/** A copy of the style, without text. */
function createEmptyCopy(view: BoardView, from: ElementRecord, { x, y }: Box): NewElement {
  const bare = newElement(view, from.kind, { x, y, w: from.w, h: from.h })
  const { by: _by, made: _made, lock: _lock, link: _link, ...style } = from
  return {
    ...style,
    id: bare.id,
    kind: bare.kind,
    parent: bare.parent,
    z: bare.z,
    x,
    y,
    w: bare.w,
    h: bare.h,
    text: null,
  }
}

/** The adjacent position or, if it is occupied, the next free one along that side. */
function findFreePosition(view: BoardView, from: ElementRecord, direction: Direction): Box {
  const side = directionVectors[direction]
  const bounds = getRotatedBounds(from, from.r)
  const first = {
    ...bounds,
    x: bounds.x + side.x * (bounds.w + gap),
    y: bounds.y + side.y * (bounds.h + gap),
  }
  const toElement = (box: Box): Box => ({
    x: box.x + (box.w - from.w) / 2,
    y: box.y + (box.h - from.h) / 2,
    w: from.w,
    h: from.h,
  })
  for (let i = 0; i < tries; i++) {
    // Alternating sides: 0, 1, -1, 2, -2, …
    const step = (i % 2 === 0 ? -1 : 1) * Math.ceil(i / 2)
    const position = {
      ...first,
      x: first.x + (side.x === 0 ? step * (bounds.w + gap / 2) : 0),
      y: first.y + (side.y === 0 ? step * (bounds.h + gap / 2) : 0),
    }
    if (isFree(view, position)) return toElement(position)
  }
  return toElement(first)
}

function isFree(view: BoardView, position: Box): boolean {
  let free = true
  view.scene.index(view.page).search(position, (id, bounds) => {
    const facets = view.shapes.get(view.document.get(id)?.kind ?? '')?.schema.facets
    if (facets?.bindable && !facets.container && intersects(bounds, position)) free = false
  })
  return free
}
