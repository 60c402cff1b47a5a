import { type RefObject, useEffect, useRef } from 'react'

/** Between the messages and what stands below them; px. */
const air = 8

/**
 * For the messages at the top of the board. On narrow screens they take the whole width, so what is shown beside elements
 * stays below them: their lower edge is a variable of the style sheets.
 */
export function useTopEdge(isNarrow: boolean): RefObject<HTMLDivElement | null> {
  const messages = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = messages.current
    const chrome = element?.parentElement
    if (!element || !chrome || !isNarrow) return undefined
    const observer = new ResizeObserver(() =>
      chrome.style.setProperty('--board-top-edge', `${element.offsetTop + element.offsetHeight + air}px`),
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      chrome.style.removeProperty('--board-top-edge')
    }
  }, [isNarrow])
  return messages
}
