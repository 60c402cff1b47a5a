import { createHash } from 'node:crypto'
import type { SocialProvider } from '@tavla/contract'
import type { Clock } from '../clock/port.ts'
import type { Random } from '../random/port.ts'
import { randomSecret } from '../random/values.ts'
import { type SocialIdentity, type SocialPort, SocialRefused } from './port.ts'

/** The identity that somebody on this machine claims; it is not verified. */
export type StandInPerson = Pick<SocialIdentity, 'email' | 'emailVerified' | 'name'>

interface PendingSignIn {
  readonly provider: SocialProvider
  readonly person: StandInPerson
  readonly challenge: string
  readonly until: number
}

const CODE_MS = 60_000

const getChallenge = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

/** Stand-in for identity providers on this machine: its page asks who to sign in as. */
export interface LocalProvider {
  port(provider: SocialProvider): SocialPort
  /** The page's answer: an authorization code for the redirect. */
  giveCode(provider: SocialProvider, challenge: string, person: StandInPerson): string
}

export const STAND_IN_PATH = '/dev/sign-in'

export function createLocalProvider(clock: Clock, random: Random): LocalProvider {
  const waiting = new Map<string, PendingSignIn>()
  return {
    port: (provider) => ({
      standIn: true,
      // Without host, so that the browser returns to the host name it was opened with.
      begin: ({ state, verifier }) =>
        Promise.resolve(
          `${STAND_IN_PATH}?${String(new URLSearchParams({ provider, state, challenge: getChallenge(verifier) }))}`,
        ),
      finish({ code, verifier }) {
        const found = waiting.get(code)
        waiting.delete(code)
        if (!found || found.until <= clock.now() || found.provider !== provider)
          return Promise.reject(new SocialRefused('unknown code'))
        if (found.challenge !== getChallenge(verifier))
          return Promise.reject(new SocialRefused('wrong verifier'))
        const { email, name } = found.person
        // The same email is the same identity again.
        const subject = createHash('sha256')
          .update(email ?? name ?? '')
          .digest('base64url')
        return Promise.resolve({ issuer: `stand-in:${provider}`, subject, ...found.person })
      },
    }),
    giveCode(provider, challenge, person) {
      for (const [code, { until }] of waiting) if (until <= clock.now()) waiting.delete(code)
      const code = randomSecret(random, 'i')
      waiting.set(code, { provider, person, challenge, until: clock.now() + CODE_MS })
      return code
    },
  }
}
