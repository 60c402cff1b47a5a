import type { ElementRecord, RecordId } from '../../document/model/record.ts'
import {
  getBoxBetween,
  getRotatedBounds,
  boxOfPoints,
  containsBox,
  containsPoint,
  getCorners,
  inflate,
  intersects,
  translateBox,
  getUnion,
  unionOfAll,
  type Box,
} from '../../geometry/box.ts'
import { lineMeetsBox, segmentMeetsLine } from '../../geometry/intersect.ts'
import type { Vec } from '../../geometry/vec.ts'
import type { MeasureText, Outline, ShapeView } from '../../shape.ts'
import type { DrawnDocument } from './drag.ts'
import {
  comparePainting,
  getContainer,
  isElement,
  getPage,
  withDescendants,
  type Shapes,
} from './relations.ts'
import { createSpatialIndex, type SpatialIndex } from './spatial-index.ts'

/** Where things are and what lies under a point, as it is seen right now. */
export interface Scene {
  readonly view: ShapeView
  index(page: RecordId): SpatialIndex
  /** Page bounds of an element, or of everything in a group. */
  getBounds(id: RecordId): Box | undefined
  boundsOfAll(ids: Iterable<RecordId>): Box | undefined
  /** The upright box around an element's own shape, without the width of its line: what people line things up by. */
  getPosition(id: RecordId): Box | undefined
  getExactBoundsOfAll(ids: Iterable<RecordId>): Box | undefined
  getOutline(id: RecordId): Outline | undefined
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
  const isPlaced = new Map<RecordId, RecordId>()
  const view: ShapeView = {
    document,
    getBounds: (id) => scene.getBounds(id),
    getOutline: (id) => scene.getOutline(id),
    measure,
  }

  const measured = (record: ElementRecord): Box | undefined =>
    shapes.get(record.kind)?.geometry.bounds(record, view)
  const indexed = (id: RecordId): Box | undefined => {
    const page = isPlaced.get(id)
    return page === undefined ? undefined : indexes.get(page)?.getBounds(id)
  }

  /** Changed while in somebody's hand: what is in the hand keeps its resting bounds until it lands. */
  const waiting = new Set<RecordId>()
  const position = (id: RecordId): void => {
    const record = document.get(id)
    if (record && document.startDrag.peek()?.ids.has(id)) return void waiting.add(id)
    const before = isPlaced.get(id)
    const page = isElement(record, shapes) ? getPage(document, id) : undefined
    const index = page === undefined ? undefined : indexes.get(page)
    if (before !== undefined && before !== page) {
      indexes.get(before)?.remove(id)
      isPlaced.delete(id)
    }
    if (!index || page === undefined) return
    const bounds = measured(record as ElementRecord)
    if (!bounds) return
    index.set(id, bounds)
    isPlaced.set(id, page)
  }

  const build = (page: RecordId): SpatialIndex => {
    const index = createSpatialIndex()
    indexes.set(page, index)
    for (const id of withDescendants(document, document.childIds(page))) position(id)
    index.pack()
    return index
  }

  /** Counts what may have changed places; the union of a large selection is asked for by several, and holds as long. */
  let revision = 0
  let union:
    { readonly of: Iterable<RecordId>; readonly at: number; readonly box: Box | undefined } | undefined
  const stop = document.observe((change) => {
    if (change.whole) {
      revision++
      indexes.clear()
      isPlaced.clear()
      waiting.clear()
      return
    }
    revision++
    for (const move of change.moves) for (const index of indexes.values()) index.shift(move)
    const landed = document.startDrag.peek() ? [] : [...waiting]
    if (landed.length > 0) waiting.clear()
    for (const id of [...change.rest, ...landed]) {
      // A container that moved to another page takes everything in it along.
      const moved = isPlaced.get(id) !== undefined && isPlaced.get(id) !== getPage(document, id)
      if (moved || getContainer(document.get(id), shapes) === 'group') {
        for (const inner of withDescendants(document, [id])) position(inner)
      } else position(id)
    }
  })

  const slackBox = (at: Vec, slack: number): Box => inflate({ x: at.x, y: at.y, w: 0, h: 0 }, slack)

  /** A frame shows nothing of its contents outside itself. What stands in one container is clipped alike. */
  const clipper = (touches: (frame: Box) => boolean): ((record: ElementRecord) => boolean) => {
    const answers = new Map<RecordId, boolean>()
    const clips = (container: RecordId): boolean => {
      const record = document.get(container)
      if (!record) return false
      const bounds = getContainer(record, shapes) === 'frame' ? scene.getBounds(container) : undefined
      return (bounds !== undefined && !touches(bounds)) || within(record.parent)
    }
    const within = (container: RecordId | null): boolean => {
      if (container === null) return false
      let answer = answers.get(container)
      if (answer === undefined) {
        // Said first, so that a container that is inside itself ends the search.
        answers.set(container, false)
        answers.set(container, (answer = clips(container)))
      }
      return answer
    }
    return (record) => within(record.parent)
  }

  const near = (page: RecordId, box: Box, take: (record: ElementRecord, bounds: Box) => void): void =>
    scene.index(page).search(box, (id, bounds) => {
      const record = document.get(id)
      if (isElement(record, shapes)) take(record, bounds)
    })

  const getBoxAround = (ids: Iterable<RecordId>): Box | undefined => {
    // Nearly always all of them are on the one page that has been opened.
    const [index, another] = [...indexes.values()]
    return index && !another && isList(ids)
      ? index.getUnion(ids, scene.getBounds)
      : unionOver(ids, scene.getBounds)
  }

  const scene: Scene = {
    view,
    index: (page) => indexes.get(page) ?? build(page),
    getBounds(id) {
      const up = document.startDrag.peek()
      const base = indexed(id)
      if (base) return up?.ids.has(id) ? translateBox(base, up.dx, up.dy) : base
      const record = document.get(id)
      if (isElement(record, shapes)) return measured(record)
      if (getContainer(record, shapes) !== 'group') return undefined
      return scene.boundsOfAll(document.childIds(id))
    },
    boundsOfAll(ids) {
      if (document.startDrag.peek()) return unionOver(ids, scene.getBounds)
      if (union?.of !== ids || union.at !== revision)
        union = { of: ids, at: revision, box: getBoxAround(ids) }
      return union.box
    },
    getPosition(id) {
      const record = document.get(id)
      if (isElement(record, shapes)) {
        // A connector's box is a hint; where it runs follows from what it hangs on.
        const runs = shapes.get(record.kind)?.schema.facets.connects === true
        const outline = runs ? scene.getOutline(id) : undefined
        return outline ? boxOfPoints(outline.points) : getRotatedBounds(record, record.r)
      }
      return getContainer(record, shapes) === 'group'
        ? scene.getExactBoundsOfAll(document.childIds(id))
        : undefined
    },
    getExactBoundsOfAll: (ids) => unionOver(ids, scene.getPosition),
    getOutline(id) {
      const record = document.get(id)
      if (isElement(record, shapes)) return shapes.get(record.kind)?.geometry.outline(record, view)
      const bounds = scene.getBounds(id)
      return bounds && { points: getCorners(bounds), closed: true }
    },
    hits(page, at, slack) {
      const found: RecordId[] = []
      const isClipped = clipper((frame) => containsPoint(frame, at, slack))
      near(page, slackBox(at, slack), (record) => {
        if (!shapes.get(record.kind)?.geometry.hit(record, at, slack, view) || isClipped(record)) return
        found.push(record.id)
      })
      return found.sort((a, b) => comparePainting(document, b, a))
    },
    crossed(page, path, slack) {
      const found = new Set<RecordId>()
      const first = path[0]
      if (!first) return []
      const clippers = path.map((at) => clipper((frame) => containsPoint(frame, at, slack)))
      near(page, inflate(boxOfPoints(path), slack), (record) => {
        const shape = shapes.get(record.kind)!
        const line = getLine(shape.geometry.outline(record, view))
        for (let i = 0; i < path.length && !found.has(record.id); i++) {
          const a = path[Math.max(0, i - 1)]!
          const b = path[i]!
          if (clippers[i]!(record)) continue
          if (shape.geometry.hit(record, b, slack, view)) found.add(record.id)
          else if (i > 0 && intersects(inflate(getBoxBetween(a, b), slack), boxOfPoints(line))) {
            if (segmentMeetsLine(a, b, line, false)) found.add(record.id)
          }
        }
      })
      return [...found]
    },
    within(page, box) {
      const found: RecordId[] = []
      const isClipped = clipper((frame) => intersects(frame, box))
      near(page, box, (record, bounds) => {
        if (isClipped(record)) return
        if (containsBox(box, bounds)) return void found.push(record.id)
        const shape = shapes.get(record.kind)!
        if (shape.schema.facets.container === 'frame') return
        // Only the line counts: a marquee drawn inside a hollow shape is meant for what lies in there.
        if (lineMeetsBox(getLine(shape.geometry.outline(record, view)), false, box)) found.push(record.id)
      })
      return found
    },
    extent(page) {
      const up = document.startDrag.peek()
      const extent = scene.index(page).extent()
      if (!extent || !up) return extent
      return getUnion(extent, translateBox(extent, up.dx, up.dy))
    },
    dispose: stop,
  }
  return scene
}

function isList(ids: Iterable<RecordId>): ids is readonly RecordId[] {
  return Array.isArray(ids)
}

function unionOver(ids: Iterable<RecordId>, getBox: (id: RecordId) => Box | undefined): Box | undefined {
  const boxes: Box[] = []
  for (const id of ids) {
    const box = getBox(id)
    if (box) boxes.push(box)
  }
  return unionOfAll(boxes)
}

/** The outline as a line that comes back to where it began, without the area it encloses. */
function getLine({ points, closed }: Outline): readonly Vec[] {
  return closed && points[0] ? [...points, points[0]] : points
}
