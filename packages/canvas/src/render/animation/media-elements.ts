import type { BoardChange, LiveDocument, RecordId } from '../../document/model/record.ts'

/** What an element shows. */
export interface Media {
  readonly image: string
  /** Empty: the image is all there is, but it may move. */
  readonly video: string
}

/**
 * The elements with images and videos, so that each frame need not look through the whole board. Changes are read with
 * the next frame, since a hidden page has none.
 */
export class MediaElements {
  readonly #document: LiveDocument
  readonly #found = new Map<RecordId, Media>()
  readonly #changed = new Set<RecordId>()
  #allChanged = true

  constructor(document: LiveDocument) {
    this.#document = document
  }

  get all(): ReadonlyMap<RecordId, Media> {
    if (this.#allChanged) this.#found.clear()
    for (const id of this.#allChanged ? this.#document.ids() : this.#changed) this.#read(id)
    this.#allChanged = false
    this.#changed.clear()
    return this.#found
  }

  note({ rest, whole }: BoardChange): void {
    this.#allChanged ||= whole
    for (const id of rest) this.#changed.add(id)
  }

  #read(id: RecordId): void {
    const record = this.#document.get(id)
    const { file, video = '' } = (record ?? {}) as { readonly file?: unknown; readonly video?: unknown }
    if (typeof file === 'string' && typeof video === 'string' && (file !== '' || video !== ''))
      this.#found.set(id, { image: file, video })
    else this.#found.delete(id)
  }
}
