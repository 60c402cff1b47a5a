import type { DocumentView, ElementRecord, RecordId } from '../document/model/record.ts'
import type { Drag } from '../editor/view/drag.ts'
import { intersects, type Box } from '../geometry/box.ts'
import type { RenderOptions, Pen } from '../pen.ts'
import type { ShapeView } from '../shape.ts'
import { ActiveElements } from './active-elements.ts'
import { DraggedElements, type Changed } from './dragged-elements.ts'
import type { DropArea, RenderIndex } from './raster/render-index.ts'

/** More dragged elements than this are painted once as tiles of their own and moved as a picture. */
export const maxLiveDrag = 200

/**
 * What is drawn anew in every frame above the base picture: elements that are dragged here, or that somebody else is
 * changing right now. They are hidden in the base picture meanwhile, so moving one repaints nothing but itself.
 */
export class LiveLayer {
  /** The board with dragged elements where they rest. */
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

  /** Too many are dragged to be drawn one by one. */
  get isDragLarge(): boolean {
    return this.drag !== null && this.drag.ids.size > maxLiveDrag
  }

  /** Drawn in every frame without being dragged. */
  get active(): ReadonlySet<RecordId> {
    return this.#active.ids
  }

  /** Returns what was announced, without what is dragged: that is read when it is dropped. */
  note(changed: Changed, nowMs: number): Changed {
    const others = this.#dragged.keepOwn(changed)
    this.#active.note(others.rest, nowMs)
    return others
  }

  /** Puts back what has been quiet; returns how long until the next one is, or undefined. */
  cool(nowMs: number): number | undefined {
    return this.#active.cool(nowMs)
  }

  /** Follows the drag; returns where its elements were dropped, if they were. */
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

  /** After everything was read anew: dragged elements have other slots, and nobody else is known to change any. */
  restart(): void {
    this.#active.clear()
    this.#dragged.restart()
  }

  /** Draws it, as far as it is in sight, above everything that rests. */
  draw(pen: Pen, seen: Box, look: RenderOptions): void {
    for (const id of this.#active.ids) {
      const bounds = this.#renderIndex.getBounds(id)
      if (bounds && intersects(bounds, seen)) this.#drawOne(pen, id, this.#renderIndex.view, look, true)
    }
    if (!this.drag) return
    if (!this.isDragLarge) this.#drawDragged(pen, this.drag, look)
    for (const id of this.#dragged.bent) this.#drawOne(pen, id, this.#renderIndex.view, look, false)
  }

  #drawDragged(pen: Pen, { ids, dx, dy }: Drag, look: RenderOptions): void {
    const bent = new Set(this.#dragged.bent)
    pen.save()
    pen.translate(dx, dy)
    for (const id of inPaintOrder(this.#renderIndex, ids))
      if (!bent.has(id)) this.#drawOne(pen, id, this.staticView, look, false)
    pen.restore()
  }

  #drawOne(pen: Pen, id: RecordId, view: ShapeView, look: RenderOptions, isClipped: boolean): void {
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
    shape.draw(pen, record as ElementRecord, view, look)
    pen.restore()
  }
}

function inPaintOrder(renderIndex: RenderIndex, ids: Iterable<RecordId>): RecordId[] {
  const known = [...ids].filter((id) => renderIndex.getSlot(id) !== undefined)
  return known.sort(
    (a, b) => renderIndex.getRank(renderIndex.getSlot(a)!) - renderIndex.getRank(renderIndex.getSlot(b)!),
  )
}
