import type { Generated } from 'kysely'

/** Up to which edit a board was looked at for its picture and its words. */
export interface BoardSnapshotRow {
  wid: string
  seq: number
  looked_at: number
}

/** Something that is written on a board; `folded` is what is searched, through an index of its own. */
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
