import { createBoardChange } from '../document/model/document-change.ts'
import type {
  BoardChange,
  BoardRecord,
  LiveDocument,
  RecordId,
  StrokePiece,
} from '../document/model/record.ts'
import type { BoardState } from '../document/state/state.ts'
import type { HistoryReplay } from './history-replay.ts'

/** A drawable document of the board at the version that was shown last. */
export class HistoryDocument implements LiveDocument {
  readonly #past: HistoryReplay
  #state: BoardState
  readonly #listeners = new Set<(change: BoardChange) => void>()

  constructor(past: HistoryReplay) {
    this.#past = past
    this.#state = this.#present()
  }

  /** Shows another version. */
  show(seq: number): void {
    const touched = this.#past.seek(seq)
    const before = this.#state
    this.#state = this.#present()
    const isWhole = touched === null || before !== this.#state
    if (!isWhole && touched.size === 0) return
    const change = createBoardChange(isWhole ? new Set() : touched, [], isWhole)
    for (const listener of [...this.#listeners]) listener(change)
  }

  get size(): number {
    return this.#state.size
  }

  get(id: RecordId): BoardRecord | undefined {
    return this.#state.get(id)
  }

  getUnmoved(id: RecordId): BoardRecord | undefined {
    return this.#state.getUnmoved(id)
  }

  each(ids: readonly RecordId[], visit: (record: BoardRecord | undefined, id: RecordId) => void): void {
    this.#state.each(ids, visit)
  }

  childIds(parent: RecordId | null): readonly RecordId[] {
    return this.#state.childIds(parent)
  }

  pieces(id: RecordId): readonly StrokePiece[] {
    return this.#state.pieces(id)
  }

  getBindings(id: RecordId): readonly RecordId[] {
    return this.#state.getBindings(id)
  }

  suggestionIds(): ReadonlySet<RecordId> {
    return this.#state.suggestionIds()
  }

  targets(): Iterable<RecordId> {
    return this.#state.targets()
  }

  ids(): Iterable<RecordId> {
    return this.#state.ids()
  }

  observe(listener: (change: BoardChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Records from older schema versions are migrated on a copy, because the replay continues with the stored form.
   */
  #present(): BoardState {
    return this.#past.drawable()
  }
}
