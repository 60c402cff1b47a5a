import type { ElementRecord, RecordId } from '../../document/model/record.ts'
import {
  getPointBounds,
  getCorners,
  getRotatedBounds,
  getUnion,
  translateBox,
  unionOfAll,
  type Box,
} from '../../geometry/box.ts'
import type { Vec } from '../../geometry/vec.ts'
import type { MeasureText, Outline, ShapeView, EdgeTrace } from '../../shape.ts'
import type { DrawnDocument } from './drawn-document.ts'
import type { Edge } from './overlay.ts'
import { PageIndexes } from './page-indexes.ts'
import { getContainer, isElement, type Shapes } from './relations.ts'
import { findCrossed, findHits, findWithin, type SceneQueryParts } from './scene-queries.ts'
import type { SpatialIndex } from './spatial-index.ts'

/**
 * Positions and hit testing of the elements as shown. Must subscribe to the drawn document before its users, so
 * it is created with the document.
 */
export class Scene {
  readonly view: ShapeView
  readonly #document: DrawnDocument
  readonly #shapes: Shapes
  readonly #indexes: PageIndexes
  /** Incremented on changes; validates the cached union of a large selection. */
  #revision = 0
  #union: { readonly of: Iterable<RecordId>; readonly at: number; readonly box: Box | undefined } | undefined
  readonly #stop: () => void

  constructor(document: DrawnDocument, shapes: Shapes, measure: MeasureText) {
    this.#document = document
    this.#shapes = shapes
    this.view = {
      document,
      getBounds: (id) => this.getBounds(id),
      getOutline: (id) => this.getOutline(id),
      measure,
    }
    this.#indexes = new PageIndexes({ document, shapes, measure: (record) => this.#measure(record) })
    this.#stop = document.observe((change) => {
      this.#revision++
      this.#indexes.update(change)
    })
  }

  index(page: RecordId): SpatialIndex {
    return this.#indexes.get(page)
  }

  /** Page bounds of an element or of the contents of a group. */
  getBounds(id: RecordId): Box | undefined {
    const drag = this.#document.drag.peek()
    const unmoved = this.#indexes.getBounds(id)
    if (unmoved) return drag?.ids.has(id) ? translateBox(unmoved, drag.dx, drag.dy) : unmoved
    const record = this.#document.get(id)
    if (isElement(record, this.#shapes)) return this.#measure(record)
    if (getContainer(record, this.#shapes) !== 'group') return undefined
    return this.boundsOfAll(this.#document.childIds(id))
  }

  boundsOfAll(ids: Iterable<RecordId>): Box | undefined {
    if (this.#document.drag.peek()) return unionOver(ids, (id) => this.getBounds(id))
    if (this.#union?.of !== ids || this.#union.at !== this.#revision)
      this.#union = { of: ids, at: this.#revision, box: this.#getUnion(ids) }
    return this.#union.box
  }

  /** Bounds of the geometry without stroke width; used for alignment. */
  getExactBounds(id: RecordId): Box | undefined {
    const record = this.#document.get(id)
    if (isElement(record, this.#shapes)) {
      // The stored box of a connector is only a hint; its route depends on its targets.
      const isConnector = this.#shapes.get(record.kind)?.schema.facets.connects === true
      const outline = isConnector ? this.getOutline(id) : undefined
      return outline ? getPointBounds(outline.points) : getRotatedBounds(record, record.r)
    }
    return getContainer(record, this.#shapes) === 'group'
      ? this.getExactBoundsOfAll(this.#document.childIds(id))
      : undefined
  }

  getExactBoundsOfAll(ids: Iterable<RecordId>): Box | undefined {
    return unionOver(ids, (id) => this.getExactBounds(id))
  }

  getOutline(id: RecordId): Outline | undefined {
    const record = this.#document.get(id)
    if (isElement(record, this.#shapes))
      return this.#shapes.get(record.kind)?.geometry.outline(record, this.view)
    const bounds = this.getBounds(id)
    return bounds && { points: getCorners(bounds), closed: true }
  }

  /** The edge of an element as drawn, or the bounds of a group. */
  getEdge(id: RecordId): Edge | undefined {
    const record = this.#document.get(id)
    if (!isElement(record, this.#shapes)) {
      const bounds = this.getBounds(id)
      return bounds && { trace: plainBox, box: { ...bounds, r: 0 } }
    }
    const shape = this.#shapes.get(record.kind)
    const { x, y, w, h } = record
    // Connectors are routed in page coordinates, so their stored rotation is ignored.
    const r = shape?.schema.facets.connects ? 0 : record.r
    return { trace: shape?.geometry.trace(record, this.view) ?? plainBox, box: { x, y, w, h, r } }
  }

  /** Elements at the point, topmost first; `slack` is the tolerance in page units. */
  hits(page: RecordId, at: Vec, slack: number): readonly RecordId[] {
    return findHits(this.#getQueryParts(page), at, slack)
  }

  /** Elements that a path crosses, unordered. */
  crossed(page: RecordId, path: readonly Vec[], slack: number): readonly RecordId[] {
    return findCrossed(this.#getQueryParts(page), path, slack)
  }

  /** Elements selected by a marquee: those it touches, but frames only if completely inside. */
  within(page: RecordId, box: Box): readonly RecordId[] {
    return findWithin(this.#getQueryParts(page), box)
  }

  /** Bounds of all elements of the page. */
  extent(page: RecordId): Box | undefined {
    const drag = this.#document.drag.peek()
    const extent = this.index(page).getExtent()
    return extent && drag ? getUnion(extent, translateBox(extent, drag.dx, drag.dy)) : extent
  }

  dispose(): void {
    this.#stop()
  }

  #getQueryParts(page: RecordId): SceneQueryParts {
    return { document: this.#document, shapes: this.#shapes, view: this.view, index: this.index(page) }
  }

  #measure(record: ElementRecord): Box | undefined {
    return this.#shapes.get(record.kind)?.geometry.bounds(record, this.view)
  }

  #getUnion(ids: Iterable<RecordId>): Box | undefined {
    const getBounds = (id: RecordId): Box | undefined => this.getBounds(id)
    const index = this.#indexes.only
    return index && isList(ids) ? index.getUnion(ids, getBounds) : unionOver(ids, getBounds)
  }
}

const plainBox: EdgeTrace = { form: 'box', radius: 0, width: 0 }

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
