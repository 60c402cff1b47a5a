import type { BindingRecord } from '../document/kinds/binding.ts'
import { isBinding } from '../document/kinds/binding.ts'
import type { BoardRecord, DocumentView, ElementRecord, RecordId } from '../document/model/record.ts'
import type { ConnectorEnd } from '../document/model/schema.ts'
import { getPointBounds, getCentre, getPointAtFraction, toPage, type Box } from '../geometry/box.ts'
import { crossingsWithLine } from '../geometry/intersect.ts'
import { insidePolygon, nearestOnLine } from '../geometry/polygon.ts'
import { dot, perpendicular, subtract, normalize, type Vec } from '../geometry/vec.ts'
import type { Outline } from '../shape.ts'

/** An end of a connector that a binding attaches to an element. */
export interface BoundEnd {
  readonly binding: BindingRecord
  readonly target: ElementRecord
  readonly outline: Outline
  /** Bounding box of the outline, in page units. */
  readonly box: Box
  /** The attachment point, in page units. */
  readonly anchor: Vec
  /**
   * Outward normal, if the attachment point is on the target's outline. Otherwise the line is clipped at the
   * outline.
   */
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

/** Geometry of a bound end; undefined for a free end and for a target that is not loaded yet. */
export function getBoundEnd(connector: RecordId, end: ConnectorEnd, view: EndView): BoundEnd | undefined {
  const binding = getBinding(connector, end, view.document)
  const target = binding && view.document.get(binding.target)
  const outline = binding && view.getOutline(binding.target)
  if (!binding || !hasPosition(target) || !outline || outline.points.length < 2) return undefined
  const anchor = toPage(getPointAtFraction(target, binding.u, binding.v), target)
  const box = getPointBounds(outline.points)
  const normal = getNormal(anchor, outline, box)
  return { binding, target, outline, box, anchor, ...(normal && { normal }) }
}

function hasPosition(record: BoardRecord | undefined): record is ElementRecord {
  return typeof record?.['x'] === 'number' && typeof record['w'] === 'number'
}

/** Outward direction for a point on or outside the outline; undefined for a point inside it. */
function getNormal(anchor: Vec, outline: Outline, box: Box): Vec | undefined {
  const near = nearestOnLine(anchor, outline.points, outline.closed)
  if (!near) return undefined
  const inside = outline.closed && insidePolygon(anchor, outline.points)
  // Pointers rarely hit an edge exactly, so a point within 1 % of the target's size counts as on the edge.
  const edge = Math.max(0.5, Math.max(box.w, box.h) * 0.01)
  if (inside && near.distance > edge) return undefined
  const n = outline.points.length
  const along = subtract(outline.points[(near.index + 1) % n]!, outline.points[near.index]!)
  const across = normalize(perpendicular(along))
  const outwards = dot(across, subtract(near.point, getCentre(box))) >= 0
  return outwards ? across : { x: -across.x, y: -across.y }
}

/**
 * Where a straight line from the attachment point towards `to` leaves the target; the point itself if it is on
 * the outline.
 */
export function getExitPoint(end: BoundEnd, to: Vec): Vec {
  if (end.normal) return end.anchor
  const crossings = crossingsWithLine(end.anchor, to, end.outline.points, end.outline.closed)
  return crossings[crossings.length - 1]?.point ?? end.anchor
}
