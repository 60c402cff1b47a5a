/** Page and element named by the URL, until they were shown or turn out not to exist. */
export interface UrlTarget {
  readonly page: string | null
  readonly element: string | null
}

export interface LoadedBoard {
  readonly page: string
  /** The page that was open at first. */
  readonly firstPage: string
  readonly pages: readonly string[]
  readonly hasElement: boolean
  /** Everything has loaded: what is missing does not exist. */
  readonly isComplete: boolean
}

/**
 * The next step towards the target. A board loads in parts and first from the offline cache, so a page or element
 * may still be loading; opening another page cancels the target.
 */
export function getTargetStep(
  target: UrlTarget,
  board: LoadedBoard,
): 'openPage' | 'showElement' | 'wait' | 'over' {
  if (target.page !== null && target.page !== board.page) {
    if (board.page !== board.firstPage) return 'over'
    if (board.pages.includes(target.page)) return 'openPage'
    if (!board.isComplete) return 'wait'
  }
  if (target.element === null) return 'over'
  if (board.hasElement) return 'showElement'
  return board.isComplete ? 'over' : 'wait'
}
