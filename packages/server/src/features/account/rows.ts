import { foldForSearch } from '../../db/fold.ts'
import type { AccountRow } from '../../db/tables/accounts.ts'
import type { Database, Sql } from '../../db/database.ts'

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
  if ('name' in changes || 'email' in changes) await setSearchKey(sql, uid)
}

/** Search key of administration: the name comes first, so that it also sorts. */
export const getSearchKey = ({ name, email }: Pick<AccountRow, 'name' | 'email'>): string =>
  foldForSearch(`${name}\n${email ?? ''}`)

async function setSearchKey(sql: Sql, uid: string): Promise<void> {
  const row = await sql
    .selectFrom('accounts')
    .select(['name', 'email'])
    .where('uid', '=', uid)
    .executeTakeFirst()
  if (!row) return
  await sql
    .updateTable('accounts')
    .set({ search_key: getSearchKey(row) })
    .where('uid', '=', uid)
    .execute()
}

const FILL_AT_ONCE = 1_000

/** Fills the search keys of accounts created before the column existed. */
export async function fillSearchKeys(db: Database): Promise<void> {
  const { sql } = db
  for (;;) {
    const rows = await sql
      .selectFrom('accounts')
      .select(['uid', 'name', 'email'])
      .where('search_key', '=', '')
      .limit(FILL_AT_ONCE)
      .execute()
    if (rows.length === 0) return
    await db.batch(
      rows.map((row) => ({
        query: sql
          .updateTable('accounts')
          .set({ search_key: getSearchKey(row) })
          .where('uid', '=', row.uid),
      })),
    )
  }
}

/** Emails are compared and stored in lower case, so that two accounts cannot differ by case alone. */
export const foldEmail = (email: string): string => email.toLowerCase()

/** A new row with default values. */
export function newAccount(
  account: Pick<AccountRow, 'uid' | 'kind' | 'name' | 'role'> & Partial<AccountRow>,
  now: number,
): AccountRow {
  return {
    search_key: getSearchKey({ name: account.name, email: account.email ?? null }),
    suspended_at: null,
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
    ...account,
  }
}
