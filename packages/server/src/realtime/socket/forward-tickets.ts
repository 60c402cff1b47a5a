import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../../ports/clock/port.ts'
import type { TicketHolder } from '../room-access.ts'

export interface ForwardTicketsOptions {
  readonly clock: Clock
  /** Shared by all processes of a database. */
  readonly key: Buffer
  /** This process's row in the list of nodes; another one after it was lost. */
  readonly getNode: () => string
  readonly newId: () => string
}

/** How long after its issue a ticket opens a socket; clocks of two machines may differ. */
const lifetimeMs = 30_000

const Claims = z.tuple([z.string(), z.string(), z.string(), z.string(), z.number()])

/**
 * Tickets for the sockets by which one process forwards pages to another. Only the process that a ticket names redeems
 * it, once. They are signed and not stored: pages that come back after a restart would wait for two writes each.
 * Whether the session still lives is checked when a ticket is redeemed, as with those of pages.
 */
export class ForwardTickets {
  readonly #options: ForwardTicketsOptions
  /** Ids of redeemed tickets, oldest first, each with the time when its ticket expires. */
  readonly #used = new Map<string, number>()

  constructor(options: ForwardTicketsOptions) {
    this.#options = options
  }

  issue({ uid, session }: TicketHolder, node: string): string {
    const { clock, newId } = this.#options
    const claims: z.infer<typeof Claims> = [uid, session, node, newId(), clock.now() + lifetimeMs]
    const body = Buffer.from(JSON.stringify(claims)).toString('base64url')
    return `${body}.${this.#sign(body).toString('base64url')}`
  }

  /** Null: not issued for this process, used or expired. */
  redeem(ticket: string): TicketHolder | null {
    const [body = '', signature = ''] = ticket.split('.')
    const given = Buffer.from(signature, 'base64url')
    const own = this.#sign(body)
    if (given.length !== own.length || !timingSafeEqual(given, own)) return null
    const [uid, session, node, id, expiresAt] = Claims.parse(
      JSON.parse(Buffer.from(body, 'base64url').toString()),
    )
    const now = this.#options.clock.now()
    if (node !== this.#options.getNode() || expiresAt <= now || this.#used.has(id)) return null
    for (const [used, until] of this.#used) {
      if (until > now) break
      this.#used.delete(used)
    }
    this.#used.set(id, expiresAt)
    return { uid, session }
  }

  #sign(body: string): Buffer {
    return createHmac('sha256', this.#options.key).update(body).digest()
  }
}
