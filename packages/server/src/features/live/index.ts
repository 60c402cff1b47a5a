import { type Calls, lifetimes } from '@tavla/contract'
import { sql as raw } from 'kysely'
import type { App, Handlers } from '../../context.ts'
import { randomSecret } from '../../ports/random/values.ts'
import { Refused } from '../../refusals.ts'
import { hashSecret } from '../../secrets.ts'
import { getPhotoUrl } from '../account/index.ts'

/** Path of the live socket, on the same origin. */
export const LIVE_PATH = '/api/live'

export const space = {
  /** URLs end up in logs, so the socket is opened with a ticket instead of the session's token. */
  async liveTicket({ app, actor }) {
    const ticket = randomSecret(app.random, 'k')
    const expiresAt = app.clock.now() + lifetimes.liveTicketMs
    const { numInsertedOrUpdatedRows } = await app.db.sql
      .insertInto('live_tickets')
      .columns(['hash', 'uid', 'session_id', 'expires_at'])
      // In one statement, since every page of a process asks at the same time when another one stops.
      .expression((eb) =>
        eb
          .selectFrom('sessions')
          .select([
            raw<string>`cast(${hashSecret(ticket)} as text)`.as('hash'),
            'uid',
            'id',
            raw<number>`cast(${expiresAt} as bigint)`.as('expires_at'),
          ])
          .where('id', '=', actor.sessionId)
          .where('expires_at', '>', app.clock.now()),
      )
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) throw new Refused('session_invalid')
    return { ticket, url: LIVE_PATH }
  },
} satisfies Partial<Handlers<Calls['space']>>

/** The account and the sign-in session that a ticket was issued for. */
export interface TicketHolder {
  readonly uid: string
  readonly session: string
}

/** Uses a ticket up. Null: unknown, used or expired. */
export async function redeemTicket({ db, clock }: App, ticket: string): Promise<TicketHolder | null> {
  const row = await db.sql
    .deleteFrom('live_tickets')
    .where('hash', '=', hashSecret(ticket))
    .returning(['uid', 'session_id', 'expires_at'])
    .executeTakeFirst()
  return row && row.expires_at > clock.now() ? { uid: row.uid, session: row.session_id } : null
}

/** Name and photo; null once the session has ended. */
export async function getVisitor({ db, clock }: App, { uid, session }: TicketHolder) {
  const account = await db.sql
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.uid', 'sessions.uid')
    .select(['accounts.name', 'accounts.photo'])
    .where('sessions.id', '=', session)
    .where('sessions.expires_at', '>', clock.now())
    .executeTakeFirst()
  return account ? { uid, session, name: account.name, photo: getPhotoUrl(account.photo) } : null
}
