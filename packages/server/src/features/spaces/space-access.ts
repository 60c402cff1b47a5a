import type { Role } from '@tavla/contract'
import type { App } from '../../context.ts'
import type { Sql, Tx } from '../../db/database.ts'

/** What somebody may do in a space, and the access version under which that is so. */
export interface Access {
  readonly role: Role
  readonly version: number
  /** In the trash: only looked at, taken out or deleted, and by nobody below admin. */
  readonly trashed: boolean
}

/**
 * With `listAccess`, the one answer to "who may?", for HTTP and the socket alike. Null for strangers, removed people and unknown spaces,
 * so nobody learns that a space exists.
 */
export async function authorize(sql: Sql, uid: string, wid: string): Promise<Access | null> {
  const row = await sql
    .selectFrom('members')
    .innerJoin('spaces', 'spaces.wid', 'members.wid')
    .select(['members.role', 'spaces.access_version', 'spaces.trashed_at'])
    .where('members.wid', '=', wid)
    .where('members.uid', '=', uid)
    .executeTakeFirst()
  return row ? { role: row.role, version: row.access_version, trashed: row.trashed_at !== null } : null
}

/** Everybody's role in a space at one access version. Null: unknown, or in the trash, where no board is open. */
export async function listAccess(
  sql: Sql,
  wid: string,
): Promise<{
  readonly version: number
  readonly roles: ReadonlyMap<string, Role>
  readonly colors: ReadonlyMap<string, number>
} | null> {
  // Version first: roles read afterwards are at least as new, so nothing is believed for longer than it is true.
  const space = await sql
    .selectFrom('spaces')
    .select(['access_version', 'trashed_at'])
    .where('wid', '=', wid)
    .executeTakeFirst()
  if (!space || space.trashed_at !== null) return null
  const members = await sql
    .selectFrom('members')
    .select(['uid', 'role', 'color'])
    .where('wid', '=', wid)
    .execute()
  return {
    version: space.access_version,
    roles: new Map(members.map(({ uid, role }) => [uid, role])),
    colors: new Map(members.map(({ uid, color }) => [uid, color])),
  }
}

/** Those of the spaces that somebody is in and that are not in the trash. */
export async function getMemberships(
  sql: Sql,
  uid: string,
  wids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql
    .selectFrom('members')
    .innerJoin('spaces', 'spaces.wid', 'members.wid')
    .select('members.wid')
    .where('members.uid', '=', uid)
    .where('members.wid', 'in', wids.length > 0 ? wids : [''])
    .where('spaces.trashed_at', 'is', null)
    .execute()
  return new Set(rows.map(({ wid }) => wid))
}

/** Part of every transaction that changes who may do what; after its commit comes `push.accessChanged`. */
export async function raiseAccess(tx: Tx, wid: string): Promise<void> {
  await tx
    .updateTable('spaces')
    .set((eb) => ({ access_version: eb('access_version', '+', 1) }))
    .where('wid', '=', wid)
    .execute()
}

/** Runs a change of access in one transaction and tells the room after the commit. */
export async function changingAccess<T>(app: App, wid: string, act: (tx: Tx) => Promise<T>): Promise<T> {
  const result = await app.db.transaction(async (tx) => {
    const done = await act(tx)
    await raiseAccess(tx, wid)
    return done
  })
  app.push.accessChanged(wid)
  return result
}
