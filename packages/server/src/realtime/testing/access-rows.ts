import type { Database } from '../../db/database.ts'
import type { Clock } from '../../ports/clock/port.ts'
import { hashSecret } from '../../secrets.ts'
import type { Access } from '../room-access.ts'

export interface AccessOptions {
  readonly db: Database
  readonly clock: Clock
  /** Where a stored photo is fetched. */
  readonly getPhotoUrl: (photo: string | null) => string | null
}

/** Tickets, members and access versions as the tables have them. */
export function accessRows({ db, clock, getPhotoUrl }: AccessOptions): Access {
  const renewOpenSessions = async (sessions: readonly string[]) => {
    const rows = await db.sql
      .selectFrom('sessions')
      .select('id')
      .where('id', 'in', sessions)
      .where('expires_at', '>', clock.now())
      .execute()
    return new Set(rows.map(({ id }) => id))
  }
  return {
    async redeem(ticket) {
      const used = await db.sql
        .deleteFrom('live_tickets')
        .where('hash', '=', hashSecret(ticket))
        .where('expires_at', '>', clock.now())
        .returning(['uid', 'session_id'])
        .executeTakeFirst()
      return used ? { uid: used.uid, session: used.session_id } : null
    },
    async getVisitor({ uid, session }) {
      const account = await db.sql
        .selectFrom('sessions')
        .innerJoin('accounts', 'accounts.uid', 'sessions.uid')
        .select(['accounts.name', 'accounts.photo'])
        .where('sessions.id', '=', session)
        .where('sessions.expires_at', '>', clock.now())
        .executeTakeFirst()
      return account ? { uid, session, name: account.name, photo: getPhotoUrl(account.photo) } : null
    },
    renewOpenSessions,
    async listAccess(wid) {
      // Version first: roles read afterwards are at least as new, so nothing is believed for longer than it is true.
      const space = await db.sql
        .selectFrom('spaces')
        .select('access_version')
        .where('wid', '=', wid)
        .where('trashed_at', 'is', null)
        .executeTakeFirst()
      if (!space) return null
      const members = await db.sql
        .selectFrom('members')
        .select(['uid', 'role'])
        .where('wid', '=', wid)
        .execute()
      return { version: space.access_version, roles: new Map(members.map(({ uid, role }) => [uid, role])) }
    },
    async memberships(uid, wids) {
      const rows = await db.sql.selectFrom('members').select('wid').where('uid', '=', uid).execute()
      return new Set(rows.map(({ wid }) => wid).filter((wid) => wids.includes(wid)))
    },
  }
}
