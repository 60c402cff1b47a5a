import type { SignedIn, SocialProvider } from '@tavla/contract'
import { api } from '../../platform/api.ts'
import { storage } from '../../platform/storage.ts'
import { keys } from '../../platform/storage-keys.ts'

/** What a social sign-in hands to the login screen when its address already belongs to an account. */
export interface LoginHints {
  readonly link?: string
}

export type Purpose = 'login' | 'link' | 'upgrade'

const calls = {
  google: { start: api.auth.startGoogle, finish: api.auth.finishGoogle, unlink: api.auth.unlinkGoogle },
  office: { start: api.auth.startOffice, finish: api.auth.finishOffice, unlink: api.auth.unlinkOffice },
  facebook: {
    start: api.auth.startFacebook,
    finish: api.auth.finishFacebook,
    unlink: api.auth.unlinkFacebook,
  },
  apple: { start: api.auth.startApple, finish: api.auth.finishApple, unlink: api.auth.unlinkApple },
} as const

/** Asks where to go; the state stays in this tab, so that a return nobody here began is refused. */
export async function startSocial(provider: SocialProvider, purpose: Purpose = 'login'): Promise<string> {
  const { url, state } = await calls[provider].start({ query: { purpose } }, { quiet: true })
  storage.write(keys.oauth, state)
  return url
}

/** The tab began this sign-in; asked once, since a state is good for one return. */
export function isOwnReturn(state: string | null): boolean {
  const expected = storage.read(keys.oauth)
  storage.remove(keys.oauth)
  return expected !== null && expected === state
}

export function finishSocial(provider: SocialProvider, code: string, state: string): Promise<SignedIn> {
  return calls[provider].finish({ body: { code, state } }, { quiet: true })
}

export const unlinkSocial = (provider: SocialProvider) => calls[provider].unlink()
