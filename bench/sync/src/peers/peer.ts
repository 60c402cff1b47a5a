/** Number of an update, unique in the whole run; sent as x coordinate of the drawn element. */
export type Serial = number

/** Updates received by a watcher; each counts once, however the server batches it. */
export interface Watch {
  /** An edit or a preview arrived. */
  saw(serial: Serial): void
  cursors(count: number): void
}

export interface Person {
  cursor(x: number, y: number): void
  /** Current position during a gesture. */
  preview(serial: Serial): void
  /** A document change: occasionally a new element, otherwise a move. */
  edit(serial: Serial): void
  close(): void
  readonly frames: number
  readonly bytes: number
}

export interface JoinOptions {
  readonly port: number
  /** As returned by `prepare`. */
  readonly board: string
  /** Index among the people. */
  readonly index: number
  readonly draws: boolean
  /** Parses all messages; others only count them. */
  readonly watch?: Watch
  /** The server acknowledged an edit, if it does so. */
  readonly acked?: (serial: Serial) => void
  readonly onClose: (why: string) => void
}

export interface Peer {
  /** Prepares boards and accounts. */
  prepare(port: number, boards: number, people: number): Promise<readonly string[]>
  join(joining: JoinOptions): Promise<Person>
}

export const color = (index: number): string => `#${((index * 2654435761) & 0xffffff).toString(16).padStart(6, '0')}`
