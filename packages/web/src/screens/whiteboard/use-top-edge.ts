import { type RefObject, useEffect, useRef } from 'react'

/** Between the messages and what stands below them; px. */
const air = 8

/**
 * For the messages at the top of the board. On narrow screens they take the whole width, so what is shown beside elements
 * and the toast stay below them: their lower edge is a variable of the style sheets.
 */
export function useTopEdge(isNarrow: boolean): RefObject<HTMLDivElement | null> {
  const messages = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = messages.current
    if (!element || !isNarrow) return undefined
    // Of the whole page: the toast is outside of the board.
    const { style } = document.documentElement
    const observer = new ResizeObserver(() =>
      style.setProperty('--board-top-edge', `${element.offsetTop + element.offsetHeight + air}px`),
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--board-top-edge')
    }
  }, [isNarrow])
  return messages
}
