export interface ChosenFile {
  readonly blob: Blob
  readonly name: string
  /** Names its copy in this browser, which is kept until the file is on a board; missing if there is none. */
  readonly pendingId?: string
  /** Begins the ids of its records, if the restoration of its versions was broken off; missing otherwise. */
  readonly restoration?: string
}
