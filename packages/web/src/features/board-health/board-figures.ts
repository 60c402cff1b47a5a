import { countPiecePoints, type DocumentView, type RecordId } from '@tavla/canvas'
import { boardSchemas } from '@tavla/canvas/model'

/** What a page or a board consists of. */
export interface BoardFigures {
  readonly elements: number
  readonly connectors: number
  /** Points of all pen strokes. */
  readonly points: number
  readonly images: number
  /** Pixels of all images as they were uploaded, in millions. */
  readonly megapixels: number
}

const schemas = new Map(boardSchemas.map((schema) => [schema.kind, schema]))

/** Counts a page with everything inside it; reads each record once. */
export function getPageFigures(document: DocumentView, page: RecordId): BoardFigures {
  let [elements, connectors, points, images, pixels] = [0, 0, 0, 0, 0]
  const parents: RecordId[] = [page]
  for (const parent of parents) {
    for (const id of document.childIds(parent)) {
      const record = document.getUnmoved(id)
      if (!record) continue
      parents.push(id)
      const schema = schemas.get(record.kind)
      // Groups and bindings are not drawn.
      if (schema?.facets.element !== true) continue
      elements += 1
      if (schema.facets.connects) connectors += 1
      for (const piece of document.pieces(id)) points += countPiecePoints(piece)
      const { naturalW, naturalH } = record
      if (typeof naturalW !== 'number' || typeof naturalH !== 'number') continue
      images += 1
      pixels += naturalW * naturalH
    }
  }
  return { elements, connectors, points, images, megapixels: pixels / 1_000_000 }
}

export function addFigures(all: readonly BoardFigures[]): BoardFigures {
  const sum = (key: keyof BoardFigures): number => all.reduce((total, each) => total + each[key], 0)
  return {
    elements: sum('elements'),
    connectors: sum('connectors'),
    points: sum('points'),
    images: sum('images'),
    megapixels: sum('megapixels'),
  }
}
