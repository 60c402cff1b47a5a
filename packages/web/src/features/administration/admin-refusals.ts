import { codes } from '@tavla/contract'
import { isRefusal } from '../../platform/failure.ts'
import { RefusalFacts } from '../../platform/network/refusal-facts.ts'

export { getFailureText } from '../../platform/failure.ts'
export { adminApi } from '../../platform/network/admin-api.ts'

/** Why a call was refused; undefined for everything else that can go wrong. */
export function getReason(error: unknown): string | undefined {
  if (!isRefusal(error, codes.forbidden.code)) return undefined
  return RefusalFacts.parse(error.data).reason ?? undefined
}

export const isSignedOut = (error: unknown): boolean => isRefusal(error, codes.session_invalid.code)
