import type { InviteInfo } from '@tavla/contract'
import { useMemo } from 'react'
import { api } from '../../../platform/network/api.ts'
import { LastingAnswer, useLastingAnswer } from '../../../platform/answers/lasting-answer.ts'

/** Details of an invite link for somebody who is not signed in; undefined for an invalid link, whose own page explains it. */
export function useShownInvite(token: string | null): InviteInfo | undefined {
  const answer = useMemo(
    () =>
      token === null
        ? null
        : new LastingAnswer(() => api.space.inviteInfo({ query: { token } }, { quiet: true })),
    [token],
  )
  return useLastingAnswer(answer).data
}
