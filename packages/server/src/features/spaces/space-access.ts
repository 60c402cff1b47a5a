import type { Role } from '@tavla/contract'
import type { App } from '../../context.ts'
import type { Sql, Tx } from '../../db/database.ts'

/** An account's role in a space, with the access version it was read at. */
export interface Access {
  readonly role: Role
  readonly version: number
  /** In the trash: admins and owner can view, restore or delete it. */
  readonly trashed: boolean
}

/**
 * The only source of roles besides `listAccess`, for HTTP and the socket. Null for strangers, removed
 * people and unknown spaces alike, so that it is not revealed which spaces exist.
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

/**
 * All roles of a space at one access version. Null: unknown, or in the trash, where no board can be open.
 */
export async function listAccess(
  sql: Sql,
  wid: string,
): Promise<{
  readonly version: number
  readonly roles: ReadonlyMap<string, Role>
  readonly colors: ReadonlyMap<string, number>
} | null> {
  // In one statement, so that version and roles are of the same moment.
  const members = await sql
    .selectFrom('spaces')
    .innerJoin('members', 'members.wid', 'spaces.wid')
    .select(['spaces.access_version', 'members.uid', 'members.role', 'members.color'])
    .where('spaces.wid', '=', wid)
    .where('spaces.trashed_at', 'is', null)
    .execute()
  const [first] = members
  if (!first) return null
  return {
    version: first.access_version,
    roles: new Map(members.map(({ uid, role }) => [uid, role])),
    colors: new Map(members.map(({ uid, color }) => [uid, color])),
  }
}

/** Those of the spaces that an account is a member of and that are not in the trash. */
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

/** Called in every transaction that changes permissions; `push.accessChanged` follows its commit. */
export async function raiseAccess(tx: Tx, wid: string): Promise<void> {
  await tx
    .updateTable('spaces')
    .set((eb) => ({ access_version: eb('access_version', '+', 1) }))
    .where('wid', '=', wid)
    .execute()
}

/** Changes access in a transaction and notifies the room after the commit. */
export async function withAccessChange<T>(app: App, wid: string, act: (tx: Tx) => Promise<T>): Promise<T> {
  const result = await app.db.transaction(async (tx) => {
    const done = await act(tx)
    await raiseAccess(tx, wid)
    return done
  })
  app.push.accessChanged(wid)
  return result
}
