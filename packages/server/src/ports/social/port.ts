import type { SocialProvider } from '@tavla/contract'

/** What a sign-in elsewhere rests on; anyone who asked keeps it until the person is back. */
export interface SocialRequest {
  /** Goes there and comes back in the address. */
  readonly state: string
  /** Comes back inside what the provider signs. */
  readonly nonce: string
  /** RFC 7636: only anyone who holds it can use the code. */
  readonly verifier: string
  readonly returnTo: string
}

export interface SocialReturn extends SocialRequest {
  readonly code: string
  /** RFC 9207: the issuer that claims to have sent the response, if given. */
  readonly iss?: string | undefined
}

/** Who came back. The key is (issuer, subject) and nothing else: an address can change hands. */
export interface SocialIdentity {
  readonly issuer: string
  readonly subject: string
  /** Lower case; null when there is none that can be used. */
  readonly email: string | null
  /** The provider says that it has checked the address, and is one whose word on that counts. */
  readonly emailVerified: boolean
  readonly name: string | null
}

/** One provider of social sign-ins. */
export interface SocialPort {
  /** Not the provider but a page on this machine that stands in for it. */
  readonly standIn: boolean
  /** Where the person goes. */
  begin(request: SocialRequest): Promise<string>
  /** Throws `SocialRefused` for a return that proves nothing and `SocialUnreachable` when it cannot be asked. */
  finish(back: SocialReturn): Promise<SocialIdentity>
}

/** Those that are offered, in the order of their buttons. */
export type SocialPorts = ReadonlyMap<SocialProvider, SocialPort>

/** The code, token or signature is not what was asked for. */
export class SocialRefused extends Error {}

/** The provider gave no answer, or does not know this server. */
export class SocialUnreachable extends Error {}
