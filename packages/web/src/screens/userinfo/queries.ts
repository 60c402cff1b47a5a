import type { User } from '@tavla/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/network/api.ts'
import { language } from '../../platform/i18n.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { session } from '../../state/index.ts'

/** Oneself, fresh from the server. */
export function useMe() {
  const token = useSignal(session.userInfo)?.token ?? ''
  return useQuery({
    // By token: what was answered to the session before, such as the guest's, is not asked of the one that follows.
    queryKey: ['auth.loggedin', token],
    async queryFn({ signal }) {
      const me = await api.auth.loggedin({ token }, { signal })
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
      return client.invalidateQueries({ queryKey: ['auth.loggedin'] })
    },
  })
}

/** The three choice lists of the profile. */
export function useChoices(lang: string) {
  const query = { lang }
  return useQuery({
    queryKey: ['user.choices', query],
    async queryFn({ signal }) {
      const [occupation, staffNum, trade] = await Promise.all([
        api.user.occupations({ query }, { signal }),
        api.user.staffNumbers({ query }, { signal }),
        api.user.trades({ query }, { signal }),
      ])
      return { occupation: occupation.list, staffNum: staffNum.list, trade: trade.list }
    },
    staleTime: Infinity,
  })
}

export const sendEmailCode = (email: string) =>
  api.user.sendEmailCode({ query: { lang: language() }, body: { email } })

export function useSessions() {
  return useQuery({
    queryKey: ['user.sessions'],
    queryFn: async ({ signal }) => (await api.user.sessions({}, { signal })).list,
  })
}

/** Ends one session; without an id all others. */
export function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id?: string) => api.user.endSession({ query: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['user.sessions'] }),
  })
}
