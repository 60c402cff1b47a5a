import { useQuery } from '@tanstack/react-query'
import { api } from '../../platform/network/api.ts'

/** What this server offers; does not change while the page is open. */
export function useConfig() {
  return useQuery({
    queryKey: ['auth.config'],
    queryFn: ({ signal }) => api.auth.config({}, { signal, quiet: true }),
    staleTime: Infinity,
  })
}
