import type { App } from '../../context.ts'
import type { AccountRow } from '../../db/tables/accounts.ts'
import { readNotifyConfig, getTime, timeOrNull, getUser } from '../account/index.ts'
import { listEvents } from '../audit/index.ts'

/** The account data of an export, without secrets and other people's addresses. */
export async function aboutMe(app: App, account: AccountRow) {
  const { sql } = app.db
  const { uid } = account
  const [sessions, identities, memberships, folders, notices, feedback, requests, events] = await Promise.all(
    [
      sql.selectFrom('sessions').selectAll().where('uid', '=', uid).orderBy('created_at').execute(),
      sql.selectFrom('identities').selectAll().where('uid', '=', uid).orderBy('created_at').execute(),
      sql
        .selectFrom('members')
        .innerJoin('spaces', 'spaces.wid', 'members.wid')
        .select(['members.wid', 'spaces.name', 'members.role', 'members.joined_at', 'members.opened_at'])
        .select(['members.starred', 'members.folder'])
        .where('members.uid', '=', uid)
        .orderBy('members.joined_at')
        .execute(),
      sql.selectFrom('folders').select(['id', 'name']).where('uid', '=', uid).orderBy('position').execute(),
      sql.selectFrom('notices').selectAll().where('uid', '=', uid).orderBy('created_at').execute(),
      sql.selectFrom('feedback').selectAll().where('uid', '=', uid).orderBy('created_at').execute(),
      sql.selectFrom('access_requests').selectAll().where('uid', '=', uid).orderBy('created_at').execute(),
      listEvents(app, uid),
    ],
  )
  return {
    user: await getUser(sql, account),
    lastSeenAt: getTime(account.seen_at),
    country: account.country,
    cameFrom: account.from_product,
    settings: JSON.parse(account.settings) as unknown,
    notifications: readNotifyConfig(account.notify),
    voice: account.voice === null ? null : (JSON.parse(account.voice) as unknown),
    sessions: sessions.map(({ kind, agent, created_at, active_at }) => ({
      kind,
      agent,
      createdAt: getTime(created_at),
      lastActiveAt: getTime(active_at),
    })),
    signsInWith: identities.map(({ provider, issuer, subject, created_at }) => ({
      provider,
      issuer,
      subject,
      createdAt: getTime(created_at),
    })),
    folders,
    spaces: memberships.map(({ wid, name, role, joined_at, opened_at, starred, folder }) => ({
      wid,
      name,
      role,
      joinedAt: getTime(joined_at),
      openedAt: timeOrNull(opened_at),
      starred: starred === 1,
      folder,
    })),
    notices: notices.map(({ type, wid, space_name, data, created_at, read_at }) => ({
      type,
      wid,
      spaceName: space_name,
      data: JSON.parse(data) as unknown,
      createdAt: getTime(created_at),
      readAt: timeOrNull(read_at),
    })),
    feedback: feedback.map(({ content, kind, page, email, created_at }) => ({
      content,
      kind,
      page,
      email,
      createdAt: getTime(created_at),
    })),
    accessRequests: requests.map(({ wid, role, note, state, created_at }) => ({
      wid,
      role,
      note,
      state,
      createdAt: getTime(created_at),
    })),
    securityEvents: events.map(({ event, device, at }) => ({ event, device, at: getTime(at) })),
  }
}
