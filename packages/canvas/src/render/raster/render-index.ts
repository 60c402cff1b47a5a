import type { ReadonlySignal } from '@preact/signals-core'
import type { DocumentView, ElementRecord, Move, RecordId } from '../../document/model/record.ts'
import type { Drag } from '../../editor/view/drag.ts'
import type { Box } from '../../geometry/box.ts'
import type { Vec } from '../../geometry/vec.ts'
import type { ShapeDefinition, ShapeView } from '../../shape.ts'
import { DirtyBoxes } from './dirty-boxes.ts'
import { shiftDropped, type Drop } from './drop.ts'
import { ElementReader } from './element-reader.ts'
import { ElementSlots, layerPart } from './element-slots.ts'
import { createPaintOrder } from './paint-order.ts'

/** Offset of a drop, and the bounds (before and after) of elements that did not simply move. */
export interface DropArea {
  readonly by: Vec
  readonly apart: readonly Box[]
}

export interface RenderIndexParts {
  readonly document: DocumentView
  readonly shapes: ReadonlyMap<string, ShapeDefinition>
  readonly measure: ShapeView['measure']
  readonly drag: ReadonlySignal<Drag | null>
  /** An area to repaint, page units. */
  onDirty(box: Box): void
}

/**
 * The elements of one page for painting, in columns by slot: bounds, order and clipping. Tiles query numbers and
 * never walk the document.
 */
export class RenderIndex {
  readonly view: ShapeView
  readonly #document: DocumentView
  readonly #slots = new ElementSlots()
  readonly #order: ReturnType<typeof createPaintOrder>
  readonly #dirty: DirtyBoxes
  readonly #reader: ElementReader
  #found = new Uint32Array(4096)

  constructor({ document, shapes, measure, drag, onDirty }: RenderIndexParts) {
    const slots = this.#slots
    this.#document = document
    this.#dirty = new DirtyBoxes(onDirty)
    this.#order = createPaintOrder({
      document,
      getSlot: (id) => slots.find(id),
      clips: (slot) => slots.getShape(slot)?.schema.facets.container === 'frame',
    })
    this.view = {
      document,
      getBounds: (id) => this.getBounds(id),
      getOutline: (id) => {
        const record = document.get(id)
        const shape = record && shapes.get(record.kind)
        return record && shape ? shape.geometry.outline(record as ElementRecord, this.view) : undefined
      },
      measure,
    }
    const [order, dirty, view] = [this.#order, this.#dirty, this.view]
    this.#reader = new ElementReader({ document, shapes, drag, slots, order, dirty, view })
  }

  get page(): RecordId | undefined {
    return this.#reader.page
  }

  setPage(page: RecordId): void {
    this.#reader.readPage(page)
  }

  /** Reads everything again. */
  rebuild(): void {
    this.#reader.readPage(this.page)
    this.flushDirty()
  }

  /** Moves are applied first; other changes read the current records. */
  apply(moves: readonly Move[], rest: ReadonlySet<RecordId>): void {
    for (const { ids, dx, dy } of moves) {
      const slots = this.#slots.findAll(ids)
      this.#invalidateAll(slots)
      this.#slots.shift(slots, dx, dy)
      this.#invalidateAll(slots)
    }
    this.#reader.read(rest)
    this.flushDirty()
  }

  /**
   * Does a part of what the next search would have to do first, such as sorting a hundred thousand elements after they
   * have loaded, which together take several frames; returns whether nothing was left to do.
   */
  prepare(): boolean {
    return this.#order.prepare(this.page) && this.#slots.boxes.prepare()
  }

  /** Elements whose bounds intersect the box, in stacking order; valid until the next call. */
  search(box: Box): Uint32Array {
    const order = this.#order
    const boxes = this.#slots.boxes
    order.sortPending(this.page)
    if (boxes.isWide(box)) {
      // A scan in stacking order, because the result of a tree search would have to be sorted.
      if (this.#found.length < order.size) this.#found = new Uint32Array(order.size * 2)
      return this.#found.subarray(0, boxes.filter(order.slots, order.size, box, this.#found))
    }
    let found = this.#found
    let n = 0
    boxes.search(box, (slot) => {
      if (n >= found.length) {
        const next = new Uint32Array(found.length * 2)
        next.set(found)
        this.#found = found = next
      }
      found[n++] = order.getRank(slot)
    })
    const ordered = found.subarray(0, n).sort()
    for (let i = 0; i < n; i++) ordered[i] = order.at(ordered[i]!)
    return ordered
  }

  /** Number of elements of the page. */
  get size(): number {
    return this.#slots.size
  }

  getSlot(id: RecordId): number | undefined {
    return this.#slots.find(id)
  }

  getRecord(slot: number): ElementRecord | undefined {
    return this.#reader.getRecord(slot)
  }

  getShape(slot: number): ShapeDefinition | undefined {
    return this.#slots.getShape(slot)
  }

  isConnector(slot: number): boolean {
    return this.#slots.isConnector(slot)
  }

  getVersion(slot: number): number {
    return this.#slots.getVersion(slot)
  }

  getRank(slot: number): number {
    this.#order.sortPending(this.page)
    return this.#order.getRank(slot)
  }

  /** Slot of the nearest enclosing frame, -1 for none. */
  getClip(slot: number): number {
    return this.#order.getClip(slot)
  }

  /** The area in which a frame shows its children. */
  getClipBox(slot: number): Box {
    const record = this.getRecord(slot)
    return (record && this.getShape(slot)?.geometry.clip?.(record)) ?? this.getBox(slot)
  }

  getBox(slot: number): Box {
    return this.#slots.boxes.getBox(slot)
  }

  getLeft(slot: number): number {
    return this.#slots.boxes.getLeft(slot)
  }

  getTop(slot: number): number {
    return this.#slots.boxes.getTop(slot)
  }

  getBounds(id: RecordId): Box | undefined {
    const slot = this.#slots.find(id)
    return slot === undefined ? undefined : this.getBox(slot)
  }

  getExtent(): Box | undefined {
    return this.#slots.boxes.getExtent()
  }

  getPart(slot: number): number {
    return this.#slots.getPart(slot)
  }

  /** Moves an element to another layer and invalidates the static tiles where necessary. */
  setPart(slot: number, part: number): void {
    if (this.#slots.getPart(slot) === part) return
    this.#slots.setPart(slot, part)
    this.#dirty.add(this.getBox(slot))
  }

  /** Same for many elements; the invalidated areas are reported as one box. */
  setPartOfAll(slots: Int32Array, part: number): void {
    if (!DirtyBoxes.isMany(slots.length)) for (const slot of slots) this.setPart(slot, part)
    else {
      for (let i = 0; i < slots.length; i++) this.#slots.setPart(slots[i]!, part)
      this.#dirty.reportAll(this.#slots.boxes.getUnion(slots))
    }
  }

  /** Applies the final positions of a drop. */
  drop(drop: Drop): DropArea {
    const target = {
      getRecord: (slot: number) => this.#slots.getRecord(slot),
      getCurrent: (id: RecordId) => this.#document.get(id) as ElementRecord | undefined,
      findAll: (ids: readonly RecordId[]) => this.#slots.findAll(ids),
      shift: (slots: Int32Array, dx: number, dy: number) => this.#slots.shift(slots, dx, dy),
    }
    const { by, others } = shiftDropped(target, drop)
    const before = this.#getBoxes(others)
    this.#reader.read(others)
    return { by, apart: [...before, ...this.#getBoxes(others)] }
  }

  /** Reports dirty areas that were merged. */
  flushDirty(): void {
    this.#dirty.flush()
  }

  #invalidateAll(slots: Int32Array): void {
    if (DirtyBoxes.isMany(slots.length)) return this.#dirty.reportAll(this.#slots.boxes.getUnion(slots))
    for (const slot of slots) {
      if (this.#slots.getPart(slot) === layerPart.base) this.#dirty.add(this.getBox(slot))
    }
  }

  #getBoxes(ids: ReadonlySet<RecordId>): Box[] {
    return [...ids].flatMap((id) => this.getBounds(id) ?? [])
  }
}
