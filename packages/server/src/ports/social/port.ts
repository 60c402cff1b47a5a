import type { SocialProvider } from '@tavla/contract'

/** Values of one sign-in, stored by the caller until the redirect. */
export interface SocialRequest {
  /** Sent to the provider and returned in the redirect URL. */
  readonly state: string
  /** Returned inside the signed ID token. */
  readonly nonce: string
  /** RFC 7636: the code can be exchanged only with it. */
  readonly verifier: string
  readonly returnTo: string
}

export interface SocialReturn extends SocialRequest {
  readonly code: string
  /** RFC 9207: the issuer of the response, if given. */
  readonly iss?: string | undefined
}

/** The signed-in identity. Its key is (issuer, subject) only: an email can change hands. */
export interface SocialIdentity {
  readonly issuer: string
  readonly subject: string
  /** Lower case; null when there is no usable one. */
  readonly email: string | null
  /** The provider has verified the email, and its verification is trusted. */
  readonly emailVerified: boolean
  readonly name: string | null
}

/** One social sign-in provider. */
export interface SocialPort {
  /** A page on this machine that stands in for the provider. */
  readonly standIn: boolean
  /** URL to send the person to. */
  begin(request: SocialRequest): Promise<string>
  /**
   * Throws `SocialRefused` for an invalid response and `SocialUnreachable` when the provider cannot be
   * reached.
   */
  finish(back: SocialReturn): Promise<SocialIdentity>
}

/** The offered providers, in the order of their buttons. */
export type SocialPorts = ReadonlyMap<SocialProvider, SocialPort>

/** Code, token or signature is invalid. */
export class SocialRefused extends Error {}

/** The provider did not respond, or does not know this server's client. */
export class SocialUnreachable extends Error {}
