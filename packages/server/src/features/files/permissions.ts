import { isAtLeast, type Role } from '@tavla/contract'
import type { Sql } from '../../db/database.ts'
import { authorize } from '../spaces/index.ts'

/** Whether an account has at least this role in a space that uses the file. */
export async function canAccess(sql: Sql, uid: string, fileId: string, needed: Role): Promise<boolean> {
  const uses = await sql.selectFrom('file_uses').select('wid').where('file_id', '=', fileId).execute()
  for (const { wid } of uses) {
    const access = await authorize(sql, uid, wid)
    if (access && !access.trashed && isAtLeast(access.role, needed)) return true
  }
  return false
}
