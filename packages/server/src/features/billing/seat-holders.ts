import type { Sql } from '../../db/database.ts'

/** Everybody who takes up a seat: each billable member of any of the owner's spaces, counted once. */
export async function listSeatHolders(sql: Sql, owner: string): Promise<ReadonlySet<string>> {
  const rows = await sql
    .selectFrom('members')
    .innerJoin('spaces', 'spaces.wid', 'members.wid')
    .innerJoin('accounts', 'accounts.uid', 'members.uid')
    .select('members.uid')
    .distinct()
    .where('spaces.owner', '=', owner)
    .where('spaces.trashed_at', 'is', null)
    .where((eb) => eb.or([eb('accounts.kind', '=', 'full'), eb('members.via', '!=', 'link')]))
    .execute()
  return new Set(rows.map(({ uid }) => uid))
}
