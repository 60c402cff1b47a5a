import { addresses } from '@tavla/contract'
import { z } from 'zod'
import type { Tx } from '../../db/database.ts'
import { promise } from '../../db/promises.ts'
import type { AccountRow } from '../../db/tables-accounts.ts'
import type { Job } from '../../jobs/worker.ts'
import { randomId } from '../../ports/random/values.ts'
import { deviceOf, type Visit } from '../audit/index.ts'
import { SecurityNotice, securityLetter } from './security-letters.ts'

const Payload = z.object({
  id: z.string(),
  to: z.string(),
  lang: z.string(),
  device: z.string(),
  at: z.number(),
  notice: SecurityNotice,
})

/** Promises the letter to the address that the account has now; without one there is nobody to write to. */
export async function promiseNotice(
  { app, agent }: Visit,
  tx: Tx,
  { email, lang }: Pick<AccountRow, 'email' | 'lang'>,
  notice: SecurityNotice,
): Promise<void> {
  if (email === null) return
  const at = app.clock.now()
  const id = randomId(app.random)
  const payload: z.input<typeof Payload> = {
    id,
    to: email,
    lang: lang ?? 'en',
    device: deviceOf(agent),
    at,
    notice,
  }
  await promise(tx, app.random, { kind: 'account.notice', key: `account.notice:${id}`, payload, runAt: at })
}

export const mailNotice: Job = async (app, payload) => {
  const { id, to, lang, device, at, notice } = Payload.parse(payload)
  const letter = securityLetter(lang, notice, {
    device,
    at,
    settings: `${app.origin}${addresses.userinfo()}`,
    login: `${app.origin}${addresses.login()}`,
  })
  await app.mail.send({ to, ...letter, key: `notice-${id}` })
}
