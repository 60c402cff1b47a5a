import { SocialProvider } from '@tavla/contract'
import type { SignedIn } from '@tavla/contract'
import { z } from 'zod'
import { api } from '../../platform/network/api.ts'
import type { SendOptions } from '../../platform/network/send.ts'
import { storage } from '../../platform/storage.ts'
import { keys } from '../../platform/storage-keys.ts'

/** Somebody came from a provider with an address that has an account: who proves to be its holder joins the two. */
const Waiting = z.object({ provider: SocialProvider, link: z.string() })
export type Waiting = z.infer<typeof Waiting>

/** What a social sign-in passes to the login screen in the history state, outside of the URL. */
export const LoginHints = z.object({ waiting: Waiting.optional() }).catch({})
export type LoginHints = z.infer<typeof LoginHints>

export interface Beginning {
  purpose?: 'login' | 'link' | 'upgrade'
  waiting?: Waiting | undefined
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

/** Asks where to go; the state stays in this tab, so that a return nobody here began is refused. */
export async function startSocial(
  provider: SocialProvider,
  { purpose = 'login', waiting }: Beginning,
): Promise<string> {
  // As long as with the password form as it comes: there is no box to untick between here and the provider.
  const query = { purpose, link: waiting?.link, remember: '1' } as const
  const { url, state } = await calls[provider].start({ query }, { quiet: true })
  storage.write(keys.oauth, state)
  return url
}

/** The tab began this sign-in; asked once, since a state is good for one return. */
export function isOwnReturn(state: string | null): boolean {
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
