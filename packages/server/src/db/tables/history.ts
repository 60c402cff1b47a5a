/** Highest counter of a tab among trimmed edits, so that each edit is still applied only once. */
export interface TrimmedTabRow {
  wid: string
  uid: string
  tab: string
  counter: number
}

/** A named version of a board. */
export interface VersionRow {
  id: string
  wid: string
  seq: number
  /** Time of its last edit. */
  time: number
  name: string
  uid: string
  created_at: number
}

/** The last edit that a member has seen of a board. */
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
