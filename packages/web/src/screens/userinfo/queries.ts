import type { User } from '@tavla/contract'
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/network/api.ts'
import { getCallPrefix, callQuery } from '../../platform/network/call-query.ts'
import { getLanguage } from '../../platform/i18n.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { session } from '../../state/index.ts'

/** The signed-in account, loaded from the server. */
export function useMe() {
  const token = useSignal(session.userInfo)?.token ?? ''
  // The key contains the token, so that a new session does not get the cached account of the previous one.
  const query = callQuery(api.auth.loggedin, { token })
  return useQuery({
    ...query,
    async queryFn(context) {
      const me = await query.queryFn(context)
      session.updateUser(me, token)
      return me
    },
    enabled: token !== '',
  })
}

/** Changes the account and stores the response, so that every page shows it. */
export function useChangeMe<Input>(change: (input: Input) => Promise<Partial<User>>) {
  const client = useQueryClient()
  return useMutation({
    async mutationFn(input: Input) {
      const token = session.userInfo.peek()?.token
      const changes = await change(input)
      session.updateUser(changes, token)
      return changes
    },
    onSuccess() {
      return client.invalidateQueries({ queryKey: getCallPrefix(api.auth.loggedin) })
    },
  })
}

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

export const sendEmailCode = (email: string) =>
  api.user.sendEmailCode({ query: { lang: getLanguage() }, body: { email } })

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
