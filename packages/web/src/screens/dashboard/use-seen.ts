import { useCallback, useState } from 'react'

/** The list's width, and which part of it is seen, in px below its upper edge. */
export interface SeenList {
  readonly width: number
  readonly from: number
  readonly to: number
}

/** Scrolling draws again only from one of these steps to the next, px. */
const stepPx = 120

/** Follows what is seen of an element while the page scrolls. `watch` is its ref. */
export function useSeen(): { seen: SeenList; watch: (node: HTMLElement | null) => (() => void) | undefined } {
  const [seen, setSeen] = useState<SeenList>({ width: 0, from: 0, to: 0 })
  const watch = useCallback((node: HTMLElement | null) => {
    if (!node) return
    const look = () => {
      const { top, width } = node.getBoundingClientRect()
      const from = Math.floor(-top / stepPx) * stepPx
      const to = Math.ceil((window.innerHeight - top) / stepPx) * stepPx
      setSeen((before) =>
        before.width === width && before.from === from && before.to === to ? before : { width, from, to },
      )
    }
    const resized = new ResizeObserver(look)
    resized.observe(node)
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      resized.disconnect()
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [])
  return { seen, watch }
}
