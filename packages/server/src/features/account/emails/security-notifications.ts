import { urls } from '@tavla/contract'
import { z } from 'zod'
import type { Tx } from '../../../db/database.ts'
import { enqueue } from '../../../db/jobs.ts'
import type { AccountRow } from '../../../db/tables/accounts.ts'
import type { Job } from '../../../jobs/worker.ts'
import { randomId } from '../../../ports/random/values.ts'
import { getDevice, type RequestOrigin } from '../../audit/index.ts'
import { SecurityNotification, createSecurityEmail } from './security-emails.ts'

const Payload = z.object({
  id: z.string(),
  to: z.string(),
  lang: z.string(),
  device: z.string(),
  at: z.number(),
  notice: SecurityNotification,
})

/** Enqueues the email to the account's current address; does nothing without one. */
export async function enqueueNotification(
  { app, agent }: RequestOrigin,
  tx: Tx,
  { email, lang }: Pick<AccountRow, 'email' | 'lang'>,
  notice: SecurityNotification,
): Promise<void> {
  if (email === null) return
  const at = app.clock.now()
  const id = randomId(app.random)
  const payload: z.input<typeof Payload> = {
    id,
    to: email,
    lang: lang ?? 'en',
    device: getDevice(agent),
    at,
    notice,
  }
  await enqueue(tx, app.random, { kind: 'account.notice', key: `account.notice:${id}`, payload, runAt: at })
}

export const emailNotification: Job = async (app, payload) => {
  const { id, to, lang, device, at, notice } = Payload.parse(payload)
  const email = createSecurityEmail(lang, notice, {
    device,
    at,
    settings: `${app.origin}${urls.userinfo()}`,
    login: `${app.origin}${urls.login()}`,
  })
  await app.mail.send({ to, ...email, key: `notice-${id}` })
}
