import { useQuery } from '@tanstack/react-query'
import { api } from '../../../platform/network/api.ts'
import { callQuery } from '../../../platform/network/call-query.ts'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { session } from '../../../state/index.ts'

/** Details of an invite link, which also tell whether it was sent to the signed-in person. */
export function useInviteInfo(token: string | null, options: { quiet?: boolean } = {}) {
  const scope = useSignal(session.userInfo)?.uid ?? ''
  return useQuery({
    ...callQuery(api.space.inviteInfo, { query: { token: token ?? '' } }, { ...options, scope }),
    enabled: token !== null,
    staleTime: Infinity,
  })
}
