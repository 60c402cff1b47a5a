import { signal, type ReadonlySignal } from '@preact/signals-core'
import type { Change } from '../../document/model/change.ts'
import { createBoardChange } from '../../document/model/document-change.ts'
import type {
  BoardChange,
  BoardRecord,
  LiveDocument,
  Move,
  RecordId,
  StrokePiece,
} from '../../document/model/record.ts'
import type { Drag } from './drag.ts'
import { PreviewLayers, shiftRecord } from './preview-layers.ts'
import { listAttachedConnectors, listBentConnectors } from './relations.ts'

/** The document as shown: with previews of this tab's and other users' gestures applied. */
export class DrawnDocument implements LiveDocument {
  readonly #base: LiveDocument
  readonly #layers: PreviewLayers
  readonly #listeners = new Set<(change: BoardChange) => void>()
  readonly #drag = signal<Drag | null>(null)
  /**
   * Shifted records of the current drag. The same object is returned each time, because caches compare by
   * identity.
   */
  readonly #dragged = new Map<RecordId, { readonly from: BoardRecord; readonly shifted: BoardRecord }>()
  /** Connectors attached to dragged elements, cached per set. */
  #attached: { readonly on: ReadonlySet<RecordId>; readonly ids: readonly RecordId[] } | undefined
  /** Connectors attached to elements of the last drag; reported with the next change. */
  #released: readonly RecordId[] = []
  /** Number of elements in the current drop. */
  #dropping = 0
  readonly #stop: () => void

  constructor(base: LiveDocument) {
    this.#base = base
    this.#layers = new PreviewLayers(base)
    this.#stop = base.observe((change) => this.#baseChanged(change))
  }

  get drag(): ReadonlySignal<Drag | null> {
    return this.#drag
  }

  get size(): number {
    return this.#base.size
  }

  each(ids: readonly RecordId[], visit: (record: BoardRecord | undefined, id: RecordId) => void): void {
    if (this.#layers.isEmpty) return this.#base.each(ids, visit)
    for (const id of ids) visit(this.getUnmoved(id), id)
  }

  getUnmoved(id: RecordId): BoardRecord | undefined {
    return this.#layers.getUnmoved(id)
  }

  get(id: RecordId): BoardRecord | undefined {
    const record = this.#layers.get(id)
    const drag = this.#drag.peek()
    if (!record || !drag?.ids.has(id)) return record
    const known = this.#dragged.get(id)
    if (known?.from === record) return known.shifted
    const shifted = shiftRecord(record, drag.dx, drag.dy)
    this.#dragged.set(id, { from: record, shifted })
    return shifted
  }

  childIds(parent: RecordId | null): readonly RecordId[] {
    return this.#layers.childIds(parent)
  }

  pieces(id: RecordId): readonly StrokePiece[] {
    return this.#layers.pieces(id)
  }

  getBindings(id: RecordId): readonly RecordId[] {
    return this.#layers.getBindings(id)
  }

  suggestionIds(): ReturnType<LiveDocument['suggestionIds']> {
    return this.#base.suggestionIds()
  }

  targets(): Iterable<RecordId> {
    return this.#layers.targets()
  }

  ids(): Iterable<RecordId> {
    return this.#layers.ids()
  }

  observe(listener: (change: BoardChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Shows a preview and replaces the previous one of the same source; null removes it. */
  preview(source: string, changes: readonly Change[] | null): void {
    const layers = this.#layers
    const isKnown = layers.has(source)
    if (!isKnown && !changes) return
    const ids = layers.listTouched(source)
    if (isKnown) for (const id of listAttachedConnectors(this, ids)) ids.add(id)
    layers.set(source, changes)
    for (const id of layers.listTouched(source)) ids.add(id)
    layers.recompose(ids)
    this.#announce(ids)
  }

  /** Moves elements without changing records. Attached connectors are reported as changed. */
  setDrag(drag: Drag | null): void {
    const concerned = drag ?? this.#drag.peek()
    this.#dragged.clear()
    this.#drag.value = drag
    this.#announce(new Set(concerned ? this.#listAttached(concerned) : []))
  }

  /** Ends the drag while `write` commits the final positions: listeners get both as one change. */
  drop<T>(write: () => T): T {
    const drag = this.#drag.peek()
    if (drag) this.#released = this.#listAttached(drag)
    this.#dropping = drag?.ids.size ?? 0
    this.#dragged.clear()
    this.#drag.value = null
    const written = write()
    this.#dropping = 0
    this.#announce(new Set())
    return written
  }

  /** The text of this element is edited in a text box, so the canvas omits it. */
  hideText(id: RecordId | null): void {
    this.#announce(this.#layers.hideText(id))
  }

  dispose(): void {
    this.#stop()
    this.#listeners.clear()
  }

  #baseChanged({ rest, moves, whole }: BoardChange): void {
    const layers = this.#layers
    const ids = new Set(rest)
    if (whole) layers.recompose(layers.composedIds)
    else if (layers.hasLayers || !layers.isEmpty) {
      layers.recompose(rest)
      // Previews are reapplied on top of the changed records.
      if (moves.length > 0) {
        layers.recompose(layers.composedIds)
        for (const id of layers.composedIds) ids.add(id)
      }
    }
    this.#announce(ids, moves, whole)
  }

  #announce(ids: Set<RecordId>, moves: readonly Move[] = [], whole = false): void {
    for (const id of this.#released) ids.add(id)
    this.#released = []
    if (ids.size === 0 && moves.length === 0 && !whole) return
    for (const id of listAttachedConnectors(this, ids)) ids.add(id)
    if (moves.length > 0 && !this.#isDropOfAll(moves))
      for (const id of listBentConnectors(this, moves)) ids.add(id)
    const change = createBoardChange(ids, moves, whole)
    for (const listener of [...this.#listeners]) listener(change)
  }

  /** All dragged elements moved; the affected connectors are known from the drag. */
  #isDropOfAll(moves: readonly Move[]): boolean {
    return this.#dropping > 0 && moves.reduce((count, { ids }) => count + ids.length, 0) === this.#dropping
  }

  #listAttached({ ids, attachedConnectors: attached }: Drag): readonly RecordId[] {
    if (this.#attached?.on !== ids) {
      const listed = attached ?? [...listAttachedConnectors(this, ids)].filter((id) => !ids.has(id))
      this.#attached = { on: ids, ids: listed }
    }
    return this.#attached.ids
  }
}
