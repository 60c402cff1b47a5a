import type { DocumentView, ElementRecord, RecordId } from '../../document/model/record.ts'
import {
  boxOfPoints,
  containsBox,
  containsPoint,
  getBoxBetween,
  inflate,
  intersects,
  type Box,
} from '../../geometry/box.ts'
import { lineMeetsBox, segmentMeetsLine } from '../../geometry/intersect.ts'
import type { Vec } from '../../geometry/vec.ts'
import type { Outline, ShapeDefinition, ShapeView } from '../../shape.ts'
import { comparePainting, getContainer, isElement, type Shapes } from './relations.ts'
import type { SpatialIndex } from './spatial-index.ts'

/** What questions about a page need to know. */
export interface SceneQueryParts {
  readonly document: DocumentView
  readonly shapes: Shapes
  readonly view: ShapeView
  /** The index of the page that is asked about. */
  readonly index: SpatialIndex
}

/** Elements under a point, the one painted last first; `slack` in page units. */
export function findHits(parts: SceneQueryParts, at: Vec, slack: number): readonly RecordId[] {
  const { document, shapes, view } = parts
  const found: RecordId[] = []
  const isClipped = createClipTest(parts, (frame) => containsPoint(frame, at, slack))
  eachNear(parts, inflate({ x: at.x, y: at.y, w: 0, h: 0 }, slack), (record) => {
    if (!shapes.get(record.kind)?.geometry.hit(record, at, slack, view) || isClipped(record)) return
    found.push(record.id)
  })
  return found.sort((a, b) => comparePainting(document, b, a))
}

/** Elements that a stroke crosses, in no particular order. */
export function findCrossed(
  parts: SceneQueryParts,
  path: readonly Vec[],
  slack: number,
): readonly RecordId[] {
  if (path.length === 0) return []
  const found: RecordId[] = []
  const clipTests = path.map((at) => createClipTest(parts, (frame) => containsPoint(frame, at, slack)))
  eachNear(parts, inflate(boxOfPoints(path), slack), (record, shape) => {
    const line = getLine(shape.geometry.outline(record, parts.view))
    const isCrossed = path.some((at, i) => {
      if (clipTests[i]!(record)) return false
      return shape.geometry.hit(record, at, slack, parts.view) || meets(path[i - 1], at, line, slack)
    })
    if (isCrossed) found.push(record.id)
  })
  return found
}

/** Elements a marquee takes: those it touches, frames only when they lie inside it whole. */
export function findWithin(parts: SceneQueryParts, box: Box): readonly RecordId[] {
  const found: RecordId[] = []
  const isClipped = createClipTest(parts, (frame) => intersects(frame, box))
  eachNear(parts, box, (record, shape, bounds) => {
    if (isClipped(record)) return
    if (containsBox(box, bounds)) return void found.push(record.id)
    if (shape.schema.facets.container === 'frame') return
    // Only the outline counts: a marquee drawn inside a hollow shape is meant for what is inside it.
    if (lineMeetsBox(getLine(shape.geometry.outline(record, parts.view)), false, box)) found.push(record.id)
  })
  return found
}

function eachNear(
  { document, shapes, index }: SceneQueryParts,
  box: Box,
  visit: (record: ElementRecord, shape: ShapeDefinition, bounds: Box) => void,
): void {
  index.search(box, (id, bounds) => {
    const record = document.get(id)
    const shape = isElement(record, shapes) ? shapes.get(record.kind) : undefined
    if (shape) visit(record as ElementRecord, shape, bounds)
  })
}

/**
 * Tells whether an element is out of sight because a frame around it does not touch what is asked about: a frame shows
 * nothing of its contents outside itself. What is in one container is clipped alike.
 */
function createClipTest(
  { document, shapes, view }: SceneQueryParts,
  touches: (frame: Box) => boolean,
): (record: ElementRecord) => boolean {
  const answers = new Map<RecordId, boolean>()
  const clips = (container: RecordId): boolean => {
    const record = document.get(container)
    if (!record) return false
    const bounds = getContainer(record, shapes) === 'frame' ? view.getBounds(container) : undefined
    return (bounds !== undefined && !touches(bounds)) || isInside(record.parent)
  }
  const isInside = (container: RecordId | null): boolean => {
    if (container === null) return false
    let answer = answers.get(container)
    if (answer === undefined) {
      // Set first, so that a container that is inside itself ends the search.
      answers.set(container, false)
      answers.set(container, (answer = clips(container)))
    }
    return answer
  }
  return (record) => isInside(record.parent)
}

function meets(from: Vec | undefined, to: Vec, line: readonly Vec[], slack: number): boolean {
  if (!from || !intersects(inflate(getBoxBetween(from, to), slack), boxOfPoints(line))) return false
  return segmentMeetsLine(from, to, line, false)
}

/** The outline as a line that comes back to where it began, without the area it encloses. */
function getLine({ points, closed }: Outline): readonly Vec[] {
  return closed && points[0] ? [...points, points[0]] : points
}
