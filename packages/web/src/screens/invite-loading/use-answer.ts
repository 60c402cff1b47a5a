import { codes, type AcceptedInvite, Refusal } from '@tavla/contract'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../platform/network/api.ts'
import { invites } from '../../state/index.ts'

const finalCodes: readonly number[] = [
  // The address holds something that no server ever made.
  codes.invalid.code,
  codes.forbidden.code,
  codes.not_found.code,
  codes.link_ended.code,
  codes.guest_not_allowed.code,
  codes.limit_reached.code,
]

/** The server has decided about this invite; trying again would bring the same answer. */
export function isFinal(error: unknown): error is Refusal {
  return error instanceof Refusal && finalCodes.includes(error.code)
}

/** A full board may have room later, and a guest may get an account: those invites are kept. */
function isForGood(error: unknown): boolean {
  if (!isFinal(error)) return false
  return error.code !== codes.limit_reached.code && error.code !== codes.guest_not_allowed.code
}

/** The board, at what the invitation was to show first; whatever else stands in it counts for nothing. */
export function firstView({ wid, opens }: Pick<AcceptedInvite, 'wid' | 'opens'>): string {
  const query = new URLSearchParams({ w: wid })
  for (const [name, value] of new URLSearchParams(opens.data))
    if (name === 'p' || name === 'o') query.set(name, value)
  if (opens.voice) query.set('voice', '1')
  return `/whiteboard?${query.toString()}`
}

/** Answers an invite and forgets it where the answer is for good. */
export function useAnswer(token: string, wid: string, go: (address: string) => unknown) {
  const answer = useMutation({
    mutationFn: (decline: boolean) => api.space.acceptInvite({ body: { token, decline } }),
    onSuccess(space, decline) {
      invites.answered(wid)
      if (!decline && space) void go(firstView(space))
    },
    onError(error) {
      if (isForGood(error)) invites.answered(wid)
    },
  })
  return {
    accept: () => answer.mutate(false),
    decline: () => answer.mutate(true),
    error: answer.error,
    busy: answer.isPending || (answer.isSuccess && answer.variables === false),
    declined: answer.isSuccess && answer.variables === true,
  }
}
