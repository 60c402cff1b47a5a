import type { Sql } from '../../db/database.ts'
import type { Random } from '../../ports/random/port.ts'
import { randomId } from '../../ports/random/values.ts'

const PREFIX = 'left-'

/** Stands in the place of somebody who left: it leads to nobody, and nobody can ever have it. */
export const createDeletedUid = (random: Random): string => `${PREFIX}${randomId(random)}`

/** May a guest not call themselves so? Work that is somebody's, or nobody's, would become theirs. */
export async function isPlaceholderUsed(sql: Sql, uid: string): Promise<boolean> {
  if (uid.startsWith(PREFIX)) return true
  const author = await sql.selectFrom('authors').select('uid').where('uid', '=', uid).executeTakeFirst()
  return author !== undefined
}
