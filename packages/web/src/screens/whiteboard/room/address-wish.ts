/** Page and element named by the URL, until they were shown or turn out not to exist. */
export interface UrlTarget {
  readonly page: string | null
  readonly element: string | null
}

export interface BoardSoFar {
  readonly page: string
  /** The page that was open at first. */
  readonly began: string
  readonly pages: readonly string[]
  readonly hasElement: boolean
  /** Everything has loaded: what is missing does not exist. */
  readonly isWhole: boolean
}

/**
 * The next step towards the target. A board loads in parts and first from the offline cache, so a page or element
 * may still be loading; opening another page cancels the target.
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
