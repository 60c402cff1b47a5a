import { timingSafeEqual } from 'node:crypto'
import { urls } from '@tavla/contract/desktop'
import type { LinkSource, SignInLink } from './link.ts'
import { getChallenge, createSecret, type RandomBytes } from './pkce.ts'

/** A sign-in waiting for the browser's result. Kept in memory only, because of the verifier. */
export interface PendingSignIn {
  readonly state: string
  readonly verifier: string
  readonly source: LinkSource
  readonly expiresAtMs: number
}

/** Exchanged by the page for a session. */
export interface SignInResult {
  readonly code: string
  readonly verifier: string
}

/** Enough time for a provider's two-factor sign-in; the server's code itself is valid for 60 s. */
export const signInLimitMs = 5 * 60_000

/**
 * The pending sign-in. Starting again discards the previous one. A result is accepted once, in time, and only
 * with the expected `state`, so that a forged link has no effect.
 */
export class SignIn {
  readonly #random: RandomBytes
  readonly #now: () => number
  #pending: PendingSignIn | undefined

  constructor(random: RandomBytes, now: () => number) {
    this.#random = random
    this.#now = now
  }

  /** Returns the path to open in the system browser, on the server's origin. */
  begin(source: LinkSource, device?: string): string {
    const verifier = createSecret(this.#random)
    const state = createSecret(this.#random)
    this.#pending = { state, verifier, source, expiresAtMs: this.#now() + signInLimitMs }
    return urls.desktopSignIn({
      challenge: getChallenge(verifier),
      state,
      via: source.via,
      ...(source.via === 'loopback' ? { port: source.port } : {}),
      ...(device === undefined ? {} : { device }),
    })
  }

  cancel(): void {
    this.#pending = undefined
  }

  /**
   * Accepts a link's result; undefined if no such sign-in is pending. A wrong `state` leaves the pending one
   * unchanged.
   */
  accept(link: SignInLink): SignInResult | undefined {
    const waiting = this.#waiting()
    if (!waiting || !isSame(link.state, waiting.state)) return undefined
    return this.#take(link.code, waiting)
  }

  /** Accepts a pasted code. A bare code has no `state`, but the server has bound it to our challenge. */
  acceptPasted(pasted: { readonly code: string; readonly state?: string }): SignInResult | undefined {
    const { code, state } = pasted
    if (state !== undefined) return this.accept({ code, state })
    const waiting = this.#waiting()
    return waiting && this.#take(code, waiting)
  }

  #waiting(): PendingSignIn | undefined {
    if (this.#pending && this.#now() >= this.#pending.expiresAtMs) this.#pending = undefined
    return this.#pending
  }

  #take(code: string, waiting: PendingSignIn): SignInResult {
    this.#pending = undefined
    return { code, verifier: waiting.verifier }
  }
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
