import { isAtLeast, type Role } from '@tavla/contract'
import type { App } from '../../context.ts'
import { authorize } from '../spaces/index.ts'

/** Whether an account has at least this role in a space that uses the file. */
export async function canAccess(app: App, uid: string, fileId: string, needed: Role): Promise<boolean> {
  const uses = await app.db.sql.selectFrom('file_uses').select('wid').where('file_id', '=', fileId).execute()
  for (const { wid } of uses) {
    const access = await authorize(app.db.sql, uid, wid)
    if (access && !access.trashed && isAtLeast(access.role, needed)) return true
  }
  return false
}
