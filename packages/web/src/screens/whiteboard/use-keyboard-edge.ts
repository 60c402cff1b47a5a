import { useEffect } from 'react'

/** The bars at the lower edge stay above an on-screen keyboard: the height that it covers is a CSS variable. */
export function useKeyboardEdge(): void {
  useEffect(() => {
    const shown = window.visualViewport
    if (!shown) return undefined
    const { style } = document.documentElement
    const update = (): void => {
      // A page that is zoomed in also shows only a part, but nothing covers the rest.
      const covered = shown.scale > 1.01 ? 0 : innerHeight - shown.offsetTop - shown.height
      if (covered >= 1) style.setProperty('--board-keyboard', `${Math.round(covered)}px`)
      else style.removeProperty('--board-keyboard')
    }
    shown.addEventListener('resize', update)
    shown.addEventListener('scroll', update)
    update()
    return () => {
      shown.removeEventListener('resize', update)
      shown.removeEventListener('scroll', update)
      style.removeProperty('--board-keyboard')
    }
  }, [])
}
