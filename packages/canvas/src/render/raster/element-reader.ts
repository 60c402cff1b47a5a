import type { ReadonlySignal } from '@preact/signals-core'
import { isBinding } from '../../document/kinds/binding.ts'
import type { DocumentView, ElementRecord, RecordId } from '../../document/model/record.ts'
import type { Drag } from '../../editor/view/drag.ts'
import type { ShapeDefinition, ShapeView } from '../../shape.ts'
import type { DirtyBoxes } from './dirty-boxes.ts'
import { layerPart, type ElementSlots } from './element-slots.ts'
import type { createPaintOrder } from './paint-order.ts'

export interface ElementReaderParts {
  readonly document: DocumentView
  readonly shapes: ReadonlyMap<string, ShapeDefinition>
  readonly drag: ReadonlySignal<Drag | null>
  readonly slots: ElementSlots
  readonly order: ReturnType<typeof createPaintOrder>
  readonly dirty: DirtyBoxes
  readonly view: ShapeView
}

/** Slots of connectors among what is read, whose bounds depend on their targets and bindings. */
interface Connectors {
  /** New ones, not measured yet. */
  readonly added: Set<number>
  readonly changed: Set<number>
}

/** Synchronizes the slots of a page with the document: the whole page, or changed elements. */
export class ElementReader {
  readonly #parts: ElementReaderParts
  #page: RecordId | undefined

  constructor(parts: ElementReaderParts) {
    this.#parts = parts
  }

  get page(): RecordId | undefined {
    return this.#page
  }

  /** Reads a whole page. */
  readPage(page: RecordId | undefined): void {
    const { slots, order } = this.#parts
    this.#page = page
    slots.clear()
    order.invalidate()
    if (page === undefined) return
    this.#collect(page)
    // Other elements first: bounds of connectors depend on their targets.
    for (let slot = 0; slot < slots.count; slot++) if (!slots.isConnector(slot)) this.#measure(slot)
    for (let slot = 0; slot < slots.count; slot++) if (slots.isConnector(slot)) this.#measure(slot)
  }

  /** Reads elements that changed other than by a move. */
  read(ids: ReadonlySet<RecordId>): void {
    const { slots } = this.#parts
    const connectors: Connectors = { added: new Set(), changed: new Set() }
    for (const id of ids) this.#readOne(id, ids, connectors)
    for (const slot of connectors.added) if (slots.isConnector(slot)) this.#paintFirst(slot)
    for (const slot of connectors.changed)
      if (slots.isConnector(slot) && !connectors.added.has(slot)) this.#repaint(slot)
  }

  /** The element's record, read if it is outdated. */
  getRecord(slot: number): ElementRecord | undefined {
    const { slots } = this.#parts
    const record = slots.getRecord(slot)
    if (record && slots.isOutdated(slot)) slots.setRecord(slot, this.#getUnmoved(record.id) ?? record)
    return slots.getRecord(slot)
  }

  #readOne(id: RecordId, changed: ReadonlySet<RecordId>, connectors: Connectors): void {
    const { document, shapes, slots, order } = this.#parts
    const record = document.get(id)
    const slot = slots.find(id)
    if (!record) {
      if (slot !== undefined) this.#remove(slot, id)
      return
    }
    const shape = shapes.get(record.kind)
    if (!shape) {
      if (document.childIds(id).length > 0) order.invalidate()
      const connector = isBinding(record) ? slots.find(record.parent) : undefined
      if (connector !== undefined) connectors.changed.add(connector)
      return
    }
    const element = record as ElementRecord
    const isConnector = shape.schema.facets.connects === true
    if (slot === undefined) {
      if (this.#isOnPage(element)) {
        const added = this.#add(element, shape)
        if (isConnector) connectors.added.add(added)
        else this.#paintFirst(added)
      }
    } else if (!this.#isOnPage(element)) this.#remove(slot, id)
    else {
      this.#update(slot, element)
      if (isConnector) connectors.changed.add(slot)
    }
    if (!isConnector && shape.schema.facets.bindable === true) this.#repaintConnectors(id, changed)
  }

  #add(record: ElementRecord, shape: ShapeDefinition): number {
    const { slots, order } = this.#parts
    const slot = slots.add(record, shape)
    order.reserve(slot + 1)
    order.add(slot, record, this.#page)
    return slot
  }

  #paintFirst(slot: number): void {
    const { slots, dirty } = this.#parts
    this.#measure(slot)
    dirty.add(slots.boxes.getBox(slot))
  }

  #remove(slot: number, id: RecordId): void {
    const { slots, order, dirty } = this.#parts
    if (slots.getPart(slot) === layerPart.base) dirty.add(slots.boxes.getBox(slot))
    slots.remove(slot, id)
    order.remove(slot)
  }

  #update(slot: number, record: ElementRecord): void {
    const { slots, order } = this.#parts
    const before = slots.getRecord(slot)
    if (before && (before.parent !== record.parent || before.z !== record.z)) order.invalidate()
    slots.setRecord(slot, record)
    this.#repaint(slot)
  }

  #repaint(slot: number): void {
    const { slots, dirty } = this.#parts
    if (slots.getPart(slot) !== layerPart.base) return this.#measure(slot)
    dirty.add(slots.boxes.getBox(slot))
    this.#measure(slot)
    dirty.add(slots.boxes.getBox(slot))
  }

  #measure(slot: number): void {
    const { slots, view } = this.#parts
    const record = slots.getRecord(slot)
    const shape = slots.getShape(slot)
    if (!record || !shape) return
    slots.raiseVersion(slot)
    slots.boxes.set(slot, shape.geometry.bounds(record, view))
  }

  /** Repaints connectors attached to an element that moved. */
  #repaintConnectors(id: RecordId, changed: ReadonlySet<RecordId>): void {
    const { document, slots } = this.#parts
    for (const binding of document.getBindings(id)) {
      const record = document.get(binding)
      if (!isBinding(record) || record.parent === id || changed.has(record.parent)) continue
      const slot = slots.find(record.parent)
      if (slot !== undefined) this.#repaint(slot)
    }
  }

  #collect(parent: RecordId): void {
    const { document, shapes, slots, order } = this.#parts
    for (const id of document.childIds(parent)) {
      const record = this.#getUnmoved(id)
      const shape = record && shapes.get(record.kind)
      if (record && shape) order.reserve(slots.add(record, shape) + 1)
      this.#collect(id)
    }
  }

  #isOnPage(record: ElementRecord): boolean {
    let parent = record.parent
    while (parent !== null) {
      if (parent === this.#page) return true
      parent = this.#parts.document.get(parent)?.parent ?? null
    }
    return false
  }

  /** The record without drag offset. */
  #getUnmoved(id: RecordId): ElementRecord | undefined {
    const record = this.#parts.document.get(id) as ElementRecord | undefined
    const drag = this.#parts.drag.peek()
    return record && drag?.ids.has(id) === true
      ? { ...record, x: record.x - drag.dx, y: record.y - drag.dy }
      : record
  }
}
