import type { DocumentView, ElementRecord, RecordId } from '../../document/model/record.ts'
import {
  getPointBounds,
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
import { compareStacking, getContainer, isElement, type Shapes } from './relations.ts'
import type { SpatialIndex } from './spatial-index.ts'

/** Inputs of the queries about a page. */
export interface SceneQueryParts {
  readonly document: DocumentView
  readonly shapes: Shapes
  readonly view: ShapeView
  /** Spatial index of the page. */
  readonly index: SpatialIndex
}

/** Elements at a point, topmost first; `slack` is the tolerance in page units. */
export function findHits(parts: SceneQueryParts, at: Vec, slack: number): readonly RecordId[] {
  const { document, shapes, view } = parts
  const found: RecordId[] = []
  const isClipped = createClipTest(parts, (frame) => containsPoint(frame, at, slack))
  forEachNear(parts, inflate({ x: at.x, y: at.y, w: 0, h: 0 }, slack), (record) => {
    if (!shapes.get(record.kind)?.geometry.hit(record, at, slack, view) || isClipped(record)) return
    found.push(record.id)
  })
  return found.sort((a, b) => compareStacking(document, b, a))
}

/** Elements that a path crosses, unordered. */
export function findCrossed(
  parts: SceneQueryParts,
  path: readonly Vec[],
  slack: number,
): readonly RecordId[] {
  if (path.length === 0) return []
  const found: RecordId[] = []
  const clipTests = path.map((at) => createClipTest(parts, (frame) => containsPoint(frame, at, slack)))
  forEachNear(parts, inflate(getPointBounds(path), slack), (record, shape) => {
    const line = getLine(shape.geometry.outline(record, parts.view))
    const isCrossed = path.some((at, i) => {
      if (clipTests[i]!(record)) return false
      return shape.geometry.hit(record, at, slack, parts.view) || crossesLine(path[i - 1], at, line, slack)
    })
    if (isCrossed) found.push(record.id)
  })
  return found
}

/** Elements selected by a marquee: those it touches, but frames only if completely inside. */
export function findWithin(parts: SceneQueryParts, box: Box): readonly RecordId[] {
  const found: RecordId[] = []
  const isClipped = createClipTest(parts, (frame) => intersects(frame, box))
  forEachNear(parts, box, (record, shape, bounds) => {
    if (isClipped(record)) return
    if (containsBox(box, bounds)) return void found.push(record.id)
    if (shape.schema.facets.container === 'frame') return
    // Only the outline counts, because a marquee inside a hollow shape targets what is in it.
    if (lineMeetsBox(getLine(shape.geometry.outline(record, parts.view)), false, box)) found.push(record.id)
  })
  return found
}

function forEachNear(
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
 * Returns a test whether an element is clipped because an enclosing frame does not touch the queried area. Cached
 * per container.
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
      // Set first, so that a cyclic container ends the search.
      answers.set(container, false)
      answers.set(container, (answer = clips(container)))
    }
    return answer
  }
  return (record) => isInside(record.parent)
}

function crossesLine(from: Vec | undefined, to: Vec, line: readonly Vec[], slack: number): boolean {
  if (!from || !intersects(inflate(getBoxBetween(from, to), slack), getPointBounds(line))) return false
  return segmentMeetsLine(from, to, line, false)
}

/** The outline as a closed line without its interior. */
function getLine({ points, closed }: Outline): readonly Vec[] {
  return closed && points[0] ? [...points, points[0]] : points
}
