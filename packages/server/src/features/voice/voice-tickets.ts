import { lifetimes } from '@tavla/contract'
import type { Clock } from '../../ports/clock/port.ts'
import type { TicketRequest } from '../../ports/voice/port.ts'
import { hashSecret } from '../../secrets.ts'

export interface VoiceTicketHolder extends TicketRequest {
  readonly c: string
  readonly expiresAt: number
}

/** Unused tickets per person; the oldest is dropped first. */
const TICKETS_PER_PERSON = 5

/** Single-use join tickets, valid for 60 s. Kept in memory, since a restart ends every voice connection anyway. */
export class VoiceTickets {
  readonly #clock: Clock
  readonly #byHash = new Map<string, VoiceTicketHolder>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(token: string, c: string, request: TicketRequest): VoiceTicketHolder {
    const now = this.#clock.now()
    for (const [hash, { expiresAt }] of this.#byHash) if (expiresAt <= now) this.#byHash.delete(hash)
    const mine = [...this.#byHash].filter(([, { uid }]) => uid === request.uid)
    for (const [hash] of mine.slice(0, Math.max(0, mine.length + 1 - TICKETS_PER_PERSON)))
      this.#byHash.delete(hash)
    const holder = { ...request, c, expiresAt: now + lifetimes.voiceTokenMs }
    this.#byHash.set(hashSecret(token), holder)
    return holder
  }

  /** Consumes a ticket. Null when it is unknown, used or expired. */
  redeem(token: string): VoiceTicketHolder | null {
    const hash = hashSecret(token)
    const holder = this.#byHash.get(hash)
    this.#byHash.delete(hash)
    return holder && holder.expiresAt > this.#clock.now() ? holder : null
  }
}
