/** Number of an update, drawn from one row for the whole crowd; it travels as the x of what is drawn. */
export type Serial = number

/** What a watcher saw of others; each update counts once, however the server bundled it. */
export interface Watch {
  /** An edit or a preview arrived. */
  saw(serial: Serial): void
  cursors(count: number): void
}

export interface Person {
  cursor(x: number, y: number): void
  /** A gesture in flight: where the thing is now. */
  preview(serial: Serial): void
  /** A change of the document: now and then a new thing, otherwise a move. */
  edit(serial: Serial): void
  close(): void
  readonly frames: number
  readonly bytes: number
}

export interface Joining {
  readonly port: number
  /** What `prepare` handed out for this board. */
  readonly board: string
  /** Of the crowd. */
  readonly index: number
  readonly draws: boolean
  /** Reads everything that arrives; the others only count it. */
  readonly watch?: Watch
  /** The server confirmed an edit of this person; only where it confirms any. */
  readonly acked?: (serial: Serial) => void
  readonly onClose: (why: string) => void
}

export interface Peer {
  /** Boards to draw on, and whatever the server needs to know beforehand. */
  prepare(port: number, boards: number, people: number): Promise<readonly string[]>
  join(joining: Joining): Promise<Person>
}

export const color = (index: number): string => `#${((index * 2654435761) & 0xffffff).toString(16).padStart(6, '0')}`
