import type { Change } from '../../document/model/change.ts'
import { bindingSchema, isBinding } from '../../document/kinds/binding.ts'
import type { ElementRecord, RecordId } from '../../document/model/record.ts'
import type { ConnectorEnd } from '../../document/model/schema.ts'
import { inflate, getFraction, toUpright } from '../../geometry/box.ts'
import { insidePolygon, nearestOnLine } from '../../geometry/polygon.ts'
import type { Vec } from '../../geometry/vec.ts'
import type { BoardView } from '../board-view.ts'
import { compareStacking, getContainer, listConnectorBindings, isElement } from '../view/relations.ts'
import { createTopKey } from './placement.ts'

/** A possible attachment of a connector end. */
export interface BindTarget {
  readonly id: RecordId
  /** Fractions of the target's unrotated box; 0.5, 0.5 if the end attaches to the whole shape. */
  readonly u: number
  readonly v: number
  /** Attachment point on the page; null if the end attaches to the whole shape. */
  readonly at: Vec | null
}

/** The shape to which an end at this point would attach; `reach` is the tolerance around outlines in page units. */
export function findBindTarget(
  view: BoardView,
  at: Vec,
  reach: number,
  ignore: ReadonlySet<RecordId>,
): BindTarget | undefined {
  const found: { record: ElementRecord; near: Vec; away: number; inside: boolean }[] = []
  view.scene.index(view.page).search(inflate({ x: at.x, y: at.y, w: 0, h: 0 }, reach), (id) => {
    const record = view.scene.view.document.get(id)
    if (!isElement(record, view.shapes) || ignore.has(id)) return
    if (view.shapes.get(record.kind)?.schema.facets.bindable !== true) return
    const outline = view.scene.getOutline(id)
    const nearest = outline && nearestOnLine(at, outline.points, outline.closed)
    if (!nearest) return
    const inside = outline.closed && insidePolygon(at, outline.points)
    // Inside a frame, connectors attach to its contents; to the frame itself only at its edge.
    const holdsInside = inside && getContainer(record, view.shapes) !== 'frame'
    if (holdsInside || nearest.distance <= reach) {
      found.push({ record, near: nearest.point, away: nearest.distance, inside: holdsInside })
    }
  })
  const top = found.sort((a, b) => compareStacking(view.scene.view.document, b.record.id, a.record.id))[0]
  if (!top) return undefined
  const { record, near, away } = top
  if (away > reach) return { id: record.id, u: 0.5, v: 0.5, at: null }
  const { u, v } = getFraction(record, toUpright(near, record))
  return { id: record.id, u: rounded(u), v: rounded(v), at: near }
}

function rounded(fraction: number): number {
  return Math.round(fraction * 1e4) / 1e4
}

/** Attaches or detaches an end; returns only the differences from the current binding. */
export function bindChanges(
  view: BoardView,
  connector: RecordId,
  end: ConnectorEnd,
  position: BindTarget | undefined,
): Change[] {
  const { document } = view
  const held = listConnectorBindings(document, connector)
    .map((id) => document.get(id))
    .find((record) => isBinding(record) && record.end === end)
  if (!position) return held ? [{ op: 'remove', ids: [held.id] }] : []
  const fields = { target: position.id, u: position.u, v: position.v }
  if (held && held['target'] === position.id) {
    return [{ op: 'patch', id: held.id, fields: { u: position.u, v: position.v } }]
  }
  const remove: Change[] = held ? [{ op: 'remove', ids: [held.id] }] : []
  const record = {
    ...bindingSchema.defaults,
    id: view.random.id(),
    kind: bindingSchema.kind,
    parent: connector,
    z: createTopKey(view, connector),
    end,
    ...fields,
  }
  return [...remove, { op: 'put', record }]
}
