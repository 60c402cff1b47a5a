import type { BoardChange, LiveDocument, RecordId } from '../../document/model/record.ts'

/** What an element shows. */
export interface Media {
  readonly image: string
  /** Empty: the image is all there is, but it may move. */
  readonly video: string
}

/** The elements with images and videos, so that each frame need not look through the whole board. */
export class MediaElements {
  readonly #document: LiveDocument
  readonly #found = new Map<RecordId, Media>()

  constructor(document: LiveDocument) {
    this.#document = document
    this.#readAll()
  }

  get all(): ReadonlyMap<RecordId, Media> {
    return this.#found
  }

  note({ rest, whole }: BoardChange): void {
    if (whole) this.#readAll()
    else for (const id of rest) this.#read(id)
  }

  #readAll(): void {
    this.#found.clear()
    for (const id of this.#document.ids()) this.#read(id)
  }

  #read(id: RecordId): void {
    const record = this.#document.get(id)
    const { file, video = '' } = (record ?? {}) as { readonly file?: unknown; readonly video?: unknown }
    if (typeof file === 'string' && typeof video === 'string' && (file !== '' || video !== ''))
      this.#found.set(id, { image: file, video })
    else this.#found.delete(id)
  }
}
