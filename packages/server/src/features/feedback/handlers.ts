import type { Calls } from '@tavla/contract'
import type { App, Handlers } from '../../context.ts'
import { randomId } from '../../ports/random/values.ts'

/** The oldest entries beyond this number are deleted. */
const MAX_LOGS = 10_000
const MAX_FEEDBACK = 10_000

export const user = {
  async sendFeedback({ app, actor }, { body }) {
    const id = randomId(app.random)
    const row = {
      id,
      uid: actor?.uid ?? null,
      content: body.content,
      kind: body.kind ?? null,
      page: body.page ?? null,
      email: body.email || null,
      created_at: app.clock.now(),
    }
    await app.db.sql.insertInto('feedback').values(row).execute()
    return { id }
  },
  async log({ app, actor }, { body: { level, log } }) {
    const row = { id: randomId(app.random), uid: actor?.uid ?? null, level, log, created_at: app.clock.now() }
    await app.db.sql.insertInto('client_logs').values(row).execute()
    return {}
  },
} satisfies Partial<Handlers<Calls['user']>>

/** Deletes the oldest entries beyond both limits. */
export async function cleanUpFeedback(app: App): Promise<void> {
  for (const [table, stored] of [
    ['client_logs', MAX_LOGS],
    ['feedback', MAX_FEEDBACK],
  ] as const) {
    const oldest = await app.db.sql
      .selectFrom(table)
      .select('created_at')
      .orderBy('created_at', 'desc')
      .offset(stored)
      .limit(1)
      .executeTakeFirst()
    if (oldest) await app.db.sql.deleteFrom(table).where('created_at', '<=', oldest.created_at).execute()
  }
}
