import { type Calls, Notification, type NotificationsRead } from '@tavla/contract'
import type { App, Handlers } from '../../context.ts'
import { getAccount, readNotifyConfig } from '../account/index.ts'
import { hiddenTypes } from './channels.ts'
import { getNotification } from './rows.ts'

/** Excludes the types that a person turned off, from lists and counts. */
async function shownTo({ db: { sql } }: App, uid: string) {
  const hidden = hiddenTypes(readNotifyConfig((await getAccount(sql, uid)).notify))
  const mine = sql.selectFrom('notices').where('uid', '=', uid)
  return hidden.length > 0 ? mine.where('type', 'not in', hidden) : mine
}

async function getUnread(shown: Awaited<ReturnType<typeof shownTo>>): Promise<number> {
  const row = await shown
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.count
}

export const user = {
  async notices({ app, actor }, { query: { start, limit } }) {
    const shown = await shownTo(app, actor.uid)
    const [rows, count, unread] = await Promise.all([
      shown.selectAll().orderBy('created_at', 'desc').orderBy('id').offset(start).limit(limit).execute(),
      shown.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
      getUnread(shown),
    ])
    return {
      list: rows.map((row) => Notification.parse(getNotification(app, row))),
      total: count.count,
      unread,
    }
  },
  async readNotices({ app, actor }, { body: { ids } }) {
    const now = app.clock.now()
    let query = app.db.sql
      .updateTable('notices')
      .set({ read_at: now })
      .where('uid', '=', actor.uid)
      .where('read_at', 'is', null)
    if (ids) query = query.where('id', 'in', ids.length > 0 ? ids : [''])
    await query.execute()
    const unread = await getUnread(await shownTo(app, actor.uid))
    // Keeps all tabs and devices of the person in sync.
    const update: NotificationsRead = { read: ids ?? null, unread }
    app.push.notification(actor.uid, { ...update })
    return { unread }
  },
} satisfies Partial<Handlers<Calls['user']>>
