import type { BindingRecord } from '../document/kinds/binding.ts'
import { isBinding } from '../document/kinds/binding.ts'
import type { BoardRecord, DocumentView, ElementRecord, RecordId } from '../document/model/record.ts'
import type { ConnectorEnd } from '../document/model/schema.ts'
import { boxOfPoints, getCentre, getPointAtFraction, toPage, type Box } from '../geometry/box.ts'
import { crossingsWithLine } from '../geometry/intersect.ts'
import { insidePolygon, nearestOnLine } from '../geometry/polygon.ts'
import { dot, perpendicular, subtract, unit, type Vec } from '../geometry/vec.ts'
import type { Outline } from '../shape.ts'

/** An end of a connector that a binding holds on an element. */
export interface BoundEnd {
  readonly binding: BindingRecord
  readonly target: ElementRecord
  readonly outline: Outline
  /** Around the outline, on the page. */
  readonly box: Box
  /** The held place, on the page. */
  readonly anchor: Vec
  /** Direction out of the target, when the held place is on its outline. Otherwise the line is cut at the outline. */
  readonly normal?: Vec
}

interface EndView {
  readonly document: DocumentView
  getOutline(id: RecordId): Outline | undefined
}

/** The binding of one end, if it has one. */
export function getBinding(
  connector: RecordId,
  end: ConnectorEnd,
  document: DocumentView,
): BindingRecord | undefined {
  for (const id of document.getBindings(connector)) {
    const binding = document.get(id)
    if (isBinding(binding) && binding.parent === connector && binding.end === end) return binding
  }
  return undefined
}

/** Where a bound end is held; undefined for a free end, or one whose target cannot be seen (yet). */
export function boundEnd(connector: RecordId, end: ConnectorEnd, view: EndView): BoundEnd | undefined {
  const binding = getBinding(connector, end, view.document)
  const target = binding && view.document.get(binding.target)
  const outline = binding && view.getOutline(binding.target)
  if (!binding || !hasPosition(target) || !outline || outline.points.length < 2) return undefined
  const anchor = toPage(getPointAtFraction(target, binding.u, binding.v), target)
  const box = boxOfPoints(outline.points)
  const normal = getNormal(anchor, outline, box)
  return { binding, target, outline, box, anchor, ...(normal && { normal }) }
}

function hasPosition(record: BoardRecord | undefined): record is ElementRecord {
  return typeof record?.['x'] === 'number' && typeof record['w'] === 'number'
}

/** Which way is out, for a place on the outline itself or outside of it. */
function getNormal(anchor: Vec, outline: Outline, box: Box): Vec | undefined {
  const near = nearestOnLine(anchor, outline.points, outline.closed)
  if (!near) return undefined
  const inside = outline.closed && insidePolygon(anchor, outline.points)
  // A pointer that aims at an edge is seldom exact; a hundredth of the target is still the edge.
  const edge = Math.max(0.5, Math.max(box.w, box.h) * 0.01)
  if (inside && near.distance > edge) return undefined
  const n = outline.points.length
  const along = subtract(outline.points[(near.index + 1) % n]!, outline.points[near.index]!)
  const across = unit(perpendicular(along))
  const outwards = dot(across, subtract(near.point, getCentre(box))) >= 0
  return outwards ? across : { x: -across.x, y: -across.y }
}

/** Where a straight line from a held place towards `to` leaves the target; the place itself when it is on the outline. */
export function exitTowards(end: BoundEnd, to: Vec): Vec {
  if (end.normal) return end.anchor
  const crossings = crossingsWithLine(end.anchor, to, end.outline.points, end.outline.closed)
  return crossings[crossings.length - 1]?.point ?? end.anchor
}
