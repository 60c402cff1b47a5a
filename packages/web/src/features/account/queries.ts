import { useQuery } from '@tanstack/react-query'
import { api } from '../../platform/network/api.ts'
import { callQuery } from '../../platform/network/call-query.ts'

/** The server's configuration; it does not change while the page is open. */
export function useConfig() {
  return useQuery({
    ...callQuery(api.auth.config, {}, { quiet: true }),
    staleTime: Infinity,
  })
}
