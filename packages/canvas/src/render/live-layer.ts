import type { DocumentView, ElementRecord, RecordId } from '../document/model/record.ts'
import type { Drag } from '../editor/view/drag.ts'
import { intersects, unionOfAll, type Box } from '../geometry/box.ts'
import type { RenderOptions, Pen } from '../pen.ts'
import type { ShapeView } from '../shape.ts'
import { ActiveElements } from './active-elements.ts'
import { DraggedElements, type FrameChanges } from './dragged-elements.ts'
import type { DropArea, RenderIndex } from './raster/render-index.ts'

/** An element with more elements above it does not play: all of them would be drawn in every frame. */
const maxAbovePlaying = 60

/** Larger drags are painted once as separate tiles and moved as a bitmap. */
export const maxLiveDrag = 200

/**
 * Elements drawn anew in every frame above the tiles: those dragged here, and those other users are currently
 * changing. They are hidden in the tiles, so that moving one repaints nothing else.
 */
export class LiveLayer {
  /** The board with dragged elements at their original position. */
  readonly staticView: ShapeView
  readonly #renderIndex: RenderIndex
  readonly #active: ActiveElements
  readonly #dragged: DraggedElements

  constructor(renderIndex: RenderIndex, document: DocumentView) {
    this.#renderIndex = renderIndex
    this.#active = new ActiveElements(renderIndex, maxLiveDrag)
    this.#dragged = new DraggedElements(renderIndex, document)
    this.staticView = this.#dragged.createStaticView()
  }

  get drag(): Drag | null {
    return this.#dragged.drag
  }

  /** The drag is too large to draw its elements individually. */
  get isDragLarge(): boolean {
    return this.drag !== null && this.drag.ids.size > maxLiveDrag
  }

  /** Elements drawn in every frame that are not dragged. */
  get active(): ReadonlySet<RecordId> {
    return this.#active.ids
  }

  /** Records changes. Returns those of elements that are not dragged; the others are read at the drop. */
  note(changed: FrameChanges, nowMs: number): FrameChanges {
    const others = this.#dragged.holdBackOwn(changed)
    this.#active.note(others.rest, nowMs)
    return others
  }

  /** Deactivates elements without recent changes. Returns the time until the next one, or undefined. */
  deactivateIdle(nowMs: number): number | undefined {
    return this.#active.deactivateIdle(nowMs)
  }

  /**
   * Draws these elements in every frame, with all that lies above them, so that the stacking order stays. Returns
   * those for which that is not too much.
   */
  play(ids: readonly RecordId[]): readonly RecordId[] {
    const pinned = new Set<RecordId>()
    const playing = ids.filter((id) => {
      if (this.drag?.ids.has(id)) return true
      const above = this.#findAbove(id)
      if (above) for (const one of above) pinned.add(one)
      return above !== undefined
    })
    this.#active.pin(pinned)
    this.#renderIndex.flushDirty()
    return playing
  }

  /** Updates the drag. Returns the area of a drop, if the drag ended. */
  setDrag(next: Drag | null): DropArea | undefined {
    const before = this.drag
    if (before?.ids === next?.ids) {
      this.#dragged.moveTo(next)
      return undefined
    }
    this.#dragged.moveTo(null)
    const area = before ? this.#dragged.drop(before) : undefined
    if (next) {
      this.#active.release(next.ids)
      this.#dragged.start(next)
    }
    this.#renderIndex.flushDirty()
    return area
  }

  /** Resets after a reload, which assigns new slots. */
  restart(): void {
    this.#active.clear()
    this.#dragged.restart()
  }

  /** Page box around the visible active elements; undefined if there are none. */
  getActiveArea(seen: Box): Box | undefined {
    const boxes = [...this.#active.ids].flatMap((id) => this.#renderIndex.getBounds(id) ?? [])
    return unionOfAll(boxes.filter((box) => intersects(box, seen)))
  }

  /** Draws visible live elements above all static ones. */
  draw(pen: Pen, seen: Box, options: RenderOptions): void {
    for (const id of inPaintOrder(this.#renderIndex, this.#active.ids)) {
      const bounds = this.#renderIndex.getBounds(id)
      if (bounds && intersects(bounds, seen)) this.#drawOne(pen, id, this.#renderIndex.view, options, true)
    }
    if (!this.drag) return
    if (!this.isDragLarge) this.#drawDragged(pen, this.drag, options)
    for (const id of this.#dragged.bent) this.#drawOne(pen, id, this.#renderIndex.view, options, false)
  }

  /** An element with those above it, those above these, and so on; undefined if there are too many. */
  #findAbove(id: RecordId): ReadonlySet<RecordId> | undefined {
    const index = this.#renderIndex
    const first = index.getSlot(id)
    const found = new Set<RecordId>(first === undefined ? [] : [id])
    const open = first === undefined ? [] : [first]
    for (let slot = open.pop(); slot !== undefined; slot = open.pop()) {
      const rank = index.getRank(slot)
      // The result is valid until the next search only.
      for (const other of [...index.search(index.getBox(slot))]) {
        const record = index.getRank(other) > rank ? index.getRecord(other) : undefined
        if (!record || found.has(record.id) || this.drag?.ids.has(record.id)) continue
        if (found.size >= maxAbovePlaying) return undefined
        found.add(record.id)
        open.push(other)
      }
    }
    return found
  }

  #drawDragged(pen: Pen, { ids, dx, dy }: Drag, options: RenderOptions): void {
    const bent = new Set(this.#dragged.bent)
    pen.save()
    pen.translate(dx, dy)
    for (const id of inPaintOrder(this.#renderIndex, ids))
      if (!bent.has(id)) this.#drawOne(pen, id, this.staticView, options, false)
    pen.restore()
  }

  #drawOne(pen: Pen, id: RecordId, view: ShapeView, options: RenderOptions, isClipped: boolean): void {
    const index = this.#renderIndex
    const slot = index.getSlot(id)
    const shape = slot === undefined ? undefined : index.getShape(slot)
    const record = view.document.get(id)
    if (slot === undefined || !shape || !record) return
    pen.save()
    if (isClipped) {
      for (let frame = index.getClip(slot); frame !== -1; frame = index.getClip(frame))
        pen.clip(index.getClipBox(frame))
    }
    shape.draw(pen, record as ElementRecord, view, options)
    pen.restore()
  }
}

function inPaintOrder(renderIndex: RenderIndex, ids: Iterable<RecordId>): RecordId[] {
  const known = [...ids].filter((id) => renderIndex.getSlot(id) !== undefined)
  return known.sort(
    (a, b) => renderIndex.getRank(renderIndex.getSlot(a)!) - renderIndex.getRank(renderIndex.getSlot(b)!),
  )
}
