import { type Calls, lifetimes } from '@tavla/contract'
import type { App, Handlers } from '../../context.ts'
import { randomSecret } from '../../ports/random/values.ts'
import { hashSecret } from '../../secrets.ts'
import { getPhotoUrl, requireSession } from '../account/index.ts'

/** Path of the live socket, on the same origin. */
export const LIVE_PATH = '/api/live'

export const space = {
  /** URLs end up in logs, so the socket is opened with a ticket instead of the session's token. */
  async liveTicket({ app, actor }) {
    const { ticket, row } = createTicket(app, actor.uid, actor.sessionId)
    await app.db.transaction(async (tx) => {
      await requireSession(tx, actor)
      await tx.insertInto('live_tickets').values(row).execute()
    })
    return { ticket, url: LIVE_PATH }
  },
} satisfies Partial<Handlers<Calls['space']>>

function createTicket({ random, clock }: App, uid: string, session: string) {
  const ticket = randomSecret(random, 'k')
  const expires_at = clock.now() + lifetimes.liveTicketMs
  return { ticket, row: { hash: hashSecret(ticket), uid, session_id: session, expires_at } }
}

/** For the socket that forwards a page to another process; whether its session still lives is checked when it is redeemed. */
export async function issueTicket(
  app: App,
  { uid, session }: Pick<TicketHolder, 'uid' | 'session'>,
): Promise<string> {
  const { ticket, row } = createTicket(app, uid, session)
  await app.db.sql.insertInto('live_tickets').values(row).execute()
  return ticket
}

/** The account behind a ticket. */
export interface TicketHolder {
  readonly uid: string
  /** The sign-in session; when it ends, the socket closes. */
  readonly session: string
  readonly name: string
  readonly photo: string | null
}

/** Uses a ticket up. Null: unknown, used, expired, or its session has ended. */
export async function redeemTicket({ db, clock }: App, ticket: string): Promise<TicketHolder | null> {
  const row = await db.sql
    .deleteFrom('live_tickets')
    .where('hash', '=', hashSecret(ticket))
    .returning(['uid', 'session_id', 'expires_at'])
    .executeTakeFirst()
  if (!row || row.expires_at <= clock.now()) return null
  const account = await db.sql
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.uid', 'sessions.uid')
    .select(['accounts.name', 'accounts.photo'])
    .where('sessions.id', '=', row.session_id)
    .where('sessions.expires_at', '>', clock.now())
    .executeTakeFirst()
  return account
    ? { uid: row.uid, session: row.session_id, name: account.name, photo: getPhotoUrl(account.photo) }
    : null
}
