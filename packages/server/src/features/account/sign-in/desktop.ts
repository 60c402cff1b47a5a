import { createHash } from 'node:crypto'
import { type Calls, lifetimes } from '@tavla/contract'
import type { z } from 'zod'
import type { Context } from '../../../context.ts'
import { randomSecret } from '../../../ports/random/values.ts'
import { invalid } from '../../../refusals.ts'
import { equalSecrets, hashSecret } from '../../../secrets.ts'
import { audit } from '../../audit/index.ts'
import { startSession } from './sign-in-options.ts'
import { getAccount } from '../rows.ts'
import { requireSession } from './sessions.ts'

type Auth = Calls['auth']

/**
 * The person approved in the browser: creates a code that only the shell's verifier turns into a session.
 */
export async function approveDesktop(
  ctx: Context<Auth['approveDesktop']>,
  body: z.output<Auth['approveDesktop']['body']>,
) {
  const { app, actor } = ctx
  if (body.via === 'loopback' && body.port === undefined) throw invalid({ port: 'is needed for loopback' })
  const code = randomSecret(app.random, 'd')
  const expires_at = app.clock.now() + lifetimes.desktopCodeMs
  const row = {
    hash: hashSecret(code),
    uid: actor.uid,
    session_id: actor.sessionId,
    challenge: body.challenge,
    device: body.device ?? '',
    expires_at,
  }
  await app.db.transaction(async (tx) => {
    await requireSession(tx, actor)
    await tx.insertInto('desktop_codes').values(row).execute()
    await audit(ctx, tx, { event: 'desktop.approved', subject: actor.uid })
  })
  const query = `code=${encodeURIComponent(code)}&state=${encodeURIComponent(body.state)}`
  const link =
    body.via === 'loopback' ? `http://127.0.0.1:${body.port}/?${query}` : `tavla://signed-in?${query}`
  return { code, link }
}

/** Accepted once, within a minute, and only with the verifier of the challenge (RFC 7636, S256). */
export async function exchangeDesktop(ctx: Context<Auth['exchangeDesktop']>, code: string, verifier: string) {
  const { app } = ctx
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const entering = { event: 'sign_in', way: 'desktop', remember: true } as const
  // One transaction, so that ending the code at the same time leaves no session behind.
  const entered = await app.db.transaction(async (tx) => {
    const row = await tx
      .deleteFrom('desktop_codes')
      .where('hash', '=', hashSecret(code))
      .returningAll()
      .executeTakeFirst()
    if (!row || row.expires_at <= app.clock.now() || !equalSecrets(challenge, row.challenge)) return null
    return startSession(
      { ...ctx, agent: row.device || ctx.agent },
      tx,
      await getAccount(tx, row.uid),
      entering,
    )
  })
  return entered ?? ctx.refuse('code_invalid')
}
