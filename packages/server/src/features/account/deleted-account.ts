import type { Sql } from '../../db/database.ts'
import type { Random } from '../../ports/random/port.ts'
import { randomId } from '../../ports/random/values.ts'

const PREFIX = 'left-'

/** Placeholder uid for a deleted account: it belongs to nobody and can never be registered. */
export const createDeletedUid = (random: Random): string => `${PREFIX}${randomId(random)}`

/** Whether work is attributed to this uid: a guest must not take it over by choosing the uid. */
export async function isPlaceholderUsed(sql: Sql, uid: string): Promise<boolean> {
  if (uid.startsWith(PREFIX)) return true
  const author = await sql.selectFrom('authors').select('uid').where('uid', '=', uid).executeTakeFirst()
  return author !== undefined
}
