import { type RefObject, useEffect, useRef } from 'react'

/** Gap between the messages and what is below them, px. */
const gapPx = 8

/**
 * On narrow screens the messages take the whole width, so floating panels and the toast stay below them: their
 * lower edge is a CSS variable.
 */
export function useTopEdge(isNarrow: boolean): RefObject<HTMLDivElement | null> {
  const messages = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = messages.current
    if (!element || !isNarrow) return undefined
    // On the root element, because the toast is outside the board.
    const { style } = document.documentElement
    const observer = new ResizeObserver(() =>
      style.setProperty('--board-top-edge', `${element.offsetTop + element.offsetHeight + gapPx}px`),
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--board-top-edge')
    }
  }, [isNarrow])
  return messages
}
