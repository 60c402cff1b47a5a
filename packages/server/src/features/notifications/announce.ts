import type { App } from '../../context.ts'
import type { NotificationRow } from '../../db/tables/operation.ts'
import { readNotifyConfig } from '../account/index.ts'
import { getChannels } from './channels.ts'
import { getNotification } from './rows.ts'

/** Sends notifications to people who are online, after the commit and according to their settings. */
export async function announce(app: App, rows: readonly NotificationRow[]): Promise<void> {
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
    if (config && getChannels(config, row.type).inApp)
      app.push.notification(row.uid, getNotification(app, row))
  }
}
