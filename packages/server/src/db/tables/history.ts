/** Highest counter of a tab among the edits that were trimmed from the journal: each edit is still taken once only. */
export interface TrimmedTabRow {
  wid: string
  uid: string
  tab: string
  counter: number
}

/** A moment of a board that somebody has named. */
export interface VersionRow {
  id: string
  wid: string
  seq: number
  /** Of the last edit in it. */
  time: number
  name: string
  uid: string
  created_at: number
}

/** Up to which moment somebody has seen a board. */
export interface VisitRow {
  wid: string
  uid: string
  seq: number
}

export interface HistoryTables {
  trimmed_tabs: TrimmedTabRow
  versions: VersionRow
  visits: VisitRow
}
