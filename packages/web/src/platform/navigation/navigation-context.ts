import { createContext, use } from 'react'
import type { Navigator } from './navigation.ts'
import type { VisitedLocation } from './visited-location.ts'

interface ShownNavigation {
  readonly basePath: string
  /** With the base path. */
  readonly location: VisitedLocation
  readonly navigator: Navigator
}

/** What the screen that is shown navigates with. */
export const NavigationContext = createContext<ShownNavigation | null>(null)

export function useShownNavigation(): ShownNavigation {
  const shown = use(NavigationContext)
  if (!shown) throw new Error('NavigationProvider is missing')
  return shown
}
