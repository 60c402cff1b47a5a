import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/network/api.ts'
import { getCallPrefix, callQuery } from '../../platform/network/call-query.ts'

/** Options of the profile's three selects. */
export function useProfileOptions(lang: string) {
  const { occupations, staffNumbers, trades } = api.user
  const [occupation, staffNum, trade] = useQueries({
    queries: [occupations, staffNumbers, trades].map((call) => ({
      ...callQuery(call, { query: { lang } }),
      staleTime: Infinity,
    })),
  }).map(({ data }) => data?.list)
  return { occupation, staffNum, trade }
}

export function useSessions() {
  return useQuery({
    ...callQuery(api.user.sessions, {}),
    select: ({ list }) => list,
  })
}

/** Ends one session, or all others if no id is given. */
export function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id?: string) => api.user.endSession({ query: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: getCallPrefix(api.user.sessions) }),
  })
}
