import { useCallback, useMemo } from 'react'
import { useLocation } from './use-location.ts'
import { type NavigateOptions, useNavigate } from './use-navigate.ts'

type SetSearchParams = (
  next: URLSearchParams | ((shown: URLSearchParams) => URLSearchParams),
  options?: NavigateOptions,
) => void

/** The query of the location that is shown, and a function that visits the same path with another one. */
export function useSearchParams(): readonly [URLSearchParams, SetSearchParams] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const shown = useMemo(() => new URLSearchParams(search), [search])
  const change = useCallback<SetSearchParams>(
    (next, options) => {
      const query = typeof next === 'function' ? next(new URLSearchParams(shown)) : next
      navigate(`?${query}`, options)
    },
    [navigate, shown],
  )
  return [shown, change]
}
