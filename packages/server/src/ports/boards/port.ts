/** Board contents, as the features need them; the realtime part implements it. */
export interface Boards {
  /** Gives the new space `to`, which nobody sees yet, the board of `from` as it is now, in the name of `uid`. */
  copy(from: string, to: string, uid: string): Promise<void>
}

/** Until realtime attaches: a space's board cannot be copied. */
export const noBoards: Boards = { copy: () => Promise.reject(new Error('Boards are not attached')) }
