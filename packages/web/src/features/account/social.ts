import { SocialProvider } from '@tavla/contract'
import type { SignedIn } from '@tavla/contract'
import { z } from 'zod'
import { api } from '../../platform/network/api.ts'
import type { SendOptions } from '../../platform/network/send.ts'
import { storage } from '../../platform/storage.ts'
import { keys } from '../../platform/storage-keys.ts'

/** A social sign-in whose email already has an account. Signing in to that account links the provider to it. */
const PendingLink = z.object({ provider: SocialProvider, link: z.string() })
export type PendingLink = z.infer<typeof PendingLink>

/** What a social sign-in passes to the login screen, in the history state so that it stays out of the URL. */
export const LoginState = z.object({ pendingLink: PendingLink.optional() }).catch({})
export type LoginState = z.infer<typeof LoginState>

export interface SocialStartOptions {
  purpose?: 'login' | 'link' | 'upgrade'
  pendingLink?: PendingLink | undefined
}

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

/** Gets the provider's URL. The OAuth state is stored in this tab so that a return it did not start is rejected. */
export async function startSocial(
  provider: SocialProvider,
  { purpose = 'login', pendingLink }: SocialStartOptions,
): Promise<string> {
  // The same session length as the password form's default: there is no checkbox on the way to the provider.
  const query = { purpose, link: pendingLink?.link, remember: '1' } as const
  const { url, state } = await calls[provider].start({ query }, { quiet: true })
  storage.write(keys.oauth, state)
  return url
}

/** Whether this tab started the sign-in. Removes the stored state, which is valid for one return only. */
export function consumeOAuthState(state: string | null): boolean {
  const expected = storage.read(keys.oauth)
  storage.remove(keys.oauth)
  return expected !== null && expected === state
}

export interface SocialReturn {
  readonly code: string
  readonly state: string
  readonly iss?: string | undefined
}

export function finishSocial(
  provider: SocialProvider,
  body: SocialReturn,
  options: SendOptions,
): Promise<SignedIn> {
  return calls[provider].finish({ body }, options)
}

export const unlinkSocial = (provider: SocialProvider) => calls[provider].unlink()
