import type { ElementRecord, RecordId } from '../document/record.ts'
import {
  boxBetween,
  boundsOfTurned,
  boxOfPoints,
  containsBox,
  containsPoint,
  cornersOf,
  inflate,
  intersects,
  translateBox,
  unionOf,
  unionOfAll,
  type Box,
} from '../geometry/box.ts'
import { lineMeetsBox, segmentMeetsLine } from '../geometry/intersect.ts'
import type { Vec } from '../geometry/vec.ts'
import type { MeasureText, Outline, ShapeView } from '../shape.ts'
import type { DrawnDocument } from './drawn.ts'
import {
  ancestorsOf,
  comparePainting,
  containerOf,
  isElement,
  pageOf,
  withDescendants,
  type Shapes,
} from './relations.ts'
import { createSpatialIndex, type SpatialIndex } from './spatial-index.ts'

/** Where things are and what lies under a point, as it is seen right now. */
export interface Scene {
  readonly view: ShapeView
  index(page: RecordId): SpatialIndex
  /** Page bounds of an element, or of everything in a group. */
  boundsOf(id: RecordId): Box | undefined
  boundsOfAll(ids: Iterable<RecordId>): Box | undefined
  /** The upright box around an element's own shape, without the width of its line: what people line things up by. */
  placeOf(id: RecordId): Box | undefined
  placeOfAll(ids: Iterable<RecordId>): Box | undefined
  outlineOf(id: RecordId): Outline | undefined
  /** Elements under the point, the one painted last first; `slack` in page units. */
  hits(page: RecordId, at: Vec, slack: number): readonly RecordId[]
  /** Elements that a stroke of the hand crosses, in no particular order. */
  crossed(page: RecordId, path: readonly Vec[], slack: number): readonly RecordId[]
  /** Elements a marquee takes: those it touches, frames only when they lie inside it whole. */
  within(page: RecordId, box: Box): readonly RecordId[]
  /** Bounds of everything on the page. */
  extent(page: RecordId): Box | undefined
  dispose(): void
}

/**
 * Keeps bounds and one index per opened page. It must observe the drawn document before anybody who asks it,
 * which is why it is made together with it.
 */
export function createScene(document: DrawnDocument, shapes: Shapes, measure: MeasureText): Scene {
  const indexes = new Map<RecordId, SpatialIndex>()
  /** On which page an indexed element was put, to take it from there when it moves to another. */
  const placed = new Map<RecordId, RecordId>()
  const view: ShapeView = {
    document,
    boundsOf: (id) => scene.boundsOf(id),
    outlineOf: (id) => scene.outlineOf(id),
    measure,
  }

  const measured = (record: ElementRecord): Box | undefined =>
    shapes.get(record.kind)?.geometry.bounds(record, view)
  const indexed = (id: RecordId): Box | undefined => {
    const page = placed.get(id)
    return page === undefined ? undefined : indexes.get(page)?.boundsOf(id)
  }

  const place = (id: RecordId): void => {
    if (document.lift.peek()?.ids.has(id)) return
    const record = document.get(id)
    const before = placed.get(id)
    const page = isElement(record, shapes) ? pageOf(document, id) : undefined
    const index = page === undefined ? undefined : indexes.get(page)
    if (before !== undefined && before !== page) {
      indexes.get(before)?.remove(id)
      placed.delete(id)
    }
    if (!index || page === undefined) return
    const bounds = measured(record as ElementRecord)
    if (!bounds) return
    index.set(id, bounds)
    placed.set(id, page)
  }

  const build = (page: RecordId): SpatialIndex => {
    const index = createSpatialIndex()
    indexes.set(page, index)
    for (const id of withDescendants(document, document.childIds(page))) place(id)
    index.pack()
    return index
  }

  const stop = document.observe((change) => {
    if (change.whole) {
      indexes.clear()
      placed.clear()
      return
    }
    for (const id of change.ids) {
      // A container that moved to another page takes everything in it along.
      const moved = placed.get(id) !== undefined && placed.get(id) !== pageOf(document, id)
      if (moved || containerOf(document.get(id), shapes) === 'group') {
        for (const inner of withDescendants(document, [id])) place(inner)
      } else place(id)
    }
  })

  const slackAround = (at: Vec, slack: number): Box => inflate({ x: at.x, y: at.y, w: 0, h: 0 }, slack)

  /** A frame shows nothing of its contents outside itself. */
  const clipped = (id: RecordId, touches: (frame: Box) => boolean): boolean =>
    ancestorsOf(document, id).some((ancestor) => {
      const record = document.get(ancestor)
      if (containerOf(record, shapes) !== 'frame') return false
      const bounds = scene.boundsOf(ancestor)
      return bounds !== undefined && !touches(bounds)
    })

  const near = (page: RecordId, box: Box): ElementRecord[] => {
    const found: ElementRecord[] = []
    scene.index(page).search(box, (id) => {
      const record = document.get(id)
      if (isElement(record, shapes)) found.push(record)
    })
    return found
  }

  const scene: Scene = {
    view,
    index: (page) => indexes.get(page) ?? build(page),
    boundsOf(id) {
      const up = document.lift.peek()
      const resting = indexed(id)
      if (resting) return up?.ids.has(id) ? translateBox(resting, up.dx, up.dy) : resting
      const record = document.get(id)
      if (isElement(record, shapes)) return measured(record)
      if (containerOf(record, shapes) !== 'group') return undefined
      return scene.boundsOfAll(document.childIds(id))
    },
    boundsOfAll: (ids) => unionOver(ids, scene.boundsOf),
    placeOf(id) {
      const record = document.get(id)
      if (isElement(record, shapes)) {
        // A connector's box is a hint; where it runs follows from what it hangs on.
        const runs = shapes.get(record.kind)?.schema.facets.connects === true
        const outline = runs ? scene.outlineOf(id) : undefined
        return outline ? boxOfPoints(outline.points) : boundsOfTurned(record, record.r)
      }
      return containerOf(record, shapes) === 'group' ? scene.placeOfAll(document.childIds(id)) : undefined
    },
    placeOfAll: (ids) => unionOver(ids, scene.placeOf),
    outlineOf(id) {
      const record = document.get(id)
      if (isElement(record, shapes)) return shapes.get(record.kind)?.geometry.outline(record, view)
      const bounds = scene.boundsOf(id)
      return bounds && { points: cornersOf(bounds), closed: true }
    },
    hits(page, at, slack) {
      const found = near(page, slackAround(at, slack)).filter(
        (record) =>
          shapes.get(record.kind)?.geometry.hit(record, at, slack, view) === true &&
          !clipped(record.id, (frame) => containsPoint(frame, at, slack)),
      )
      return found.map((record) => record.id).sort((a, b) => comparePainting(document, b, a))
    },
    crossed(page, path, slack) {
      const found = new Set<RecordId>()
      const first = path[0]
      if (!first) return []
      for (const record of near(page, inflate(boxOfPoints(path), slack))) {
        const shape = shapes.get(record.kind)!
        const line = lineOf(shape.geometry.outline(record, view))
        for (let i = 0; i < path.length && !found.has(record.id); i++) {
          const a = path[Math.max(0, i - 1)]!
          const b = path[i]!
          if (clipped(record.id, (frame) => containsPoint(frame, b, slack))) continue
          if (shape.geometry.hit(record, b, slack, view)) found.add(record.id)
          else if (i > 0 && intersects(inflate(boxBetween(a, b), slack), boxOfPoints(line))) {
            if (segmentMeetsLine(a, b, line, false)) found.add(record.id)
          }
        }
      }
      return [...found]
    },
    within(page, box) {
      return near(page, box)
        .filter((record) => {
          const shape = shapes.get(record.kind)!
          const bounds = scene.boundsOf(record.id)
          if (!bounds || clipped(record.id, (frame) => intersects(frame, box))) return false
          if (containsBox(box, bounds)) return true
          if (shape.schema.facets.container === 'frame') return false
          // Only the line counts: a marquee drawn inside a hollow shape is meant for what lies in there.
          return lineMeetsBox(lineOf(shape.geometry.outline(record, view)), false, box)
        })
        .map((record) => record.id)
    },
    extent(page) {
      const up = document.lift.peek()
      const extent = scene.index(page).extent()
      if (!extent || !up) return extent
      return unionOf(extent, translateBox(extent, up.dx, up.dy))
    },
    dispose: stop,
  }
  return scene
}

function unionOver(ids: Iterable<RecordId>, boxOf: (id: RecordId) => Box | undefined): Box | undefined {
  const boxes: Box[] = []
  for (const id of ids) {
    const box = boxOf(id)
    if (box) boxes.push(box)
  }
  return unionOfAll(boxes)
}

/** The outline as a line that comes back to where it began, without the area it encloses. */
function lineOf({ points, closed }: Outline): readonly Vec[] {
  return closed && points[0] ? [...points, points[0]] : points
}
