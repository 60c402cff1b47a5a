import { lifetimes, urls } from '@tavla/contract'
import { getTexts } from '@tavla/locales/texts'
import { z } from 'zod'
import { enqueue } from '../../../db/jobs.ts'
import type { Job } from '../../../jobs/worker.ts'
import { writeEmail } from '../../../ports/mail/email.ts'
import { randomId } from '../../../ports/random/values.ts'
import { foldEmail, getTime } from '../../account/index.ts'
import { act, type Admin, type AdminContext } from '../act.ts'

/** Invites people to the server; who has an account already is not written to. */
export async function invitePeople(
  ctx: AdminContext<'invitePeople'>,
  body: z.output<Admin['invitePeople']['body']>,
) {
  const { app } = ctx
  const now = app.clock.now()
  const emails = [...new Set(body.emails.map(foldEmail))]
  return act(ctx, 'invitePeople', { emails: emails.length }, async (tx) => {
    let sent = 0
    for (const email of emails) {
      const known = await tx
        .selectFrom('accounts')
        .select('uid')
        .where('email', '=', email)
        .executeTakeFirst()
      if (known) continue
      const row = {
        id: randomId(app.random),
        email,
        created_at: now,
        expires_at: now + lifetimes.serverInvitationMs,
      }
      await tx
        .insertInto('server_invitations')
        .values(row)
        .onConflict((conflict) => conflict.column('email').doUpdateSet(row))
        .execute()
      const payload: z.input<typeof Payload> = { id: row.id, lang: body.lang ?? 'en' }
      const key = `administration.invite:${row.id}`
      await enqueue(tx, app.random, { kind: 'administration.invite', key, payload, runAt: now })
      sent += 1
    }
    return { sent, known: emails.length - sent }
  })
}

const Payload = z.object({ id: z.string(), lang: z.string() })

export const mailServerInvitation: Job = async (app, payload) => {
  const { id, lang } = Payload.parse(payload)
  const invitation = await app.db.sql
    .selectFrom('server_invitations')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!invitation || !app.mail.on) return
  const link = `${app.origin}${urls.login()}`
  await app.mail.send({ to: invitation.email, ...createEmail(lang, link), key: `server-invitation-${id}` })
}

function createEmail(lang: string, link: string) {
  const { language, t } = getTexts(lang)
  return writeEmail(language, {
    subject: t('emails:serverInvitation.subject'),
    parts: [
      t('emails:serverInvitation.text'),
      { label: t('emails:serverInvitation.button'), link },
      t('emails:serverInvitation.hint'),
    ],
  })
}

/** Those that wait: nobody has made an account with the address since. */
export async function listInvitations({ app }: AdminContext<'invitations'>) {
  const rows = await app.db.sql
    .selectFrom('server_invitations')
    .selectAll()
    .where('expires_at', '>', app.clock.now())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('accounts')
            .select('accounts.uid')
            .whereRef('accounts.email', '=', 'server_invitations.email'),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .limit(1_000)
    .execute()
  const list = rows.map(({ id, email, created_at, expires_at }) => ({
    id,
    email,
    createdAt: getTime(created_at),
    expiresAt: getTime(expires_at),
  }))
  return { list, total: list.length }
}

export async function withdrawInvitation(ctx: AdminContext<'withdrawInvitation'>, id: string) {
  await act(ctx, 'withdrawInvitation', {}, async (tx) => {
    const revoked = await tx
      .deleteFrom('server_invitations')
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (!revoked) return ctx.refuse('not_found')
  })
  return {}
}
