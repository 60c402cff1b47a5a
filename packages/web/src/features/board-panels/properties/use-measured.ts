import { useCallback, useState } from 'react'
import type { Size } from './bar-position.ts'

/** The current size of an element; pass `measure` as its ref. */
export function useMeasured(guess: Size): {
  size: Size
  measure(element: HTMLElement | null): (() => void) | undefined
} {
  const [size, setSize] = useState(guess)
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const read = () => setSize({ w: element.offsetWidth, h: element.offsetHeight })
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { size, measure }
}
