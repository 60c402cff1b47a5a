import { intersects, type Box } from '../../geometry/box.ts'
import type { RecordId } from '../../document/model/record.ts'

/** The elements by the image that they were drawn with. */
export class ImageElements {
  readonly #ids = new Map<string, Set<RecordId>>()

  add(fileId: string, id: RecordId): void {
    const ids = this.#ids.get(fileId)
    if (ids) ids.add(id)
    else this.#ids.set(fileId, new Set([id]))
  }

  /** Takes out the boxes of the image's elements, which are to be drawn again and are then added again. */
  take(fileId: string, getBox: (id: RecordId) => Box | undefined): Box[] {
    const ids = this.#ids.get(fileId) ?? []
    this.#ids.delete(fileId)
    return [...ids].flatMap((id) => getBox(id) ?? [])
  }

  /** Whether an element of the image is in the view. True if none is known: those were not drawn ahead. */
  isIn(view: Box, fileId: string, getBox: (id: RecordId) => Box | undefined): boolean {
    const ids = this.#ids.get(fileId)
    if (!ids) return true
    for (const id of ids) {
      const box = getBox(id)
      if (box && intersects(box, view)) return true
    }
    return false
  }

  clear(): void {
    this.#ids.clear()
  }
}
