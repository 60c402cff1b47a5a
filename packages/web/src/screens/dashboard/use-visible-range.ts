import { useCallback, useState } from 'react'

/** Width of the list and its visible part in px from its top. */
export interface VisibleRange {
  readonly width: number
  readonly from: number
  readonly to: number
}

/** Scrolling re-renders once per step, px. */
const stepPx = 120

/** Tracks the visible part of an element while the page scrolls. `ref` is passed to the element. */
export function useVisibleRange(): {
  range: VisibleRange
  ref: (node: HTMLElement | null) => (() => void) | undefined
} {
  const [range, setRange] = useState<VisibleRange>({ width: 0, from: 0, to: 0 })
  const ref = useCallback((node: HTMLElement | null) => {
    if (!node) return
    const update = () => {
      const { top, width } = node.getBoundingClientRect()
      const from = Math.floor(-top / stepPx) * stepPx
      const to = Math.ceil((window.innerHeight - top) / stepPx) * stepPx
      setRange((before) =>
        before.width === width && before.from === from && before.to === to ? before : { width, from, to },
      )
    }
    const resized = new ResizeObserver(update)
    resized.observe(node)
    window.addEventListener('scroll', update, { passive: true })
    window.addEventListener('resize', update)
    return () => {
      resized.disconnect()
      window.removeEventListener('scroll', update)
      window.removeEventListener('resize', update)
    }
  }, [])
  return { range, ref }
}
