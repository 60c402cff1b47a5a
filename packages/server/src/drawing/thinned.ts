import type { BoardRecord, DocumentView, RecordId } from '@tavla/canvas/model'

interface Thinning {
  readonly most: number
  readonly getSize: (record: BoardRecord) => number
}

/** The document with only the largest elements of a page and their containers; unchanged when all fit. */
export function thinned(document: DocumentView, page: RecordId, { most, getSize }: Thinning): DocumentView {
  const sizes: { readonly id: RecordId; readonly size: number }[] = []
  const visit = (id: RecordId): void => {
    for (const child of document.childIds(id)) {
      const record = document.get(child)
      if (record) sizes.push({ id: child, size: getSize(record) })
      visit(child)
    }
  }
  visit(page)
  if (sizes.length <= most) return document
  const largest = new Set<RecordId>()
  for (const { id } of sizes.toSorted((a, b) => b.size - a.size).slice(0, most)) {
    let at: RecordId | null | undefined = id
    while (at != null && at !== page && !largest.has(at)) {
      largest.add(at)
      at = document.get(at)?.parent
    }
  }
  return {
    size: document.size,
    get: (id) => document.get(id),
    getUnmoved: (id) => document.getUnmoved(id),
    childIds: (parent) =>
      parent === null ? document.childIds(null) : document.childIds(parent).filter((id) => largest.has(id)),
    pieces: (id) => document.pieces(id),
    getBindings: (id) => document.getBindings(id),
    targets: () => document.targets(),
    ids: () => document.ids(),
  }
}
