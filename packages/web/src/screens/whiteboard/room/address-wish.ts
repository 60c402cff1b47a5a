/** What the address asks to look at, until it has been shown or will not come. */
export interface UrlTarget {
  readonly page: string | null
  readonly element: string | null
}

export interface BoardSoFar {
  readonly page: string
  /** The page that the board began with by itself. */
  readonly began: string
  readonly pages: readonly string[]
  readonly hasElement: boolean
  /** All of it is here, as the room has it now: what is not there does not exist. */
  readonly isWhole: boolean
}

/**
 * What to do about a wish now. A board comes in parts, and first as it was kept in this browser, so that a page or an
 * element may still be on its way; anyone who goes elsewhere meanwhile no longer wants it.
 */
export function seekToTarget(
  wish: UrlTarget,
  board: BoardSoFar,
): 'openPage' | 'showElement' | 'wait' | 'over' {
  if (wish.page !== null && wish.page !== board.page) {
    if (board.page !== board.began) return 'over'
    if (board.pages.includes(wish.page)) return 'openPage'
    if (!board.isWhole) return 'wait'
  }
  if (wish.element === null) return 'over'
  if (board.hasElement) return 'showElement'
  return board.isWhole ? 'over' : 'wait'
}
