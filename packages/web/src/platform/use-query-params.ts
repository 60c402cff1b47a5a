import { useEffect } from 'react'
import { useSearchParams } from './navigation/use-search-params.ts'

/** What the address becomes once the router has loaded it; null if that is what it shows. */
let requested: URLSearchParams | null = null

/**
 * Parameters of the address, and a function that changes some of them. The router shows a change later, so that the
 * next one, also of another component, starts from what was last requested.
 */
export function useQueryParams(): readonly [
  query: URLSearchParams,
  change: (edit: (query: URLSearchParams) => URLSearchParams, options: { readonly replace: boolean }) => void,
] {
  const [query, setQuery] = useSearchParams()
  useEffect(() => {
    requested = null
  }, [query])
  return [
    query,
    (edit, options) => {
      requested = edit(new URLSearchParams(requested ?? query))
      setQuery(requested, options)
    },
  ]
}
