import { urls, type Calls, type GivenRole, type InviteLink, canGrantRole } from '@tavla/contract'
import type { z } from 'zod'
import type { App, Context } from '../../context.ts'
import type { Sql, Tx } from '../../db/database.ts'
import type { LinkRow } from '../../db/tables/spaces.ts'
import { randomId } from '../../ports/random/values.ts'
import { hashSecret } from '../../secrets.ts'
import { getTime, timeOrNull } from '../account/index.ts'
import { audit } from '../audit/index.ts'
import { withAccessChange } from '../spaces/index.ts'

type Space = Calls['space']

const linkToken = (app: App, id: string): string => app.cipher.token('l', 'link', id)

function getLink(app: App, row: LinkRow): z.input<typeof InviteLink> {
  const token = linkToken(app, row.id)
  return {
    token,
    url: `${app.origin}${urls.invite({ token, wid: row.wid })}`,
    // Links are only ever made with a role that can be given.
    role: row.role as GivenRole,
    expiresAt: timeOrNull(row.expires_at),
    uses: row.uses,
    maxUses: row.max_uses,
    domain: row.domain,
    guests: row.guests === 1,
    createdAt: getTime(row.created_at),
  }
}

/** A link by its token, also a revoked one. */
export const findLink = (sql: Sql, token: string): Promise<LinkRow | undefined> =>
  sql.selectFrom('links').selectAll().where('token_hash', '=', hashSecret(token)).executeTakeFirst()

/** The space's link for a role up to the caller's own; created on first use. */
export async function inviteLink(ctx: Context<Space['inviteLink']>, role: GivenRole) {
  const { app, actor, space } = ctx
  if (!canGrantRole(space.role, role)) return ctx.refuse('forbidden')
  const row = await app.db.transaction(async (tx) => {
    const active = tx.selectFrom('links').selectAll().where('wid', '=', space.wid).where('role', '=', role)
    const known = await active
      .where('revoked_at', 'is', null)
      .orderBy('created_at', 'desc')
      .executeTakeFirst()
    if (known) return known
    await audit(ctx, tx, { event: 'link.made', subject: null, wid: space.wid, role })
    return insertLink(app, tx, { wid: space.wid, role, maker: actor.uid })
  })
  return getLink(app, row)
}

async function insertLink(
  app: App,
  tx: Tx,
  link: Pick<LinkRow, 'wid' | 'role' | 'maker'> & Partial<LinkRow>,
): Promise<LinkRow> {
  const id = randomId(app.random)
  const row: LinkRow = {
    expires_at: null,
    max_uses: null,
    domain: null,
    guests: 1,
    ...link,
    id,
    token_hash: hashSecret(linkToken(app, id)),
    created_at: app.clock.now(),
    uses: 0,
    revoked_at: null,
  }
  await tx.insertInto('links').values(row).execute()
  return row
}

/** Changes a link's limits, or replaces its token, which ends the old one. */
export async function changeInviteLink(
  ctx: Context<Space['changeInviteLink']>,
  body: z.output<Space['changeInviteLink']['body']>,
) {
  const { app, actor, space } = ctx
  const settings: Partial<LinkRow> = {
    ...(body.expiresAt === undefined
      ? {}
      : { expires_at: body.expiresAt === null ? null : Date.parse(body.expiresAt) }),
    ...(body.maxUses === undefined ? {} : { max_uses: body.maxUses }),
    ...(body.domain === undefined ? {} : { domain: body.domain?.toLowerCase() ?? null }),
    ...(body.guests === undefined ? {} : { guests: body.guests ? 1 : 0 }),
  }
  const changed = await withAccessChange(app, space.wid, async (tx): Promise<LinkRow | 'ended' | 'role'> => {
    const link = await findLink(tx, body.token)
    if (!link || link.wid !== space.wid || link.revoked_at !== null) return 'ended'
    if (!canGrantRole(space.role, link.role)) return 'role'
    await audit(ctx, tx, { event: 'link.changed', subject: null, wid: space.wid, role: link.role })
    if (!body.rotate) {
      const after = { ...link, ...settings }
      await tx.updateTable('links').set(after).where('id', '=', link.id).execute()
      return after
    }
    await tx.updateTable('links').set({ revoked_at: app.clock.now() }).where('id', '=', link.id).execute()
    const { wid, role, expires_at, max_uses, domain, guests } = { ...link, ...settings }
    return insertLink(app, tx, { wid, role, expires_at, max_uses, domain, guests, maker: actor.uid })
  })
  if (changed === 'ended') return ctx.refuse('link_ended')
  if (changed === 'role') return ctx.refuse('forbidden')
  return getLink(app, changed)
}

export async function removeInviteLink(ctx: Context<Space['removeInviteLink']>, token: string) {
  const { app, space } = ctx
  const revoked = await withAccessChange(app, space.wid, async (tx) => {
    const link = await tx
      .updateTable('links')
      .set({ revoked_at: app.clock.now() })
      .where('token_hash', '=', hashSecret(token))
      .where('wid', '=', space.wid)
      .where('revoked_at', 'is', null)
      .returning('role')
      .executeTakeFirst()
    if (link) await audit(ctx, tx, { event: 'link.revoked', subject: null, wid: space.wid, role: link.role })
    return link
  })
  return revoked ? {} : ctx.refuse('not_found')
}
