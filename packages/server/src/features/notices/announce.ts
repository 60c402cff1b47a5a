import type { App } from '../../context.ts'
import type { NoticeRow } from '../../db/tables-operation.ts'
import { readNotifyConfig } from '../account/index.ts'
import { channelsFor } from './channels.ts'
import { noticeOf } from './rows.ts'

/** Tells people who are online, after the commit, as each of them has configured. */
export async function announce(app: App, rows: readonly NoticeRow[]): Promise<void> {
  if (rows.length === 0) return
  const uids = [...new Set(rows.map(({ uid }) => uid))]
  const accounts = await app.db.sql
    .selectFrom('accounts')
    .select(['uid', 'notify'])
    .where('uid', 'in', uids)
    .execute()
  const configs = new Map(accounts.map(({ uid, notify }) => [uid, readNotifyConfig(notify)]))
  for (const row of rows) {
    const config = configs.get(row.uid)
    if (config && channelsFor(config, row.type).inApp) app.push.notice(row.uid, noticeOf(app, row))
  }
}
