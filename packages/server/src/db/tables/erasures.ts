/** Somebody whose work is, or was, on a board. */
export interface AuthorRow {
  wid: string
  uid: string
}

/** What was forgotten of one person on one board; not who it was. */
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
