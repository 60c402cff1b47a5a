import type { Clock } from '../../../platform/dom/clock.ts'

export interface MediaWatchOptions {
  readonly clock: Clock
  readonly onInterrupted: () => void
  readonly onRestored: () => void
  /** Opens a new connection with a new ticket. */
  readonly rejoin: () => void
}

/** Delays before rejoining, ms; the last one repeats. Everybody else in the room notices each of these. */
const REJOIN_MS = [5_000, 5_000, 10_000, 20_000, 40_000, 60_000]

/**
 * Notices that no sound gets through any more and rejoins until it does: the socket of a frozen network looks open for minutes.
 */
export class MediaWatch {
  readonly #options: MediaWatchOptions
  /** As this tab and as the server sees it. */
  #isUp = { here: false, there: false }
  #interruptedAt: number | null = null
  #rejoins = 0
  #cancel: () => void = () => undefined

  constructor(options: MediaWatchOptions) {
    this.#options = options
  }

  /** For this long no sound has got through, ms; null while it does, and before it did for the first time. */
  get interruptedMs(): number | null {
    return this.#interruptedAt === null ? null : this.#options.clock.now() - this.#interruptedAt
  }

  set(changed: { readonly here?: boolean; readonly there?: boolean }): void {
    const before = this.#isUp
    this.#isUp = { ...before, ...changed }
    const { here, there } = this.#isUp
    if (here && there) this.#restore()
    else if ((before.here && !here) || (before.there && !there)) this.interrupt()
  }

  interrupt(): void {
    if (this.#interruptedAt !== null) return
    this.#interruptedAt = this.#options.clock.now()
    this.#scheduleRejoin()
    this.#options.onInterrupted()
  }

  /** A new connection begins without sound, which is no interruption. */
  startConnection(): void {
    this.#isUp = { here: false, there: false }
  }

  stop(): void {
    this.#cancel()
    this.#interruptedAt = null
    this.#rejoins = 0
    this.startConnection()
  }

  #restore(): void {
    if (this.#interruptedAt === null) return
    this.#cancel()
    this.#interruptedAt = null
    this.#rejoins = 0
    this.#options.onRestored()
  }

  #scheduleRejoin(): void {
    const delay = REJOIN_MS[Math.min(this.#rejoins, REJOIN_MS.length - 1)] ?? 0
    this.#rejoins += 1
    this.#cancel = this.#options.clock.after(delay, () => {
      this.#scheduleRejoin()
      this.#options.rejoin()
    })
  }
}
