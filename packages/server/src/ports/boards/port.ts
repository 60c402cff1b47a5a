import type { Tx } from '../../db/database.ts'

/** Board contents, as the features need them; the realtime part implements it. */
export interface Boards {
  /** Gives the new space `to`, which nobody sees yet, the board of `from` as it is now, in the name of `uid`. */
  copy(from: string, to: string, uid: string): Promise<void>
  /** Takes away everything of a space's board, in the transaction that deletes the space for good. */
  erase(tx: Tx, wid: string): Promise<void>
}

/** Spaces without boards: until realtime attaches. */
export const noBoards: Boards = {
  copy: () => Promise.reject(new Error('Boards are not attached')),
  erase: () => Promise.resolve(),
}
