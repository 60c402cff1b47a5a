import { isBinding } from '../document/kinds/binding.ts'
import type { DocumentChange, DocumentView, ElementRecord, RecordId } from '../document/record.ts'
import type { Box } from '../geometry/box.ts'
import { unionOf } from '../geometry/box.ts'
import type { ShapeDefinition, ShapeView } from '../shape.ts'
import { createSlotIndex } from './slots.ts'

/** More dirty boxes than this at once are told as one: asking every tile about each would cost more than painting. */
const maxDirtyBoxes = 400

export interface ColumnsParts {
  readonly document: DocumentView
  readonly shapes: ReadonlyMap<string, ShapeDefinition>
  readonly measure: ShapeView['measure']
  /** What has to be painted again, page units. */
  onDirty(box: Box): void
}

/**
 * One page as the painter sees it: every drawn element has a dense slot number; bounds, order and clip stand in
 * columns, so that a tile asks for numbers and never walks the document.
 */
export type Columns = ReturnType<typeof createColumns>

export function createColumns({ document, shapes, measure, onDirty }: ColumnsParts) {
  const index = createSlotIndex()
  const slotOf = new Map<RecordId, number>()
  const records: (ElementRecord | undefined)[] = []
  const kinds: (ShapeDefinition | undefined)[] = []
  const free: number[] = []
  /** Place in paint order; `atRank` is its inverse, -1 where something was removed. */
  let rankOf = new Int32Array(1024)
  let atRank = new Int32Array(1024)
  let ranks = 0
  /** Slot of the nearest frame around it, -1 for none. */
  let clipOf = new Int32Array(1024)
  let hidden = new Uint8Array(1024)
  /** Counts what changed besides the place, so that a cached drawing knows whether it still holds. */
  let version = new Uint32Array(1024)
  let found = new Uint32Array(4096)
  let orderStale = true
  let page: RecordId | undefined
  let dirtyCount = 0
  let dirtyUnion: Box | undefined

  const boundsOf = (id: RecordId): Box | undefined => {
    const slot = slotOf.get(id)
    return slot === undefined ? undefined : index.boxOf(slot)
  }
  const outlineOf: ShapeView['outlineOf'] = (id) => {
    const record = document.get(id)
    const shape = record && shapes.get(record.kind)
    return record && shape ? shape.geometry.outline(record as ElementRecord, view) : undefined
  }
  const view: ShapeView = { document, boundsOf, outlineOf, measure }

  const markDirty = (box: Box): void => {
    if (++dirtyCount > maxDirtyBoxes) dirtyUnion = dirtyUnion ? unionOf(dirtyUnion, box) : box
    else onDirty(box)
  }
  const flushDirty = (): void => {
    if (dirtyUnion) onDirty(dirtyUnion)
    dirtyCount = 0
    dirtyUnion = undefined
  }
  const reserve = (slots: number): void => {
    index.reserve(slots)
    if (slots <= rankOf.length) return
    const size = Math.max(slots, rankOf.length * 2)
    rankOf = grown(rankOf, size)
    clipOf = grown(clipOf, size)
    const nextHidden = new Uint8Array(size)
    nextHidden.set(hidden)
    hidden = nextHidden
    const nextVersion = new Uint32Array(size)
    nextVersion.set(version)
    version = nextVersion
  }
  const isOnPage = (record: ElementRecord): boolean => {
    let parent = record.parent
    while (parent !== null) {
      if (parent === page) return true
      parent = document.get(parent)?.parent ?? null
    }
    return false
  }
  const place = (slot: number): void => {
    const record = records[slot]
    const shape = kinds[slot]
    if (!record || !shape) return
    version[slot]!++
    index.set(slot, shape.geometry.bounds(record, view))
  }
  /** A new element on top of everything, the usual case, needs no new order. */
  const tryAppend = (slot: number, record: ElementRecord): void => {
    if (orderStale) return
    if (record.parent === page && document.childIds(page).at(-1) === record.id) giveRank(slot, -1)
    else orderStale = true
  }
  const giveRank = (slot: number, clip: number): void => {
    if (ranks >= atRank.length) atRank = grown(atRank, ranks * 2)
    rankOf[slot] = ranks
    clipOf[slot] = clip
    atRank[ranks++] = slot
  }
  const add = (record: ElementRecord, shape: ShapeDefinition): void => {
    const slot = free.pop() ?? records.length
    reserve(slot + 1)
    slotOf.set(record.id, slot)
    records[slot] = record
    kinds[slot] = shape
    hidden[slot] = 0
    tryAppend(slot, record)
    place(slot)
    markDirty(index.boxOf(slot))
  }
  const removeSlot = (slot: number, id: RecordId): void => {
    if (hidden[slot] === 0) markDirty(index.boxOf(slot))
    index.remove(slot)
    slotOf.delete(id)
    records[slot] = undefined
    kinds[slot] = undefined
    atRank[rankOf[slot]!] = -1
    free.push(slot)
  }
  const repaint = (slot: number): void => {
    if (hidden[slot] === 1) return place(slot)
    markDirty(index.boxOf(slot))
    place(slot)
    markDirty(index.boxOf(slot))
  }
  const update = (slot: number, record: ElementRecord): void => {
    const before = records[slot]
    if (before && (before.parent !== record.parent || before.z !== record.z)) orderStale = true
    records[slot] = record
    repaint(slot)
  }
  const visitTree = (parent: RecordId, clip: number): void => {
    for (const id of document.childIds(parent)) {
      const slot = slotOf.get(id)
      if (slot !== undefined) giveRank(slot, clip)
      const clips = slot !== undefined && kinds[slot]?.schema.facets.container === 'frame'
      visitTree(id, clips ? slot : clip)
    }
  }
  const sortOut = (): void => {
    if (!orderStale) return
    orderStale = false
    ranks = 0
    if (page !== undefined) visitTree(page, -1)
  }
  const rebuild = (): void => {
    index.clear()
    slotOf.clear()
    records.length = 0
    kinds.length = 0
    free.length = 0
    hidden.fill(0)
    ranks = 0
    orderStale = true
    if (page === undefined) return
    collect(page)
    // A connector's bounds ask for its targets', so those are placed first.
    for (let slot = 0; slot < records.length; slot++) if (!hangsOnOthers(slot)) place(slot)
    for (let slot = 0; slot < records.length; slot++) if (hangsOnOthers(slot)) place(slot)
  }
  const hangsOnOthers = (slot: number): boolean => {
    return kinds[slot]?.schema.facets.connects === true
  }
  const collect = (parent: RecordId): void => {
    for (const id of document.childIds(parent)) {
      const record = document.get(id)
      const shape = record && shapes.get(record.kind)
      if (record && shape) {
        const slot = records.length
        reserve(slot + 1)
        slotOf.set(id, slot)
        records.push(record as ElementRecord)
        kinds.push(shape)
      }
      collect(id)
    }
  }
  /** Connectors that hang on an element are drawn anew when it moves. */
  const touchDependents = (id: RecordId, changed: ReadonlySet<RecordId>): void => {
    for (const binding of document.bindingsOf(id)) {
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
      orderStale ||= document.childIds(id).length > 0
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
    apply(change: DocumentChange): void {
      if (change.whole) rebuild()
      else {
        const later: number[] = []
        for (const id of change.ids) applyOne(id, change.ids, later)
        // What hangs on others is placed again once all of them are.
        for (const slot of later) if (slot >= 0 && hangsOnOthers(slot)) repaint(slot)
      }
      flushDirty()
    },
    /** Elements whose bounds touch the box, in paint order; valid until the next call. */
    search(box: Box): Uint32Array {
      sortOut()
      let n = 0
      index.visit(box, (slot) => {
        if (n >= found.length) {
          const next = new Uint32Array(found.length * 2)
          next.set(found)
          found = next
        }
        found[n++] = rankOf[slot]!
      })
      const ordered = found.subarray(0, n).sort()
      for (let i = 0; i < n; i++) ordered[i] = atRank[ordered[i]!]!
      return ordered
    },
    slotOf: (id: RecordId): number | undefined => slotOf.get(id),
    record: (slot: number): ElementRecord | undefined => records[slot],
    version: (slot: number): number => version[slot]!,
    /** Where a frame lets its children be seen. */
    clipBox(slot: number): Box {
      const record = records[slot]
      return (record && kinds[slot]?.geometry.clip?.(record)) ?? index.boxOf(slot)
    },
    shape: (slot: number): ShapeDefinition | undefined => kinds[slot],
    rank(slot: number): number {
      sortOut()
      return rankOf[slot]!
    },
    clip: (slot: number): number => clipOf[slot]!,
    boxOf: (slot: number): Box => index.boxOf(slot),
    boundsOf,
    isHidden: (slot: number): boolean => hidden[slot] === 1,
    /** Takes an element off the base picture, or puts it back; the hole is painted again. */
    hide(slot: number, off: boolean): void {
      if ((hidden[slot] === 1) === off) return
      hidden[slot] = off ? 1 : 0
      markDirty(index.boxOf(slot))
    },
    /**
     * Reads elements again after a hand let them go. What only moved by the offset keeps its drawing and its bounds
     * are shifted, so that dropping a whole board costs no measuring.
     */
    settle(ids: Iterable<RecordId>, dx: number, dy: number): void {
      const changed = new Set(ids)
      const later: number[] = []
      for (const id of changed) {
        const slot = slotOf.get(id)
        const before = slot === undefined ? undefined : records[slot]
        const record = document.get(id) as ElementRecord | undefined
        if (slot !== undefined && before && record && onlyMoved(before, record, dx, dy)) {
          records[slot] = record
          if (dx === 0 && dy === 0) continue
          const box = index.boxOf(slot)
          index.set(slot, { x: box.x + dx, y: box.y + dy, w: box.w, h: box.h })
          markDirty(box)
          markDirty(index.boxOf(slot))
        } else applyOne(id, changed, later)
      }
      for (const slot of later) if (slot >= 0 && hangsOnOthers(slot)) repaint(slot)
      flushDirty()
    },
    /** After a run of `hide`: tells what is dirty when there was too much to tell one by one. */
    flushDirty,
    extent: (): Box | undefined => index.extent(),
    /** Slots given out so far, free ones included. */
    get slots() {
      return records.length
    },
  }
}

function onlyMoved(before: ElementRecord, after: ElementRecord, dx: number, dy: number): boolean {
  return (
    after.x === before.x + dx &&
    after.y === before.y + dy &&
    after.w === before.w &&
    after.h === before.h &&
    after.r === before.r &&
    after.parent === before.parent &&
    after.z === before.z &&
    after['text'] === before['text'] &&
    after['points'] === before['points'] &&
    after['strokeWidth'] === before['strokeWidth']
  )
}

function grown(column: Int32Array<ArrayBuffer>, size: number): Int32Array<ArrayBuffer> {
  const next = new Int32Array(size)
  next.set(column)
  return next
}
