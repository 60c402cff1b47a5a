import { useCallback } from 'react'
import { useShownNavigation } from './navigation-context.ts'
import { resolveUrl } from './resolve-url.ts'

export interface NavigateOptions {
  /** Replaces the history entry instead of adding one. */
  readonly replace?: boolean
  /** For the location that is visited; it survives a reload. */
  readonly state?: unknown
}

/** @param to begins with a slash, which is the base path, or with a question mark or `#` */
export type Navigate = (to: string, options?: NavigateOptions) => void

/** Visits another location of the page. */
export function useNavigate(): Navigate {
  const { basePath, location, navigator } = useShownNavigation()
  const { pathname } = location
  return useCallback(
    (to, { replace = false, state = null } = {}) => {
      const url = resolveUrl(to, { basePath, pathname })
      if (replace) navigator.replace(url, state)
      else navigator.push(url, state)
    },
    [basePath, pathname, navigator],
  )
}
