import type { ElementRecord, RecordId } from '../../document/model/record.ts'
import { BoxIndex } from '../../geometry/box-index.ts'
import type { ShapeDefinition } from '../../shape.ts'

/** Where an element is drawn: in the base picture, in that of what is dragged, or by itself in every frame. */
export const picturePart = { base: 0, dragged: 1, frame: 2 } as const

const noSlots = new Int32Array(0)

/** Gives every drawn element of a page a dense number, and keeps in columns what is known of it. */
export class ElementSlots {
  readonly boxes = new BoxIndex()
  readonly #slotOf = new Map<RecordId, number>()
  readonly #records: (ElementRecord | undefined)[] = []
  readonly #shapes: (ShapeDefinition | undefined)[] = []
  readonly #free: number[] = []
  /** One of `picturePart`. */
  #part = new Uint8Array(1024)
  /** Counts what changed besides the position, so that a cached drawing knows whether it is still valid. */
  #version = new Uint32Array(1024)
  /** 1 where the record is the one before its element was shifted with many others. */
  #outdated = new Uint8Array(1024)
  /** Slots of the list asked for last: a large one is asked for again and again. */
  #known: { readonly ids: unknown; readonly slots: Int32Array } = { ids: undefined, slots: noSlots }

  /** Elements in it. */
  get size(): number {
    return this.#slotOf.size
  }

  /** Slots given out, free ones included. */
  get count(): number {
    return this.#records.length
  }

  find(id: RecordId): number | undefined {
    return this.#slotOf.get(id)
  }

  /** Slots of those that have one. */
  findAll(ids: readonly RecordId[]): Int32Array {
    if (this.#known.ids === ids) return this.#known.slots
    const slots = new Int32Array(ids.length)
    let n = 0
    for (const id of ids) {
      const slot = this.#slotOf.get(id)
      if (slot !== undefined) slots[n++] = slot
    }
    this.#known = { ids, slots: slots.subarray(0, n) }
    return this.#known.slots
  }

  add(record: ElementRecord, shape: ShapeDefinition): number {
    const slot = this.#free.pop() ?? this.#records.length
    this.#reserve(slot + 1)
    this.#slotOf.set(record.id, slot)
    this.#forgetKnown()
    this.#records[slot] = record
    this.#shapes[slot] = shape
    this.#part[slot] = picturePart.base
    this.#outdated[slot] = 0
    return slot
  }

  remove(slot: number, id: RecordId): void {
    this.boxes.remove(slot)
    this.#slotOf.delete(id)
    this.#forgetKnown()
    this.#records[slot] = undefined
    this.#shapes[slot] = undefined
    this.#outdated[slot] = 0
    this.#free.push(slot)
  }

  clear(): void {
    this.boxes.clear()
    this.#slotOf.clear()
    this.#forgetKnown()
    this.#records.length = 0
    this.#shapes.length = 0
    this.#free.length = 0
    this.#part.fill(picturePart.base)
    this.#outdated.fill(0)
  }

  /** The record as it was last read. */
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

  /** Its cached drawing is not valid any more. */
  raiseVersion(slot: number): void {
    this.#version[slot]!++
  }

  /** Its record has to be read before somebody gets it. */
  isOutdated(slot: number): boolean {
    return this.#outdated[slot] === 1
  }

  /** Moves elements without reading them: their drawings stay valid, their records are read when asked for. */
  shift(slots: Int32Array, dx: number, dy: number): void {
    this.boxes.shift(slots, dx, dy)
    for (const slot of slots) if (this.#records[slot]) this.#outdated[slot] = 1
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
