import type { Board } from '@tavla/canvas'
import { useEffect } from 'react'
import type { PanelName } from './section-button.tsx'
import { isSection } from './style-sections.ts'

/** Hides the selection outline while styles are chosen, so that it does not distort their colours. */
export function useMarksHidden(board: Board, opened: PanelName | null): void {
  const hidden = opened !== null && isSection(opened)
  useEffect(() => {
    if (!hidden) return undefined
    board.viewport.hideMarks(true)
    return () => board.viewport.hideMarks(false)
  }, [board, hidden])
}
