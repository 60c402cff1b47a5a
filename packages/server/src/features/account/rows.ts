import type { AccountRow } from '../../db/tables/accounts.ts'
import type { Sql } from '../../db/database.ts'

export const findAccount = (sql: Sql, uid: string): Promise<AccountRow | undefined> =>
  sql.selectFrom('accounts').selectAll().where('uid', '=', uid).executeTakeFirst()

export const getAccount = (sql: Sql, uid: string): Promise<AccountRow> =>
  sql.selectFrom('accounts').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow()

export const findAccountByEmail = (sql: Sql, email: string): Promise<AccountRow | undefined> =>
  sql.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst()

export async function updateAccount(
  sql: Sql,
  uid: string,
  changes: Partial<Omit<AccountRow, 'uid'>>,
): Promise<void> {
  await sql.updateTable('accounts').set(changes).where('uid', '=', uid).execute()
}

/** Addresses are compared and kept in lower case: nobody owns two accounts by a capital letter. */
export const foldEmail = (email: string): string => email.toLowerCase()

/** A new row with everything as at first. */
export function newAccount(
  facts: Pick<AccountRow, 'uid' | 'kind' | 'name' | 'role'> & Partial<AccountRow>,
  now: number,
): AccountRow {
  return {
    email: null,
    verified_at: null,
    photo: null,
    password: null,
    guest_secret: null,
    occupation: null,
    staff_num: null,
    trade: null,
    lang: null,
    country: null,
    from_product: null,
    guide: '{}',
    free_click: 0,
    settings: '{}',
    notify: null,
    voice: null,
    created_at: now,
    seen_at: now,
    ...facts,
  }
}
