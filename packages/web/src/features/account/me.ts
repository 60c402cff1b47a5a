import type { User } from '@tavla/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/network/api.ts'
import { getCallPrefix, callQuery } from '../../platform/network/call-query.ts'
import { getLanguage } from '../../platform/i18n.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { session } from '../../state/index.ts'

/** The signed-in account, loaded from the server. */
export function useMe(isEnabled = true) {
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
    enabled: isEnabled && token !== '',
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

/** Emails a code that confirms an address. */
export const sendEmailCode = (email: string) =>
  api.user.sendEmailCode({ query: { lang: getLanguage() }, body: { email } })
