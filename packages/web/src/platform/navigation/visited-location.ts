/** The location of the page, or of one of its history entries. */
export interface VisitedLocation {
  readonly pathname: string
  /** With the question mark, or empty. */
  readonly search: string
  /** With the `#`, or empty. */
  readonly hash: string
  /** What the navigation to it passed on; null if nothing. */
  readonly state: unknown
  /** Differs in every history entry. */
  readonly key: string
}
