import type { LiveDocument, Move, RecordId } from '../../document/model/record.ts'
import type { RasterOrder, SentRecord } from './raster-orders.ts'

/** Records in one message. */
const slice = 200
/** More moved at once than this are sent with everything else, bit by bit. */
const maxMoved = 4000

/** Keeps the worker's copy of a page up to date: everything once, then what changes. */
export class ReplicaFeed {
  readonly #document: LiveDocument
  readonly #post: (order: RasterOrder) => void
  /** Changed since they were sent. */
  readonly #changed = new Set<RecordId>()
  /** Those of the page that were not sent yet. */
  #rest: Iterator<RecordId> | undefined

  constructor(document: LiveDocument, post: (order: RasterOrder) => void) {
    this.#document = document
    this.#post = post
  }

  get isUpToDate(): boolean {
    return this.#rest === undefined && this.#changed.size === 0
  }

  /** Sends all of a page, or all of it again. */
  start(page: RecordId): void {
    this.stop()
    this.#post({ do: 'open', page })
    this.#rest = listBelow(this.#document, page)
  }

  stop(): void {
    this.#changed.clear()
    this.#rest = undefined
  }

  /** Notes what has changed; returns false where so much has that the page is better sent again. */
  note(moves: readonly Move[], ids: Iterable<RecordId>): boolean {
    if (moves.reduce((sum, move) => sum + move.ids.length, 0) > maxMoved) return false
    for (const move of moves) for (const id of move.ids) this.#changed.add(id)
    for (const id of ids) this.#changed.add(id)
    return true
  }

  /** Sends one message's worth. */
  send(): void {
    const put: SentRecord[] = []
    const gone: RecordId[] = []
    const add = (id: RecordId): void => {
      const record = this.#document.get(id)
      if (record) put.push({ record, pieces: this.#document.pieces(id) })
      else gone.push(id)
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
      if (this.#rest || put.length + gone.length >= slice) break
      this.#changed.delete(id)
      add(id)
    }
    if (put.length + gone.length > 0) this.#post({ do: 'tell', put, gone })
    if (isWhole) this.#post({ do: 'whole' })
  }
}

/** Everything on a page, containers before what is in them. */
function* listBelow(document: LiveDocument, parent: RecordId): Generator<RecordId, undefined> {
  yield parent
  // A copy: what comes and goes meanwhile must not shift the position one is at.
  for (const id of [...document.childIds(parent)]) yield* listBelow(document, id)
}
