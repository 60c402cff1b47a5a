import { timingSafeEqual } from 'node:crypto'
import { urls } from '@tavla/contract'
import type { LinkSource, SignInLink } from './link.ts'
import { getChallenge, createSecret, type RandomBytes } from './pkce.ts'

/** A sign-in that waits for the browser's answer. Kept in memory only: with it goes the verifier. */
export interface PendingSignIn {
  readonly state: string
  readonly verifier: string
  readonly source: LinkSource
  readonly expiresAtMs: number
}

/** What the page exchanges for a session. */
export interface Answer {
  readonly code: string
  readonly verifier: string
}

/** Long enough to sign in at a provider and find one's phone; the server's code itself lives 60 s. */
export const signInLimitMs = 5 * 60_000

/**
 * The one sign-in a shell may wait for. Beginning again forgets the one before; an answer is taken once, in time, and
 * only with the `state` that waits: a link somebody else made signs nobody in.
 */
export class SignIn {
  readonly #random: RandomBytes
  readonly #now: () => number
  #pending: PendingSignIn | undefined

  constructor(random: RandomBytes, now: () => number) {
    this.#random = random
    this.#now = now
  }

  /** Answers the path to open in the system browser, on the origin that the shell shows. */
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

  /** Takes a link's answer, or nothing when no such sign-in waits. A wrong `state` leaves the waiting one alone. */
  accept(link: SignInLink): Answer | undefined {
    const waiting = this.#waiting()
    if (!waiting || !isSame(link.state, waiting.state)) return undefined
    return this.#take(link.code, waiting)
  }

  /** Takes a pasted code. A bare code carries no `state`; that the server bound it to our challenge protects it. */
  acceptPasted(pasted: { readonly code: string; readonly state?: string }): Answer | undefined {
    const { code, state } = pasted
    if (state !== undefined) return this.accept({ code, state })
    const waiting = this.#waiting()
    return waiting && this.#take(code, waiting)
  }

  #waiting(): PendingSignIn | undefined {
    if (this.#pending && this.#now() >= this.#pending.expiresAtMs) this.#pending = undefined
    return this.#pending
  }

  #take(code: string, waiting: PendingSignIn): Answer {
    this.#pending = undefined
    return { code, verifier: waiting.verifier }
  }
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
