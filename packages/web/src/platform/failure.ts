import { getCodeName, codes, Refusal } from '@tavla/contract'
import i18next from 'i18next'
import { getFullUrl } from './dom/url.ts'
import { ChunkError } from './chunks/chunk-retry.ts'
import { getRefusalText } from './i18n.ts'
import { NoResponseError } from './network/send.ts'
import { isSilent } from './toast.ts'

/** A message about a failed call. */
export function getFailureText(error: unknown): string {
  if (error instanceof Refusal) return getRefusalText(error.code, error.data)
  if (error instanceof NoResponseError) return i18next.t(`failures.${error.reason}`)
  if (error instanceof ChunkError) return i18next.t('failures.chunk')
  return i18next.t('failures.unknown')
}

/** The same next to the control that failed; null if a toast or the end of the session already says it. */
export function getLocalFailureText(error: unknown): string | null {
  if (error instanceof Refusal) {
    const name = getCodeName(error.code)
    const client = name && codes[name].client
    if (client === 'logout' || (client === 'toast' && !isSilent(getFullUrl()))) return null
  }
  return getFailureText(error)
}

/** No answer arrived; what was shown before may stay. */
export function isOffline(error: unknown): boolean {
  return error instanceof NoResponseError
}

export function isRefusal(error: unknown, code: number): error is Refusal {
  return error instanceof Refusal && error.code === code
}
