import type { ReadonlySignal } from '@preact/signals-core'
import type { Drag } from '../../editor/view/drag.ts'
import { isBinding } from '../../document/kinds/binding.ts'
import type { DocumentView, ElementRecord, Move, RecordId } from '../../document/model/record.ts'
import type { Box } from '../../geometry/box.ts'
import { getUnion } from '../../geometry/box.ts'
import type { Vec } from '../../geometry/vec.ts'
import type { ShapeDefinition, ShapeView } from '../../shape.ts'
import { createPaintOrder } from './paint-order.ts'
import { createSlotIndex } from './slots.ts'

/** Where an element is drawn: in the base picture, in that of the hand, or by itself in every frame. */
export const picturePart = { base: 0, hand: 1, frame: 2 } as const

/** More elements than this are not read one by one when they are let go: a move of so many is always announced as one. */
const readAtOnce = 2000
/** Differences smaller than this, page units, come from adding in another order. */
const rounding = 1e-6
const noSlots = new Int32Array(0)
const still: Vec = { x: 0, y: 0 }

/** How far elements moved together, and where those are, and would be, that did anything else. */
export interface DropArea {
  readonly by: Vec
  readonly apart: readonly Box[]
}

/** More dirty boxes than this at once are told as one: asking every tile about each would cost more than painting. */
const maxDirtyBoxes = 400

export interface RenderIndexParts {
  readonly document: DocumentView
  readonly shapes: ReadonlyMap<string, ShapeDefinition>
  readonly measure: ShapeView['measure']
  readonly lift: ReadonlySignal<Drag | null>
  /** What has to be painted again, page units. */
  onDirty(box: Box): void
}

/**
 * One page as the painter sees it: every drawn element has a dense slot number; bounds, order and clip stand in
 * columns, so that a tile asks for numbers and never walks the document.
 */
export type RenderIndex = ReturnType<typeof createRenderIndex>

export function createRenderIndex({ document, shapes, measure, lift, onDirty }: RenderIndexParts) {
  const index = createSlotIndex()
  const slotOf = new Map<RecordId, number>()
  const order = createPaintOrder({
    document,
    getSlot: (id) => slotOf.get(id),
    clips: (slot) => kinds[slot]?.schema.facets.container === 'frame',
  })
  const records: (ElementRecord | undefined)[] = []
  const kinds: (ShapeDefinition | undefined)[] = []
  const free: number[] = []
  /** One of `picturePart`. */
  let partOf = new Uint8Array(1024)
  /** Counts what changed besides the place, so that a cached drawing knows whether it still holds. */
  let version = new Uint32Array(1024)
  let found = new Uint32Array(4096)
  /** 1 where the record is the one before its element was shifted with many others. */
  let unread = new Uint8Array(1024)
  /** Slots of the list asked for last: a large one is asked for again and again. */
  let known: { readonly ids: unknown; readonly slots: Int32Array } = { ids: undefined, slots: noSlots }
  let page: RecordId | undefined
  let dirtyCount = 0
  let dirtyUnion: Box | undefined

  const getBounds = (id: RecordId): Box | undefined => {
    const slot = slotOf.get(id)
    return slot === undefined ? undefined : index.getBox(slot)
  }
  const getOutline: ShapeView['getOutline'] = (id) => {
    const record = document.get(id)
    const shape = record && shapes.get(record.kind)
    return record && shape ? shape.geometry.outline(record as ElementRecord, view) : undefined
  }
  const view: ShapeView = { document, getBounds, getOutline, measure }

  const markDirty = (box: Box): void => {
    if (++dirtyCount > maxDirtyBoxes) dirtyUnion = dirtyUnion ? getUnion(dirtyUnion, box) : box
    else onDirty(box)
  }
  const flushDirty = (): void => {
    if (dirtyUnion) onDirty(dirtyUnion)
    dirtyCount = 0
    dirtyUnion = undefined
  }
  const reserve = (slots: number): void => {
    index.reserve(slots)
    order.reserve(slots)
    if (slots <= version.length) return
    const size = Math.max(slots, version.length * 2)
    const nextPart = new Uint8Array(size)
    nextPart.set(partOf)
    partOf = nextPart
    const nextVersion = new Uint32Array(size)
    nextVersion.set(version)
    version = nextVersion
    const nextUnread = new Uint8Array(size)
    nextUnread.set(unread)
    unread = nextUnread
  }
  const isOnPage = (record: ElementRecord): boolean => {
    let parent = record.parent
    while (parent !== null) {
      if (parent === page) return true
      parent = document.get(parent)?.parent ?? null
    }
    return false
  }
  const position = (slot: number): void => {
    const record = records[slot]
    const shape = kinds[slot]
    if (!record || !shape) return
    version[slot]!++
    index.set(slot, shape.geometry.bounds(record, view))
  }
  const add = (record: ElementRecord, shape: ShapeDefinition): void => {
    const slot = free.pop() ?? records.length
    reserve(slot + 1)
    slotOf.set(record.id, slot)
    known = { ids: undefined, slots: noSlots }
    records[slot] = record
    kinds[slot] = shape
    partOf[slot] = picturePart.base
    unread[slot] = 0
    order.add(slot, record, page)
    position(slot)
    markDirty(index.getBox(slot))
  }
  const removeSlot = (slot: number, id: RecordId): void => {
    if (partOf[slot] === picturePart.base) markDirty(index.getBox(slot))
    index.remove(slot)
    slotOf.delete(id)
    known = { ids: undefined, slots: noSlots }
    records[slot] = undefined
    kinds[slot] = undefined
    unread[slot] = 0
    order.remove(slot)
    free.push(slot)
  }
  const repaint = (slot: number): void => {
    if (partOf[slot] !== picturePart.base) return position(slot)
    markDirty(index.getBox(slot))
    position(slot)
    markDirty(index.getBox(slot))
  }
  const update = (slot: number, record: ElementRecord): void => {
    const before = records[slot]
    if (before && (before.parent !== record.parent || before.z !== record.z)) order.invalidate()
    records[slot] = record
    unread[slot] = 0
    repaint(slot)
  }
  /** Is the element, in the document, exactly as it was but for this way? */
  const follows = (slot: number, by: Vec): boolean => {
    const before = records[slot]
    const after = before && document.get(before.id)
    return before !== undefined && after !== undefined && onlyMoved(before, after as ElementRecord, by)
  }
  /** The record where it rests, also while it is in the hand. */
  const atRest = (id: RecordId): ElementRecord | undefined => {
    const record = document.get(id) as ElementRecord | undefined
    const up = lift.peek()
    return record && up?.ids.has(id) === true
      ? { ...record, x: record.x - up.dx, y: record.y - up.dy }
      : record
  }
  const readNow = (slot: number): void => {
    unread[slot] = 0
    const before = records[slot]
    const after = before && atRest(before.id)
    if (after) records[slot] = after
  }
  const readElement = (slot: number): ElementRecord | undefined => {
    if (unread[slot] === 1) readNow(slot)
    return records[slot]
  }
  /** What did more than move is taken like any other change. */
  const reread = (ids: ReadonlySet<RecordId>): void => {
    const later: number[] = []
    for (const id of ids) applyOne(id, ids, later)
    for (const slot of later) if (slot >= 0 && hangsOnOthers(slot)) repaint(slot)
  }
  const getSlots = (ids: readonly RecordId[]): Int32Array => {
    if (known.ids === ids) return known.slots
    const slots = new Int32Array(ids.length)
    let n = 0
    for (const id of ids) {
      const slot = slotOf.get(id)
      if (slot !== undefined) slots[n++] = slot
    }
    known = { ids, slots: slots.subarray(0, n) }
    return known.slots
  }
  /** What moved as one keeps its drawing; its record is read when somebody asks for it. */
  const shift = (slots: Int32Array, by: Vec): void => {
    index.shift(slots, by.x, by.y)
    for (const slot of slots) if (records[slot]) unread[slot] = 1
  }
  const showMove = ({ ids, dx, dy }: Move): void => {
    const slots = getSlots(ids)
    markEach(slots)
    shift(slots, { x: dx, y: dy })
    markEach(slots)
  }
  const markEach = (slots: Int32Array): void => {
    if (slots.length > maxDirtyBoxes) markAllDirty(slots)
    else for (const slot of slots) if (partOf[slot] === picturePart.base) markDirty(index.getBox(slot))
  }
  const getBoxes = (ids: ReadonlySet<RecordId>): Box[] => [...ids].flatMap((id) => getBounds(id) ?? [])
  const markAllDirty = (slots: Int32Array): void => {
    const box = index.getBoxAround(slots)
    if (box) onDirty(box)
  }
  const rebuild = (): void => {
    index.clear()
    slotOf.clear()
    known = { ids: undefined, slots: noSlots }
    records.length = 0
    kinds.length = 0
    free.length = 0
    partOf.fill(picturePart.base)
    unread.fill(0)
    order.invalidate()
    if (page === undefined) return
    collect(page)
    // A connector's bounds ask for its targets', so those are placed first.
    for (let slot = 0; slot < records.length; slot++) if (!hangsOnOthers(slot)) position(slot)
    for (let slot = 0; slot < records.length; slot++) if (hangsOnOthers(slot)) position(slot)
  }
  const hangsOnOthers = (slot: number): boolean => {
    return kinds[slot]?.schema.facets.connects === true
  }
  const collect = (parent: RecordId): void => {
    for (const id of document.childIds(parent)) {
      const record = atRest(id)
      const shape = record && shapes.get(record.kind)
      if (record && shape) {
        const slot = records.length
        reserve(slot + 1)
        slotOf.set(id, slot)
        records.push(record)
        kinds.push(shape)
      }
      collect(id)
    }
  }
  /** Connectors that hang on an element are drawn anew when it moves. */
  const touchDependents = (id: RecordId, changed: ReadonlySet<RecordId>): void => {
    for (const binding of document.getBindings(id)) {
      const record = document.get(binding)
      if (!isBinding(record) || record.parent === id || changed.has(record.parent)) continue
      const slot = slotOf.get(record.parent)
      if (slot !== undefined) repaint(slot)
    }
  }
  const applyOne = (id: RecordId, changed: ReadonlySet<RecordId>, later: number[]): void => {
    const record = document.get(id)
    const slot = slotOf.get(id)
    if (!record) {
      if (slot !== undefined) removeSlot(slot, id)
      return
    }
    const shape = shapes.get(record.kind)
    if (!shape) {
      if (document.childIds(id).length > 0) order.invalidate()
      const connector = isBinding(record) ? slotOf.get(record.parent) : undefined
      if (connector !== undefined) later.push(connector)
      return
    }
    const element = record as ElementRecord
    if (slot === undefined) {
      if (isOnPage(element)) add(element, shape)
    } else if (!isOnPage(element)) removeSlot(slot, id)
    else update(slot, element)
    if (shape.schema.facets.connects === true) later.push(slotOf.get(id) ?? -1)
    else if (shape.schema.facets.bindable === true) touchDependents(id, changed)
  }

  return {
    view,
    get page() {
      return page
    },
    setPage(next: RecordId): void {
      page = next
      rebuild()
    },
    /** Reads everything again. */
    rebuild(): void {
      rebuild()
      flushDirty()
    },
    /** Moves come first: what else changed is read as it is now, wherever it has been moved. */
    apply(moves: readonly Move[], rest: ReadonlySet<RecordId>): void {
      for (const move of moves) showMove(move)
      reread(rest)
      flushDirty()
    },
    /** Elements whose bounds touch the box, in paint order; valid until the next call. */
    search(box: Box): Uint32Array {
      order.sortPending(page)
      let n = 0
      if (index.isWide(box)) {
        // In paint order already: the tree's answer would have to be sorted, too.
        if (found.length < order.size) found = new Uint32Array(order.size * 2)
        return found.subarray(0, index.sift(order.slots, order.size, box, found))
      }
      index.visit(box, (slot) => {
        if (n >= found.length) {
          const next = new Uint32Array(found.length * 2)
          next.set(found)
          found = next
        }
        found[n++] = order.getRank(slot)
      })
      const ordered = found.subarray(0, n).sort()
      for (let i = 0; i < n; i++) ordered[i] = order.at(ordered[i]!)
      return ordered
    },
    getSlot: (id: RecordId): number | undefined => slotOf.get(id),
    record: readElement,
    version: (slot: number): number => version[slot]!,
    /** Where a frame lets its children be seen. */
    clipBox(slot: number): Box {
      const record = readElement(slot)
      return (record && kinds[slot]?.geometry.clip?.(record)) ?? index.getBox(slot)
    },
    shape: (slot: number): ShapeDefinition | undefined => kinds[slot],
    rank(slot: number): number {
      order.sortPending(page)
      return order.getRank(slot)
    },
    clip: order.getClip,
    getBox: (slot: number): Box => index.getBox(slot),
    getLeft: index.getLeft,
    getTop: index.getTop,
    getBounds,
    connects: hangsOnOthers,
    getPart: (slot: number): number => partOf[slot]!,
    /** Says which picture an element is part of; what that changes in the base is painted again. */
    put(slot: number, where: number): void {
      if (partOf[slot] === where) return
      partOf[slot] = where
      markDirty(index.getBox(slot))
    },
    /** The same for many; what it uncovers is told as one box. */
    putAll(slots: Int32Array, value: number): void {
      for (const slot of slots) {
        if (partOf[slot] === value) continue
        partOf[slot] = value
        if (slots.length <= maxDirtyBoxes) markDirty(index.getBox(slot))
      }
      if (slots.length > maxDirtyBoxes) markAllDirty(slots)
    },
    /**
     * What a hand let go: `moves` were announced of it, or, of a few, the document is asked. What only moved keeps its
     * drawing and its bounds are shifted, so that dropping a whole board costs no measuring.
     */
    settle(slots: Int32Array, moved: Vec, moves: readonly Move[], suspect: ReadonlySet<RecordId>): DropArea {
      const odd = new Set(suspect)
      const first = moves[0]
      let by = first ? { x: first.dx, y: first.dy } : still
      const count = moves.reduce((sum, { ids }) => sum + ids.length, 0)
      const isOne = count === slots.length && moves.every(({ dx, dy }) => dx === by.x && dy === by.y)
      if (isOne) shift(slots, by)
      else if (moves.length === 0 && slots.length <= readAtOnce) {
        if (slots.some((slot) => follows(slot, moved))) by = moved
        for (const slot of slots) {
          const record = records[slot]
          if (record && !follows(slot, by)) odd.add(record.id)
        }
        shift(slots, by)
      } else if (moves.length > 0) {
        for (const move of moves) shift(getSlots(move.ids), { x: move.dx, y: move.dy })
        const named = new Set(moves.flatMap(({ ids }) => ids))
        for (const slot of slots) {
          const id = records[slot]?.id
          if (id !== undefined && !named.has(id)) odd.add(id)
        }
      }
      const apart = getBoxes(odd)
      reread(odd)
      return { by, apart: [...apart, ...getBoxes(odd)] }
    },
    /** After a run of `hide`: tells what is dirty when there was too much to tell one by one. */
    flushDirty,
    extent: (): Box | undefined => index.extent(),
    /** Elements of the page. */
    get size() {
      return slotOf.size
    },
  }
}

/** Compared field by field: what a shape draws from is its own business. */
function onlyMoved(before: ElementRecord, after: ElementRecord, by: Vec): boolean {
  if (before === after) return by.x === 0 && by.y === 0
  if (Math.abs(after.x - before.x - by.x) > rounding || Math.abs(after.y - before.y - by.y) > rounding)
    return false
  for (const field in after) {
    if (after[field] !== before[field] && field !== 'x' && field !== 'y') return false
  }
  return true
}
