import { type Calls, Notice } from '@tavla/contract'
import type { App, Handlers } from '../../context.ts'
import { noticeOf } from './rows.ts'

async function unreadOf({ db }: App, uid: string): Promise<number> {
  const row = await db.sql
    .selectFrom('notices')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('uid', '=', uid)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.count
}

export const user = {
  async notices({ app, actor }, { query: { start, limit } }) {
    const mine = app.db.sql.selectFrom('notices').where('uid', '=', actor.uid)
    const [rows, count, unread] = await Promise.all([
      mine.selectAll().orderBy('created_at', 'desc').orderBy('id').offset(start).limit(limit).execute(),
      mine.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
      unreadOf(app, actor.uid),
    ])
    return { list: rows.map((row) => Notice.parse(noticeOf(row))), total: count.count, unread }
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
    return { unread: await unreadOf(app, actor.uid) }
  },
} satisfies Handlers<Pick<Calls['user'], 'notices' | 'readNotices'>>
