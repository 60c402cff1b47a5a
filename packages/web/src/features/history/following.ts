import { type Signal, signal, untracked } from '@preact/signals-core'
import type { Board } from '@tavla/canvas'
import { scrollIntoView } from './past/scroll-into-view.ts'
import type { History } from './history.ts'
import { listChangedAreas } from './past/places.ts'

/** Whether the board scrolls to the page and position of each change. */
export interface Following {
  readonly isOn: Signal<boolean>
  /** The next version is shown with its page and position, whether following is on or not. */
  showNext(): void
  /** Returns whether this version is to be shown so. */
  takes(): boolean
}

export function createFollowing(): Following {
  const isOn = signal(true)
  let isAsked = false
  return {
    isOn,
    showNext: () => void (isAsked = true),
    takes() {
      const answer = isAsked || isOn.peek()
      isAsked = false
      return answer
    },
  }
}

/** Opens the page of the shown change and scrolls to it if none of it is visible. */
export function showChange(history: History, board: Board, stage: Element): void {
  const places = untracked(() => listChangedAreas(history, board))
  const shown = board.state.page.peek()
  const page = places.some((place) => place.page === shown) ? shown : places[0]?.page
  if (page === undefined || page === null) return
  if (page !== shown) board.pages.open(page)
  const boxes = places.filter((place) => place.page === page).map(({ box }) => box)
  scrollIntoView(board, stage, boxes, 'all')
}
