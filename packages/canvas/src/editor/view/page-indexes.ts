import type { BoardChange, BoardRecord, ElementRecord, RecordId } from '../../document/model/record.ts'
import type { Box } from '../../geometry/box.ts'
import type { DrawnDocument } from './drawn-document.ts'
import { getContainer, getPage, isElement, withDescendants, type Shapes } from './relations.ts'
import { SpatialIndex } from './spatial-index.ts'

export interface PageIndexesParts {
  readonly document: DrawnDocument
  readonly shapes: Shapes
  readonly measure: (record: ElementRecord) => Box | undefined
}

/** A spatial index per opened page, kept in sync with the drawn document. */
export class PageIndexes {
  readonly #parts: PageIndexesParts
  readonly #indexes = new Map<RecordId, SpatialIndex>()
  /** Elements that changed during a drag; they keep their previous bounds until the drop. */
  readonly #waiting = new Set<RecordId>()

  constructor(parts: PageIndexesParts) {
    this.#parts = parts
  }

  /** The index of the only opened page; the common case. */
  get only(): SpatialIndex | undefined {
    const [first] = this.#indexes.values()
    return this.#indexes.size === 1 ? first : undefined
  }

  get(page: RecordId): SpatialIndex {
    return this.#indexes.get(page) ?? this.#build(page)
  }

  /** Bounds of an element without drag offset, if its page was opened. */
  getBounds(id: RecordId): Box | undefined {
    for (const index of this.#indexes.values()) {
      const bounds = index.getBounds(id)
      if (bounds) return bounds
    }
    return undefined
  }

  update({ whole, moves, rest }: BoardChange): void {
    if (whole) return this.#clear()
    const { document, shapes } = this.#parts
    for (const move of moves) for (const index of this.#indexes.values()) index.shift(move)
    const dropped = document.drag.peek() ? [] : [...this.#waiting]
    if (dropped.length > 0) this.#waiting.clear()
    const findPage = createPageFinder(document)
    for (const id of [...rest, ...dropped]) {
      const record = document.get(id)
      // A container that changes pages moves all its contents.
      const before = this.#getPageBefore(id)
      const hasMoved = before !== undefined && before !== findPage(record)
      if (hasMoved || getContainer(record, shapes) === 'group') {
        for (const inner of withDescendants(document, [id]))
          this.#updateOne(inner, document.get(inner), findPage, this.#getPageBefore(inner))
      } else this.#updateOne(id, record, findPage, before)
    }
  }

  #clear(): void {
    this.#indexes.clear()
    this.#waiting.clear()
  }

  #build(page: RecordId): SpatialIndex {
    const { document } = this.#parts
    const index = new SpatialIndex()
    this.#indexes.set(page, index)
    const findPage = createPageFinder(document)
    for (const id of withDescendants(document, document.childIds(page)))
      this.#updateOne(id, document.get(id), findPage, undefined)
    return index
  }

  /** The opened page in whose index the element is: it is removed from there when it changes pages. */
  #getPageBefore(id: RecordId): RecordId | undefined {
    for (const [page, index] of this.#indexes) if (index.has(id)) return page
    return undefined
  }

  #updateOne(
    id: RecordId,
    record: BoardRecord | undefined,
    findPage: PageFinder,
    before: RecordId | undefined,
  ): void {
    const { document, shapes, measure } = this.#parts
    if (record && document.drag.peek()?.ids.has(id)) return void this.#waiting.add(id)
    const page = isElement(record, shapes) ? findPage(record) : undefined
    const index = page === undefined ? undefined : this.#indexes.get(page)
    if (before !== undefined && before !== page) this.#indexes.get(before)?.remove(id)
    const bounds = index && measure(record as ElementRecord)
    if (bounds) index.set(id, bounds)
  }
}

type PageFinder = (record: BoardRecord | undefined) => RecordId | undefined

/** Finds the pages of many records of an unchanging document: neighbours mostly have the same parent. */
function createPageFinder(document: DrawnDocument): PageFinder {
  let last: { readonly parent: RecordId; readonly page: RecordId | undefined } | undefined
  return (record) => {
    if (!record || record.parent === null) return record?.id
    if (last?.parent !== record.parent)
      last = { parent: record.parent, page: getPage(document, record.parent) }
    return last.page
  }
}
