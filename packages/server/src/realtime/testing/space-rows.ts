import type { Database } from '../../db/database.ts'
import type { StoredRole } from '../../db/tables/spaces.ts'

/** Rows of an account that exists only to own or join a space. */
export async function addAccount(db: Database, uid: string): Promise<void> {
  await db.sql
    .insertInto('accounts')
    .values({
      uid,
      kind: 'guest',
      name: uid,
      search_key: uid,
      role: 'user',
      guide: '{}',
      free_click: 0,
      settings: '{}',
      created_at: 1,
      seen_at: 1,
    })
    .onConflict((conflict) => conflict.column('uid').doNothing())
    .execute()
}

export async function addMember(db: Database, wid: string, uid: string, role: StoredRole): Promise<void> {
  await addAccount(db, uid)
  await db.sql
    .insertInto('members')
    .values({ wid, uid, role, via: 'link', joined_at: 1, starred: 0, color: 0 })
    .execute()
}

/** A space with its owner, straight into the tables. */
export async function addSpace(db: Database, { wid, owner }: { wid: string; owner: string }): Promise<void> {
  await addAccount(db, owner)
  await db.sql
    .insertInto('spaces')
    .values({
      wid,
      name: wid,
      name_key: wid,
      owner,
      photo_auto: 0,
      access_version: 1,
      created_at: 1,
      updated_at: 1,
    })
    .execute()
  await addMember(db, wid, owner, 'owner')
}
