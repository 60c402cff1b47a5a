import type { ElementRecord, RecordId } from '../../document/model/record.ts'
import { BoxIndex } from '../../geometry/box-index.ts'
import type { ShapeDefinition } from '../../shape.ts'

/** Where an element is drawn: in the static tiles, in those of dragged elements, or live in every frame. */
export const layerPart = { base: 0, dragged: 1, frame: 2 } as const

const noSlots = new Int32Array(0)

/** Assigns slot numbers to the drawn elements of a page and stores their attributes in columns. */
export class ElementSlots {
  readonly boxes = new BoxIndex()
  readonly #slotsById = new Map<RecordId, number>()
  readonly #records: (ElementRecord | undefined)[] = []
  readonly #shapes: (ShapeDefinition | undefined)[] = []
  readonly #free: number[] = []
  /** One of `picturePart`. */
  #part = new Uint8Array(1024)
  /** Incremented by changes other than moves; validates cached drawings. */
  #version = new Uint32Array(1024)
  /** 1 if the element moved with many others since its record was read. */
  #outdated = new Uint8Array(1024)
  /** Slots of the last queried list; large lists are queried repeatedly. */
  #known: { readonly ids: unknown; readonly slots: Int32Array } = { ids: undefined, slots: noSlots }

  /** Number of elements. */
  get size(): number {
    return this.#slotsById.size
  }

  /** Number of slots, including free ones. */
  get count(): number {
    return this.#records.length
  }

  find(id: RecordId): number | undefined {
    return this.#slotsById.get(id)
  }

  /** Slots of the ids that have one. */
  findAll(ids: readonly RecordId[]): Int32Array {
    if (this.#known.ids === ids) return this.#known.slots
    const slots = new Int32Array(ids.length)
    let n = 0
    for (const id of ids) {
      const slot = this.#slotsById.get(id)
      if (slot !== undefined) slots[n++] = slot
    }
    this.#known = { ids, slots: slots.subarray(0, n) }
    return this.#known.slots
  }

  add(record: ElementRecord, shape: ShapeDefinition): number {
    const slot = this.#free.pop() ?? this.#records.length
    this.#reserve(slot + 1)
    this.#slotsById.set(record.id, slot)
    this.#forgetKnown()
    this.#records[slot] = record
    this.#shapes[slot] = shape
    this.#part[slot] = layerPart.base
    this.#outdated[slot] = 0
    return slot
  }

  remove(slot: number, id: RecordId): void {
    this.boxes.remove(slot)
    this.#slotsById.delete(id)
    this.#forgetKnown()
    this.#records[slot] = undefined
    this.#shapes[slot] = undefined
    this.#outdated[slot] = 0
    this.#free.push(slot)
  }

  clear(): void {
    this.boxes.clear()
    this.#slotsById.clear()
    this.#forgetKnown()
    this.#records.length = 0
    this.#shapes.length = 0
    this.#free.length = 0
    this.#part.fill(layerPart.base)
    this.#outdated.fill(0)
  }

  /** The record as last read. */
  getRecord(slot: number): ElementRecord | undefined {
    return this.#records[slot]
  }

  setRecord(slot: number, record: ElementRecord): void {
    this.#records[slot] = record
    this.#outdated[slot] = 0
  }

  getShape(slot: number): ShapeDefinition | undefined {
    return this.#shapes[slot]
  }

  isConnector(slot: number): boolean {
    return this.#shapes[slot]?.schema.facets.connects === true
  }

  getPart(slot: number): number {
    return this.#part[slot]!
  }

  setPart(slot: number, part: number): void {
    this.#part[slot] = part
  }

  getVersion(slot: number): number {
    return this.#version[slot]!
  }

  /** Invalidates the cached drawing. */
  raiseVersion(slot: number): void {
    this.#version[slot]!++
  }

  /** The record must be read again before use. */
  isOutdated(slot: number): boolean {
    return this.#outdated[slot] === 1
  }

  /** Moves elements without reading them: their drawings stay valid, and records are read on demand. */
  shift(slots: Int32Array, dx: number, dy: number): void {
    this.boxes.shift(slots, dx, dy)
    // By index, as in the other loops over whole boards: an iterator is slow until the engine has optimized the loop.
    const [records, outdated] = [this.#records, this.#outdated]
    for (let i = 0; i < slots.length; i++) if (records[slots[i]!]) outdated[slots[i]!] = 1
  }

  #forgetKnown(): void {
    this.#known = { ids: undefined, slots: noSlots }
  }

  #reserve(slots: number): void {
    this.boxes.reserve(slots)
    if (slots <= this.#version.length) return
    const size = Math.max(slots, this.#version.length * 2)
    const part = new Uint8Array(size)
    part.set(this.#part)
    this.#part = part
    const version = new Uint32Array(size)
    version.set(this.#version)
    this.#version = version
    const outdated = new Uint8Array(size)
    outdated.set(this.#outdated)
    this.#outdated = outdated
  }
}
