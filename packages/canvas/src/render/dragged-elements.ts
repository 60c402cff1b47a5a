import type { DocumentView, ElementRecord, Move, RecordId } from '../document/model/record.ts'
import type { Drag } from '../editor/view/drag.ts'
import type { ShapeView } from '../shape.ts'
import { picturePart } from './raster/element-slots.ts'
import type { DropArea, RenderIndex } from './raster/render-index.ts'

const noSlots = new Int32Array(0)
/** Ids of a long list that are looked at to tell whether it names everything that is dragged. */
const samples = 256

/** What changed since the last frame. */
export interface Changed {
  readonly moves: readonly Move[]
  readonly rest: ReadonlySet<RecordId>
}

/** What is dragged, drawn where it rests and moved as a picture, and what was announced of it meanwhile. */
export class DraggedElements {
  readonly #renderIndex: RenderIndex
  readonly #document: DocumentView
  #drag: Drag | null = null
  #slots = noSlots
  /** Connectors among them with an end elsewhere: they bend instead of moving along. */
  #bent: RecordId[] = []
  /** Changed by somebody else meanwhile. */
  readonly #suspect = new Set<RecordId>()
  /** Announced moves: pictures follow them when the drag ends. */
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

  /** The same elements, further on. */
  moveTo(drag: Drag | null): void {
    this.#drag = drag
  }

  /** Takes its elements out of the base picture. */
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
    index.setPartOfAll(this.#slots, picturePart.dragged)
    this.#bent = []
    // When everything is dragged, no connector reaches anything that stays.
    if (n === index.size) return
    for (const slot of this.#slots) {
      const record = index.isConnector(slot) ? index.getRecord(slot) : undefined
      if (record && this.#isBent(record.id, drag.ids)) {
        this.#bent.push(record.id)
        index.setPart(slot, picturePart.frame)
      }
    }
  }

  /** Puts its elements into the base picture again, where they are now. */
  drop({ dx, dy }: Drag): DropArea {
    for (const id of this.#bent) this.#suspect.add(id)
    const area = this.#renderIndex.drop({
      slots: this.#slots,
      moved: { x: dx, y: dy },
      moves: this.#moves,
      suspect: this.#suspect,
    })
    this.#renderIndex.setPartOfAll(this.#slots, picturePart.base)
    this.#suspect.clear()
    this.#moves = []
    this.#slots = noSlots
    this.#bent = []
    return area
  }

  /** After everything was read anew: the elements have other slots. */
  restart(): void {
    this.#suspect.clear()
    this.#moves = []
    if (this.#drag) this.start(this.#drag)
  }

  /** Keeps what was announced of dragged elements until the drop; returns what concerns others. */
  keepOwn({ moves, rest }: Changed): Changed {
    const ids = this.#drag?.ids
    if (!ids) return { moves, rest }
    const others = new Set<RecordId>()
    for (const id of rest) (ids.has(id) ? this.#suspect : others).add(id)
    return { moves: moves.flatMap((move) => this.#keepOwnMove(move, ids)), rest: others }
  }

  /** The board with dragged elements where they rest: their cached drawings stay valid and are moved as a whole. */
  createStaticView(): ShapeView {
    const [index, document] = [this.#renderIndex, this.#document]
    const resting: DocumentView = {
      get size() {
        return document.size
      },
      get: (id) => this.#getResting(id),
      still: (id) => document.still(id),
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

  #getResting(id: RecordId): ReturnType<DocumentView['get']> {
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
    const own = isAll(ids, move.ids) ? move.ids : move.ids.filter((id) => ids.has(id))
    if (own.length > 0) this.#moves.push({ ...move, ids: own })
    return own.length < move.ids.length ? [{ ...move, ids: move.ids.filter((id) => !ids.has(id)) }] : []
  }
}

/** As many, and the same at every sample: the drop of very many is announced once, and asking for each takes a frame. */
function isAll(ids: ReadonlySet<RecordId>, list: readonly RecordId[]): boolean {
  if (list.length !== ids.size) return false
  const step = Math.max(1, Math.floor(list.length / samples))
  for (let i = 0; i < list.length; i += step) if (!ids.has(list[i]!)) return false
  return true
}
