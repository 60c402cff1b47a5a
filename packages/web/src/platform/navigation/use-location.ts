import { useMemo } from 'react'
import { useShownNavigation } from './navigation-context.ts'
import type { VisitedLocation } from './visited-location.ts'

/** The location that is shown, with its path below the base path. */
export function useLocation(): VisitedLocation {
  const { basePath, location } = useShownNavigation()
  return useMemo(
    () => ({ ...location, pathname: location.pathname.slice(basePath.length) || '/' }),
    [basePath, location],
  )
}
