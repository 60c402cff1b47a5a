import { type Calls, isAtLeast } from '@tavla/contract'
import type { App, Context } from '../../context.ts'
import { findAccount, getPerson, getUser } from '../account/index.ts'

/**
 * Oneself, a member of a shared space, or somebody named in one's own notifications; anybody else is not
 * found.
 */
export async function personInfo(ctx: Context<Calls['user']['info']>, uid: string) {
  const { app, actor } = ctx
  const account = await findAccount(app.db.sql, uid)
  if (!account) return ctx.refuse('not_found')
  if (uid === actor.uid) return getUser(app.db.sql, account)
  const roles = await rolesInSharedSpaces(app, actor.uid, uid)
  if (roles.length === 0 && !(await isInNotification(app, actor.uid, uid))) return ctx.refuse('not_found')
  return getPerson(account, { withEmail: roles.some((role) => isAtLeast(role, 'admin')) })
}

/** The reader's own roles in spaces that both are members of. */
async function rolesInSharedSpaces(app: App, reader: string, uid: string) {
  const rows = await app.db.sql
    .selectFrom('members as mine')
    .innerJoin('members as theirs', 'theirs.wid', 'mine.wid')
    .select('mine.role')
    .where('mine.uid', '=', reader)
    .where('theirs.uid', '=', uid)
    .execute()
  return rows.map(({ role }) => role)
}

async function isInNotification({ db }: App, reader: string, uid: string): Promise<boolean> {
  const rows = await db.sql
    .selectFrom('notices')
    .select('data')
    .where('uid', '=', reader)
    .orderBy('created_at', 'desc')
    .limit(1_000)
    .execute()
  // The data holds uids as JSON strings.
  return rows.some(({ data }) => data.includes(JSON.stringify(uid)))
}
