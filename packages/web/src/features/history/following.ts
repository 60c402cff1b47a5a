import { type Signal, signal, untracked } from '@preact/signals-core'
import type { Board } from '@tavla/canvas'
import { scrollIntoView } from './past/scroll-into-view.ts'
import type { History } from './history.ts'
import { listChangedAreas } from './past/changed-areas.ts'

/** Whether the board scrolls to the page and position of each change. */
export interface Following {
  readonly isOn: Signal<boolean>
  /** The next version is shown with its page and position, whether following is on or not. */
  showNext(): void
  /** Returns whether this version is to be shown so. */
  shouldScroll(): boolean
}

export function createFollowing(): Following {
  const isOn = signal(true)
  let isRequested = false
  return {
    isOn,
    showNext: () => void (isRequested = true),
    shouldScroll() {
      const result = isRequested || isOn.peek()
      isRequested = false
      return result
    },
  }
}

/** Opens the page of the shown change and scrolls to it if none of it is visible. */
export function showChange(history: History, board: Board, container: Element): void {
  const areas = untracked(() => listChangedAreas(history, board))
  const shown = board.state.page.peek()
  const page = areas.some((area) => area.page === shown) ? shown : areas[0]?.page
  if (page === undefined || page === null) return
  if (page !== shown) board.pages.open(page)
  const boxes = areas.filter((area) => area.page === page).map(({ box }) => box)
  scrollIntoView(board, container, boxes, 'all')
}
