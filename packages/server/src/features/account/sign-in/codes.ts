import { lifetimes } from '@tavla/contract'
import { z } from 'zod'
import type { App } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import { enqueue } from '../../../db/jobs.ts'
import type { CodeRow } from '../../../db/tables/accounts.ts'
import type { Job } from '../../../jobs/worker.ts'
import { randomId } from '../../../ports/random/values.ts'
import { storedBucket } from '../../../rate-limits/call-limits.ts'
import { equalSecrets } from '../../../secrets.ts'
import { audit, type RequestOrigin } from '../../audit/index.ts'
import { createAddressEmail, createDeletionEmail } from '../emails/emails.ts'
import { findAccountByEmail } from '../rows.ts'

export interface CodeRequest {
  readonly uid: string
  readonly purpose: CodeRow['purpose']
  readonly email: string
  readonly lang: string
}

/** Minimum interval between two codes. */
const AGAIN_AFTER_MS = 60_000

/** Replaces the code of that purpose and enqueues its email. */
export async function sendCode(app: App, tx: Tx, request: CodeRequest): Promise<void> {
  const { uid, purpose, email } = request
  const now = app.clock.now()
  const row = {
    id: randomId(app.random),
    uid,
    purpose,
    email,
    created_at: now,
    expires_at: now + lifetimes.codeMs,
    tries: 0,
  }
  await tx.deleteFrom('codes').where('uid', '=', uid).where('purpose', '=', purpose).execute()
  await tx.insertInto('codes').values(row).execute()
  const payload = { id: row.id, lang: request.lang }
  await enqueue(tx, app.random, { kind: 'account.code', key: `account.code:${row.id}`, payload, runAt: now })
}

/**
 * Sends a code on request: at most one a minute and a few an hour. Returns the seconds until the next one.
 */
export async function askForCode(
  app: App,
  request: CodeRequest,
): Promise<{ readonly retryAfter: number } | { readonly tooMany: number }> {
  const { uid, email } = request
  const asked = await app.rateLimits.stored.reserve([
    storedBucket('code', uid, email),
    storedBucket('codeEmail', email),
  ])
  if (asked.retryAfter > 0) return { tooMany: asked.retryAfter }
  const left = await app.db.transaction(async (tx) => {
    const wait = await untilNextCode(app, tx, request)
    if (wait <= 0) await sendCode(app, tx, request)
    return wait
  })
  if (left > 0) await asked.refund()
  return { retryAfter: Math.ceil((left > 0 ? left : AGAIN_AFTER_MS) / 1_000) }
}

/** Milliseconds until another code may be requested; not positive: now. */
async function untilNextCode({ clock }: App, tx: Tx, { uid, purpose, email }: CodeRequest): Promise<number> {
  const last = await tx
    .selectFrom('codes')
    .select('created_at')
    .where('uid', '=', uid)
    .where('purpose', '=', purpose)
    .where('email', '=', email)
    .executeTakeFirst()
  return last ? last.created_at + AGAIN_AFTER_MS - clock.now() : 0
}

export type CodeOutcome = 'right' | 'wrong' | { readonly tooMany: number }

/**
 * Checks a code. Wrong attempts are counted in the same transaction, so that concurrent ones are all
 * counted.
 */
export async function tryCode(
  visit: RequestOrigin,
  tx: Tx,
  request: Omit<CodeRequest, 'lang'> & { readonly code: string },
): Promise<CodeOutcome> {
  const outcome = await compareCode(visit.app, tx, request)
  const { uid: subject, purpose } = request
  if (outcome === 'wrong') await audit(visit, tx, { event: 'code.refused', subject, purpose })
  return outcome
}

async function compareCode(
  app: App,
  tx: Tx,
  request: Omit<CodeRequest, 'lang'> & { readonly code: string },
): Promise<CodeOutcome> {
  const now = app.clock.now()
  const row = await tx
    .selectFrom('codes')
    .selectAll()
    .where('uid', '=', request.uid)
    .where('purpose', '=', request.purpose)
    .executeTakeFirst()
  if (!row || row.expires_at <= now || row.email !== request.email) return 'wrong'
  if (row.tries >= lifetimes.codeTries) return { tooMany: Math.ceil((row.expires_at - now) / 1_000) }
  if (equalSecrets(request.code, app.cipher.code(row.id))) {
    await tx.deleteFrom('codes').where('id', '=', row.id).execute()
    return 'right'
  }
  await tx
    .updateTable('codes')
    .set({ tries: row.tries + 1 })
    .where('id', '=', row.id)
    .execute()
  return 'wrong'
}

const Payload = z.object({ id: z.string(), lang: z.string() })

/** Emails a code. An address of another account gets none, which the caller cannot tell. */
export const mailCode: Job = async (app, payload) => {
  const { id, lang } = Payload.parse(payload)
  const row = await app.db.sql.selectFrom('codes').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || row.expires_at <= app.clock.now()) return
  const holder = await findAccountByEmail(app.db.sql, row.email)
  if (holder && holder.uid !== row.uid) return
  const code = app.cipher.code(id)
  const email = row.purpose === 'address' ? createAddressEmail(lang, code) : createDeletionEmail(lang, code)
  await app.mail.send({ to: row.email, ...email, key: `code-${id}` })
}
