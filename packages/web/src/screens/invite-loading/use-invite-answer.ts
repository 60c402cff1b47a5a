import { codes, type AcceptedInvite, Refusal } from '@tavla/contract'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../platform/network/api.ts'
import { invites } from '../../state/index.ts'

const finalCodes: readonly number[] = [
  // The token in the URL is malformed.
  codes.invalid.code,
  codes.forbidden.code,
  codes.not_found.code,
  codes.link_ended.code,
  codes.guest_not_allowed.code,
  codes.limit_reached.code,
]

/** Whether the server's refusal is final: retrying would give the same result. */
export function isFinal(error: unknown): error is Refusal {
  return error instanceof Refusal && finalCodes.includes(error.code)
}

/** Whether to forget the invite. A full board can get a free seat and a guest an account, so those invites are kept. */
function isPermanent(error: unknown): boolean {
  if (!isFinal(error)) return false
  return error.code !== codes.limit_reached.code && error.code !== codes.guest_not_allowed.code
}

/**
 * URL of the board with the page and element stored in the invite; other parameters are ignored. A share link says
 * itself whether it opens the voice room.
 */
export function getInitialUrl(
  { wid, opens }: Pick<AcceptedInvite, 'wid' | 'opens'>,
  opensVoice = false,
): string {
  const query = new URLSearchParams({ w: wid })
  for (const [name, value] of new URLSearchParams(opens.data))
    if (name === 'p' || name === 'o') query.set(name, value)
  if (opens.voice || opensVoice) query.set('voice', '1')
  return `/whiteboard?${query.toString()}`
}

/** Answers an invite and forgets it unless the answer can still change. */
export function useInviteAnswer(
  { token, wid, opensVoice }: { token: string; wid: string; opensVoice: boolean },
  navigate: (address: string) => unknown,
) {
  const answer = useMutation({
    // The page itself says why it was refused.
    mutationFn: (decline: boolean) => api.space.acceptInvite({ body: { token, decline } }, { quiet: true }),
    onSuccess(space, decline) {
      invites.remove(wid)
      if (!decline && space) void navigate(getInitialUrl(space, opensVoice))
    },
    onError(error) {
      if (isPermanent(error)) invites.remove(wid)
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
