import type { LiveDocument, Move, RecordId } from '../../document/model/record.ts'
import type { RasterOrder, SentRecord } from './raster-orders.ts'

/** Records per message. */
const slice = 200
/** Larger moves are treated as a full reload. */
const maxMoved = 4000

/** Keeps the worker's replica of a page in sync: all records once, then changes. */
export class ReplicaFeed {
  readonly #document: LiveDocument
  readonly #post: (order: RasterOrder) => void
  /** Records changed since they were sent. */
  readonly #changed = new Set<RecordId>()
  /** Records of the page that were not sent yet. */
  #rest: Iterator<RecordId> | undefined

  constructor(document: LiveDocument, post: (order: RasterOrder) => void) {
    this.#document = document
    this.#post = post
  }

  get isUpToDate(): boolean {
    return this.#rest === undefined && this.#changed.size === 0
  }

  /** Starts sending a page from the beginning. */
  start(page: RecordId): void {
    this.stop()
    this.#post({ do: 'open', page })
    this.#rest = listBelow(this.#document, page)
  }

  stop(): void {
    this.#changed.clear()
    this.#rest = undefined
  }

  /** Records changes; returns false if there are so many that the page should be sent again. */
  note(moves: readonly Move[], ids: Iterable<RecordId>): boolean {
    if (moves.reduce((sum, move) => sum + move.ids.length, 0) > maxMoved) return false
    for (const move of moves) for (const id of move.ids) this.#changed.add(id)
    for (const id of ids) this.#changed.add(id)
    return true
  }

  /** Sends one message. */
  send(): void {
    const put: SentRecord[] = []
    const removed: RecordId[] = []
    const add = (id: RecordId): void => {
      const record = this.#document.get(id)
      if (record) put.push({ record, pieces: this.#document.pieces(id) })
      else removed.push(id)
    }
    let isWhole = false
    while (this.#rest && put.length < slice) {
      const { done, value } = this.#rest.next()
      if (done === true) {
        this.#rest = undefined
        isWhole = true
      } else add(value)
    }
    for (const id of this.#changed) {
      if (this.#rest || put.length + removed.length >= slice) break
      this.#changed.delete(id)
      add(id)
    }
    if (put.length + removed.length > 0) this.#post({ do: 'tell', put, removed })
    if (isWhole) this.#post({ do: 'whole' })
  }
}

/** All records of a page, containers before their contents. */
function* listBelow(document: LiveDocument, parent: RecordId): Generator<RecordId, undefined> {
  yield parent
  // A copy, so that changes during the iteration do not affect it.
  for (const id of [...document.childIds(parent)]) yield* listBelow(document, id)
}
