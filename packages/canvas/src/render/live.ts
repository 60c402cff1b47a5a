import type { DocumentView, ElementRecord, Move, RecordId } from '../document/model/record.ts'
import type { Drag } from '../editor/view/drag.ts'
import { intersects, type Box } from '../geometry/box.ts'
import type { Look, Pen } from '../pen.ts'
import type { ShapeView } from '../shape.ts'
import { picturePart, type RenderIndex, type DropArea } from './raster/render-index.ts'

/** A second change within this time means a hand is on it; after as much quiet it rests again. */
const quietMs = 200
/** What changed since the last frame. */
export interface Changed {
  readonly moves: readonly Move[]
  readonly rest: ReadonlySet<RecordId>
}

const samples = 256

const noSlots = new Int32Array(0)

/** More elements in the hand than this are painted once as tiles of their own and moved as a picture. */
export const maxLiveDrag = 200

/**
 * What is drawn anew in every frame above the resting picture: elements that somebody is moving or drawing right now.
 * They are hidden in the base picture meanwhile, so moving one repaints nothing but itself.
 */
export function createLive(renderIndex: RenderIndex, document: DocumentView) {
  /** When each recently changed element changed last. */
  const changedAt = new Map<RecordId, number>()
  const hot = new Set<RecordId>()
  let lift: Drag | null = null
  /** Connectors in the hand with an end outside it: they bend instead of moving along. */
  let bent: RecordId[] = []
  /** Slots of what is in the hand. */
  let held = noSlots
  /** In the hand, and changed by somebody else meanwhile. */
  const suspect = new Set<RecordId>()
  /** In the hand, and announced as moved: their pictures follow when the hand lets go. */
  let moves: Move[] = []

  /** The board with lifted elements where they rest: their cached drawings stay good and are moved as a whole. */
  const unmoved: DocumentView = {
    get size() {
      return document.size
    },
    get(id) {
      const slot = lift?.ids.has(id) === true ? renderIndex.getSlot(id) : undefined
      return (slot === undefined ? undefined : renderIndex.record(slot)) ?? document.get(id)
    },
    still: (id) => document.still(id),
    childIds: (parent) => document.childIds(parent),
    pieces: (id) => document.pieces(id),
    getBindings: (id) => document.getBindings(id),
    targets: () => document.targets(),
    ids: () => document.ids(),
  }
  const staticView: ShapeView = {
    document: unmoved,
    getBounds: renderIndex.getBounds,
    getOutline(id) {
      const record = unmoved.get(id)
      const slot = renderIndex.getSlot(id)
      const shape = slot === undefined ? undefined : renderIndex.shape(slot)
      return record && shape ? shape.geometry.outline(record as ElementRecord, staticView) : undefined
    },
    measure: renderIndex.view.measure,
  }

  const isBent = (id: RecordId, ids: ReadonlySet<RecordId>): boolean =>
    document.getBindings(id).some((binding) => {
      const target = document.get(binding)?.['target']
      return typeof target === 'string' && !ids.has(target)
    })
  const take = (next: Drag): void => {
    const slots = new Int32Array(next.ids.size)
    let n = 0
    for (const id of next.ids) {
      const slot = renderIndex.getSlot(id)
      if (slot !== undefined) slots[n++] = slot
    }
    held = slots.subarray(0, n)
    for (const id of hot) {
      if (!next.ids.has(id)) continue
      hot.delete(id)
      changedAt.delete(id)
    }
    renderIndex.putAll(held, picturePart.hand)
    bent = []
    // With everything in the hand nothing hangs on what stays.
    if (n === renderIndex.size) return
    for (const slot of held) {
      const record = renderIndex.record(slot)
      if (record && renderIndex.connects(slot) && isBent(record.id, next.ids)) {
        bent.push(record.id)
        renderIndex.put(slot, picturePart.frame)
      }
    }
  }
  const letGo = (before: Drag): DropArea => {
    for (const id of bent) suspect.add(id)
    const landed = renderIndex.settle(held, { x: before.dx, y: before.dy }, moves, suspect)
    renderIndex.putAll(held, picturePart.base)
    suspect.clear()
    moves = []
    held = noSlots
    bent = []
    return landed
  }
  const hide = (id: RecordId, off: boolean): void => {
    const slot = renderIndex.getSlot(id)
    if (slot !== undefined) renderIndex.put(slot, off ? picturePart.frame : picturePart.base)
  }
  const drawOne = (pen: Pen, id: RecordId, view: ShapeView, look: Look, clipped: boolean): void => {
    const slot = renderIndex.getSlot(id)
    const shape = slot === undefined ? undefined : renderIndex.shape(slot)
    const record = view.document.get(id)
    if (slot === undefined || !shape || !record) return
    pen.save()
    if (clipped) {
      for (let frame = renderIndex.clip(slot); frame !== -1; frame = renderIndex.clip(frame))
        pen.clip(renderIndex.clipBox(frame))
    }
    shape.draw(pen, record as ElementRecord, view, look)
    pen.restore()
  }

  const warm = (id: RecordId, nowMs: number): void => {
    const before = changedAt.get(id)
    changedAt.set(id, nowMs)
    if (before === undefined || nowMs - before >= quietMs || hot.has(id) || hot.size >= maxLiveDrag) return
    if (renderIndex.getSlot(id) === undefined) return
    hot.add(id)
    hide(id, true)
  }

  return {
    staticView,
    get lift(): Drag | null {
      return lift
    },
    /** Too many in the hand to be drawn one by one. */
    get isDragLarge(): boolean {
      return lift !== null && lift.ids.size > maxLiveDrag
    },
    /** Drawn in every frame without being in the hand. */
    get inMotion(): Iterable<RecordId> {
      return hot
    },
    get isBusy(): boolean {
      return hot.size > 0
    },
    /** What was announced, without what is in the hand: that is read when it lands. */
    notice(changed: Changed, nowMs: number): Changed {
      const isDragging = lift?.ids
      const rest = new Set<RecordId>()
      for (const id of changed.rest) {
        if (isDragging?.has(id) === true) suspect.add(id)
        else rest.add(id)
      }
      // Very many at once are painted where they are: drawn anew in every frame they would cost more than that.
      if (rest.size <= maxLiveDrag) for (const id of rest) warm(id, nowMs)
      if (!isDragging) return { moves: changed.moves, rest }
      const others: Move[] = []
      for (const move of changed.moves) {
        const held = isAll(isDragging, move.ids) ? move.ids : move.ids.filter((id) => isDragging.has(id))
        if (held.length > 0) moves.push({ ...move, ids: held })
        if (held.length < move.ids.length)
          others.push({ ...move, ids: move.ids.filter((id) => !isDragging.has(id)) })
      }
      return { moves: others, rest }
    },
    /** Puts back what has been quiet; answers how long until the next one is, or undefined. */
    cool(nowMs: number): number | undefined {
      let next: number | undefined
      for (const [id, at] of changedAt) {
        const left = at + quietMs - nowMs
        if (left > 0) next = Math.min(next ?? left, left)
        else {
          changedAt.delete(id)
          if (hot.delete(id)) hide(id, false)
        }
      }
      return next
    },
    /** Follows the hand; answers where what it let go has landed, if it let go. */
    setDrag(next: Drag | null): DropArea | undefined {
      const before = lift
      lift = next
      if (before?.ids === next?.ids) return undefined
      const landed = before ? letGo(before) : undefined
      if (next) take(next)
      renderIndex.flushDirty()
      return landed
    },
    /** After everything was read anew: what is in the hand has other slots, and nobody's hand is known. */
    retake(): void {
      hot.clear()
      changedAt.clear()
      suspect.clear()
      moves = []
      if (lift) take(lift)
    },
    /** Draws what is in motion and in sight, above everything that rests. */
    draw(pen: Pen, seen: Box, look: Look): void {
      for (const id of hot) {
        const bounds = renderIndex.getBounds(id)
        if (bounds && intersects(bounds, seen)) drawOne(pen, id, renderIndex.view, look, true)
      }
      if (!lift) return
      const bends = new Set(bent)
      if (lift.ids.size <= maxLiveDrag) {
        pen.save()
        pen.translate(lift.dx, lift.dy)
        for (const id of inOrder(renderIndex, lift.ids))
          if (!bends.has(id)) drawOne(pen, id, staticView, look, false)
        pen.restore()
      }
      for (const id of bent) drawOne(pen, id, renderIndex.view, look, false)
    },
  }
}

export type Live = ReturnType<typeof createLive>

/** As many, and wherever one looks the same: a drop of very many is announced once, and asking for each takes a frame. */
function isAll(ids: ReadonlySet<RecordId>, list: readonly RecordId[]): boolean {
  if (list.length !== ids.size) return false
  const step = Math.max(1, Math.floor(list.length / samples))
  for (let i = 0; i < list.length; i += step) if (!ids.has(list[i]!)) return false
  return true
}

function inOrder(renderIndex: RenderIndex, ids: Iterable<RecordId>): RecordId[] {
  const known = [...ids].filter((id) => renderIndex.getSlot(id) !== undefined)
  return known.sort(
    (a, b) => renderIndex.rank(renderIndex.getSlot(a)!) - renderIndex.rank(renderIndex.getSlot(b)!),
  )
}
