import type { DesktopSignIn } from '@tavla/contract/desktop'
import type { Clock } from './clock.ts'
import { parsePastedCode, type LinkSource, type SignInLink } from './link.ts'
import type { RandomBytes } from './pkce.ts'
import { type SignInResult, SignIn, signInLimitMs } from './sign-in.ts'

/** A local HTTP server that waits for the sign-in page. */
export interface Loopback {
  readonly port: number
  close(): void
}

interface SignInDeps {
  readonly clock: Clock
  readonly random: RandomBytes
  readonly device: string
  openExternal(url: string): Promise<boolean>
  isSchemeOurs(): Promise<boolean>
  listenOnLoopback(origin: string, onLink: (link: SignInLink) => boolean): Promise<Loopback>
}

/** A complete sign-in: opens the system browser and waits for its result. */
export class SignInFlow {
  readonly #deps: SignInDeps
  readonly #signIn: SignIn
  #end: ((result: DesktopSignIn) => void) | undefined

  constructor(deps: SignInDeps) {
    this.#deps = deps
    this.#signIn = new SignIn(deps.random, deps.clock.now)
  }

  /** Without a registered link scheme, the result arrives on 127.0.0.1. */
  async start(origin: string): Promise<DesktopSignIn> {
    this.cancel()
    const { clock, device, openExternal } = this.#deps
    const loopback = (await this.#deps.isSchemeOurs())
      ? undefined
      : await this.#deps.listenOnLoopback(origin, (link) => this.accept(link))
    const source: LinkSource = loopback ? { via: 'loopback', port: loopback.port } : { via: 'scheme' }
    const result = new Promise<DesktopSignIn>((resolve) => (this.#end = resolve))
    const url = origin + this.#signIn.begin(source, device)
    const cancelTimer = clock.after(signInLimitMs, () => this.#finish({ ended: 'timed-out' }))
    if (!(await openExternal(url))) this.#finish({ ended: 'no-browser' })
    const ended = await result
    cancelTimer()
    loopback?.close()
    return ended
  }

  cancel(): void {
    this.#finish({ ended: 'cancelled' })
  }

  accept(link: SignInLink): boolean {
    return this.#take(this.#signIn.accept(link))
  }

  acceptPasted(text: string): boolean {
    const pasted = parsePastedCode(text)
    return pasted !== undefined && this.#take(this.#signIn.acceptPasted(pasted))
  }

  #take(answer: SignInResult | undefined): boolean {
    if (answer) this.#finish({ ended: 'signed-in', ...answer })
    return answer !== undefined
  }

  #finish(result: DesktopSignIn): void {
    this.#signIn.cancel()
    this.#end?.(result)
    this.#end = undefined
  }
}
