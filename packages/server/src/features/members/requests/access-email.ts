import { urls, type GivenRole } from '@tavla/contract'
import { z } from 'zod'
import type { App } from '../../../context.ts'
import type { AccessRequestRow } from '../../../db/tables/spaces.ts'
import type { Job } from '../../../jobs/worker.ts'
import { findAccount, getAccount, readNotifyConfig } from '../../account/index.ts'
import { listUsersWithoutSeat } from '../../billing/index.ts'
import { authorize } from '../../spaces/index.ts'
import { findRequest } from './access-requests.ts'
import { createAccessEmail } from '../emails.ts'
import { canManageSpace } from '../policy.ts'

/**
 * Signs a one-click answer for one reader and one request: otherwise the requester could send an admin a
 * link that lets them in.
 */
export const answerProof = (
  app: App,
  { wid, uid, created_at }: Pick<AccessRequestRow, 'wid' | 'uid' | 'created_at'>,
  reader: string,
): string => app.cipher.token('a', 'access answer', JSON.stringify([wid, uid, created_at, reader]))

const Payload = z.object({ wid: z.string(), uid: z.string(), told_at: z.int(), reader: z.string() })

/** Emails a request to somebody who can decide, unless it was answered or they turned such emails off. */
export const mailAccessRequest: Job = async (app, payload) => {
  const { wid, uid, told_at, reader } = Payload.parse(payload)
  const { sql } = app.db
  const row = await findRequest(sql, wid, uid)
  const access = await authorize(sql, reader, wid)
  const account = await findAccount(sql, reader)
  if (row?.state !== 'waiting' || row.told_at !== told_at) return
  if (!access || access.trashed || !canManageSpace(access.role) || !account?.email) return
  const { channels, types } = readNotifyConfig(account.notify)
  if (!app.mail.on || !(types['1007'] ?? channels).email) return
  const { name: space } = await sql
    .selectFrom('spaces')
    .select('name')
    .where('wid', '=', wid)
    .executeTakeFirstOrThrow()
  const proof = answerProof(app, row, reader)
  const address = (answer: 'yes' | 'no') => `${app.origin}${urls.answerAccess({ wid, uid, answer, proof })}`
  const needsSeat = (await listUsersWithoutSeat(app, sql, wid, [uid])).has(uid)
  const email = createAccessEmail(account.lang ?? 'en', {
    space,
    name: (await getAccount(sql, uid)).name,
    note: row.note,
    role: row.role as GivenRole,
    seat: needsSeat ? (access.role === 'owner' ? 'buys' : 'waits') : null,
    yes: address('yes'),
    no: address('no'),
  })
  await app.mail.send({ to: account.email, ...email, key: `access-${wid}-${uid}-${told_at}-${reader}` })
}
