/** Somebody who has or had work on a board. */
export interface AuthorRow {
  wid: string
  uid: string
}

/** What was erased of one person on one board, without naming them. */
export interface ErasureRow {
  id: string
  wid: string
  done_at: number
  edits: number
  keyframes: number
  chunks: number
  versions: number
}

export interface ErasureTables {
  authors: AuthorRow
  erasures: ErasureRow
}
