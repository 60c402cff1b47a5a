import type { User } from '@tavla/contract'
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/network/api.ts'
import { allOfCall, callQuery } from '../../platform/network/call-query.ts'
import { language } from '../../platform/i18n.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { session } from '../../state/index.ts'

/** Oneself, fresh from the server. */
export function useMe() {
  const token = useSignal(session.userInfo)?.token ?? ''
  // By token: what was answered to the session before, such as the guest's, is not asked of the one that follows.
  const query = callQuery(api.auth.loggedin, { token })
  return useQuery({
    ...query,
    async queryFn(context) {
      const me = await query.queryFn(context)
      session.learned(me, token)
      return me
    },
    enabled: token !== '',
  })
}

/** A change of oneself: the answer is what is stored from now on, so every page shows it. */
export function useChangeMe<Input>(change: (input: Input) => Promise<Partial<User>>) {
  const client = useQueryClient()
  return useMutation({
    async mutationFn(input: Input) {
      const getSignInState = session.userInfo.peek()?.token
      const facts = await change(input)
      session.learned(facts, getSignInState)
      return facts
    },
    onSuccess() {
      return client.invalidateQueries({ queryKey: allOfCall(api.auth.loggedin) })
    },
  })
}

/** The three choice lists of the profile. */
export function useChoices(lang: string) {
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
  api.user.sendEmailCode({ query: { lang: language() }, body: { email } })

export function useSessions() {
  return useQuery({
    ...callQuery(api.user.sessions, {}),
    select: ({ list }) => list,
  })
}

/** Ends one session; without an id all others. */
export function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id?: string) => api.user.endSession({ query: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: allOfCall(api.user.sessions) }),
  })
}
