import { getRange } from '../document/model/id-list.ts'
import type { DocumentView, ElementRecord, Move, RecordId } from '../document/model/record.ts'
import type { Drag } from '../editor/view/drag.ts'
import type { ShapeView } from '../shape.ts'
import { layerPart } from './raster/element-slots.ts'
import type { DropArea, RenderIndex } from './raster/render-index.ts'

const noSlots = new Int32Array(0)
/** Number of samples to check whether a long list contains everything that is dragged. */
const samples = 256

/** Changes since the last frame. */
export interface FrameChanges {
  readonly moves: readonly Move[]
  readonly rest: ReadonlySet<RecordId>
}

/**
 * Dragged elements, drawn at their original position and moved as a bitmap, with the changes reported meanwhile.
 */
export class DraggedElements {
  readonly #renderIndex: RenderIndex
  readonly #document: DocumentView
  #drag: Drag | null = null
  #slots = noSlots
  /** Dragged connectors with one end attached to a static element; they are rerouted instead of moved. */
  #bent: RecordId[] = []
  /** Dragged elements that other users changed meanwhile. */
  readonly #suspect = new Set<RecordId>()
  /** Reported moves; applied to the tiles when the drag ends. */
  #moves: Move[] = []

  constructor(renderIndex: RenderIndex, document: DocumentView) {
    this.#renderIndex = renderIndex
    this.#document = document
  }

  get drag(): Drag | null {
    return this.#drag
  }

  get bent(): readonly RecordId[] {
    return this.#bent
  }

  /** Updates the offset of the drag. */
  moveTo(drag: Drag | null): void {
    this.#drag = drag
  }

  /** Removes its elements from the static layer. */
  start(drag: Drag): void {
    const index = this.#renderIndex
    this.#drag = drag
    const slots = new Int32Array(drag.ids.size)
    let n = 0
    for (const id of drag.ids) {
      const slot = index.getSlot(id)
      if (slot !== undefined) slots[n++] = slot
    }
    this.#slots = slots.subarray(0, n)
    index.setPartOfAll(this.#slots, layerPart.dragged)
    this.#bent = []
    // If everything is dragged, no connector is attached to a static element.
    if (n === index.size) return
    for (const slot of this.#slots) {
      const record = index.isConnector(slot) ? index.getRecord(slot) : undefined
      if (record && this.#isBent(record.id, drag.ids)) {
        this.#bent.push(record.id)
        index.setPart(slot, layerPart.frame)
      }
    }
  }

  /** Returns its elements to the static layer at their final position. */
  drop({ dx, dy }: Drag): DropArea {
    for (const id of this.#bent) this.#suspect.add(id)
    const area = this.#renderIndex.drop({
      slots: this.#slots,
      moved: { x: dx, y: dy },
      moves: this.#moves,
      suspect: this.#suspect,
    })
    this.#renderIndex.setPartOfAll(this.#slots, layerPart.base)
    this.#suspect.clear()
    this.#moves = []
    this.#slots = noSlots
    this.#bent = []
    return area
  }

  /** Called after a reload, which assigns new slots. */
  restart(): void {
    this.#suspect.clear()
    this.#moves = []
    if (this.#drag) this.start(this.#drag)
  }

  /** Holds back changes of dragged elements until the drop; returns the others. */
  holdBackOwn({ moves, rest }: FrameChanges): FrameChanges {
    const ids = this.#drag?.ids
    if (!ids) return { moves, rest }
    const others = new Set<RecordId>()
    for (const id of rest) (ids.has(id) ? this.#suspect : others).add(id)
    return { moves: moves.flatMap((move) => this.#keepOwnMove(move, ids)), rest: others }
  }

  /** The board with dragged elements at their original position, so that cached drawings stay valid. */
  createStaticView(): ShapeView {
    const [index, document] = [this.#renderIndex, this.#document]
    const resting: DocumentView = {
      get size() {
        return document.size
      },
      get: (id) => this.#getUnmoved(id),
      getUnmoved: (id) => document.getUnmoved(id),
      childIds: (parent) => document.childIds(parent),
      pieces: (id) => document.pieces(id),
      getBindings: (id) => document.getBindings(id),
      targets: () => document.targets(),
      ids: () => document.ids(),
    }
    const view: ShapeView = {
      document: resting,
      getBounds: (id) => index.getBounds(id),
      getOutline(id) {
        const record = resting.get(id)
        const slot = index.getSlot(id)
        const shape = slot === undefined ? undefined : index.getShape(slot)
        return record && shape ? shape.geometry.outline(record as ElementRecord, view) : undefined
      },
      measure: index.view.measure,
    }
    return view
  }

  #getUnmoved(id: RecordId): ReturnType<DocumentView['get']> {
    const slot = this.#drag?.ids.has(id) === true ? this.#renderIndex.getSlot(id) : undefined
    return (slot === undefined ? undefined : this.#renderIndex.getRecord(slot)) ?? this.#document.get(id)
  }

  #isBent(connector: RecordId, ids: ReadonlySet<RecordId>): boolean {
    return this.#document.getBindings(connector).some((binding) => {
      const target = this.#document.get(binding)?.['target']
      return typeof target === 'string' && !ids.has(target)
    })
  }

  #keepOwnMove(move: Move, ids: ReadonlySet<RecordId>): Move[] {
    // A large drop arrives in parts of one list.
    const isOwn = isAll(ids, getRange(move.ids).of)
    const own = isOwn ? move.ids : move.ids.filter((id) => ids.has(id))
    if (own.length > 0) this.#moves.push({ ...move, ids: own })
    return own.length < move.ids.length ? [{ ...move, ids: move.ids.filter((id) => !ids.has(id)) }] : []
  }
}

/** Compares sizes and samples, because comparing very long lists takes a frame. */
function isAll(ids: ReadonlySet<RecordId>, list: readonly RecordId[]): boolean {
  if (list.length !== ids.size) return false
  const step = Math.max(1, Math.floor(list.length / samples))
  for (let i = 0; i < list.length; i += step) if (!ids.has(list[i]!)) return false
  return true
}
