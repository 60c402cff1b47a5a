import { useEffect } from 'react'
import { isDesktop } from './desktop.ts'
import { setTitleCount } from './use-title.ts'

/** Browsers without badges lack the functions; others refuse unless the app is installed. */
type Badges = Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>

/** Shows a number at the app's icon where the app is installed, and in the title of the desktop app's window. */
export function useUnreadBadge(count: number): void {
  useEffect(() => {
    const badges: Badges = navigator
    const show = (shown: number) => {
      const done = shown > 0 ? badges.setAppBadge?.(shown) : badges.clearAppBadge?.()
      done?.catch(() => undefined)
      if (isDesktop()) setTitleCount(shown)
    }
    show(count)
    return () => show(0)
  }, [count])
}
