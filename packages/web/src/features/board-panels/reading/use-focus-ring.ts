import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/**
 * The board's element, marked while it has focus that a key gave it. `:focus-visible` alone would also mark it when it gets
 * focus at the start.
 */
export function useFocusRing<E extends HTMLElement>(): RefObject<E | null> {
  const host = useRef<E>(null)
  useEffect(() => {
    const element = host.current
    if (!element) return
    const ended = new AbortController()
    const options = { signal: ended.signal, capture: true }
    let isByKey = false
    const hide = () => delete element.dataset['focusRing']
    window.addEventListener('keydown', () => void (isByKey = true), options)
    window.addEventListener(
      'pointerdown',
      () => {
        isByKey = false
        hide()
      },
      options,
    )
    element.addEventListener(
      'focus',
      () => {
        if (isByKey) element.dataset['focusRing'] = ''
      },
      { signal: ended.signal },
    )
    element.addEventListener('blur', hide, { signal: ended.signal })
    return () => ended.abort()
  }, [])
  return host
}
