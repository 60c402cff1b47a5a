import type { Calls } from '@tavla/contract'
import type { z } from 'zod'
import type { Context } from '../../../context.ts'
import { randomId } from '../../../ports/random/values.ts'
import { hashSecret } from '../../../secrets.ts'
import { authorize } from '../../spaces/index.ts'

type Report = Calls['user']['report']

/** Reports a board: by the link that leads to it, or as somebody who is in it. */
export async function report(ctx: Context<Report>, body: z.output<Report['body']>) {
  const { app, actor } = ctx
  const wid = body.token === undefined ? await ownSpace(ctx, body.wid ?? '') : await linked(ctx, body.token)
  const row = { id: randomId(app.random), wid, uid: actor?.uid ?? null }
  const { reason, note } = body
  await app.db.sql
    .insertInto('reports')
    .values({ ...row, reason, note, state: 'open', created_at: app.clock.now() })
    .execute()
  return {}
}

async function ownSpace(ctx: Context<Report>, wid: string): Promise<string> {
  const { app, actor } = ctx
  if (!actor || !(await authorize(app.db.sql, actor.uid, wid))) return ctx.refuse('not_found')
  return wid
}

async function linked(ctx: Context<Report>, token: string): Promise<string> {
  const { sql } = ctx.app.db
  const hash = hashSecret(token)
  const link = await sql.selectFrom('links').select('wid').where('token_hash', '=', hash).executeTakeFirst()
  const invitation = await sql
    .selectFrom('invitations')
    .select('wid')
    .where('token_hash', '=', hash)
    .executeTakeFirst()
  return link?.wid ?? invitation?.wid ?? ctx.refuse('link_ended')
}
