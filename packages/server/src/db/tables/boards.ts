import type { Generated } from 'kysely'

/** The edit up to which a board was indexed and its thumbnail drawn. */
export interface BoardSnapshotRow {
  wid: string
  seq: number
  looked_at: number
}

/** A text on a board; `folded` has a search index. */
export interface BoardTextRow {
  id: Generated<number>
  wid: string
  page: string
  element: string
  text: string
  folded: string
}

export interface BoardTables {
  board_looks: BoardSnapshotRow
  board_texts: BoardTextRow
}
