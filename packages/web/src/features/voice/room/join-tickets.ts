import type { VoiceTicket } from '@tavla/contract'
import type { Clock } from '../../../platform/dom/clock.ts'

/** A ticket older than this is not used; the server accepts it for 60 s. */
const FRESH_MS = 45_000

interface PreparedTicket {
  readonly request: Promise<VoiceTicket>
  readonly requestedAt: number
  /** A refusal may no longer be true when the person joins. */
  hasFailed: boolean
}

/** Requests tickets for a voice room, one ahead when a join is likely. Each ticket is used once. */
export class JoinTickets {
  readonly #clock: Clock
  readonly #request: () => Promise<VoiceTicket>
  #prepared: PreparedTicket | null = null

  constructor(clock: Clock, request: () => Promise<VoiceTicket>) {
    this.#clock = clock
    this.#request = request
  }

  prepare(): void {
    if (this.#isUsable()) return
    const prepared = { request: this.#request(), requestedAt: this.#clock.now(), hasFailed: false }
    prepared.request.catch(() => {
      prepared.hasFailed = true
    })
    this.#prepared = prepared
  }

  take(): Promise<VoiceTicket> {
    const prepared = this.#isUsable() ? this.#prepared : null
    this.#prepared = null
    return prepared?.request ?? this.#request()
  }

  #isUsable(): boolean {
    const prepared = this.#prepared
    return prepared !== null && !prepared.hasFailed && this.#clock.now() - prepared.requestedAt < FRESH_MS
  }
}
