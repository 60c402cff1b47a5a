import { type Limits, type PlanLimits, planLimits, unlimited } from '@tavla/contract'
import { sql as raw } from 'kysely'
import type { z } from 'zod'
import type { App } from '../../context.ts'
import type { Sql } from '../../db/database.ts'
import { getPlan } from './plans.ts'
import { listSeatHolders } from './seat-holders.ts'
import { usedVoice } from './voice-minutes.ts'

const NO_LIMITS: PlanLimits = {
  spaces: unlimited,
  members: unlimited,
  storageBytes: unlimited,
  fileBytes: unlimited,
  voiceSecondsPerMonth: unlimited,
  historyDays: unlimited,
}

/** What an account's plan allows; a private server can lift it all by LIMITS=none. */
export async function allowed(
  app: Pick<App, 'config' | 'payments' | 'clock'>,
  sql: Sql,
  uid: string,
): Promise<PlanLimits> {
  if (app.config.limits === 'none') return NO_LIMITS
  return planLimits[(await getPlan(app, sql, uid)).plan]
}

/** Is there room for `more` beside `used`? */
export const fits = (limit: number, used: number, more: number): boolean =>
  limit === unlimited || used + more <= limit

/** Spaces of one's own that count, copies that are being made included: those in the trash do not, until they come back. */
export async function ownSpaces(sql: Sql, uid: string): Promise<number> {
  const row = await sql
    .selectFrom('spaces')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner', '=', uid)
    .where('trashed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Members that count against the plan: guests who came by a link do not. */
export async function paidMembers(sql: Sql, wid: string): Promise<number> {
  const row = await sql
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.uid', 'members.uid')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('members.wid', '=', wid)
    .where((eb) => eb.or([eb('accounts.kind', '=', 'full'), eb('members.via', '!=', 'link')]))
    .executeTakeFirstOrThrow()
  return row.count
}

/** Bytes of all files in the spaces that the account owns, reserved ones included; a copy counts in each space. */
export async function usedStorage(sql: Sql, uid: string): Promise<number> {
  const row = await sql
    .selectFrom('file_uses')
    .innerJoin('files', 'files.id', 'file_uses.file_id')
    .innerJoin('spaces', 'spaces.wid', 'file_uses.wid')
    .select(raw<number>`coalesce(sum(files.size), 0)`.as('sum'))
    .where('spaces.owner', '=', uid)
    .executeTakeFirstOrThrow()
  return row.sum
}

/** Bytes of the files in one space. */
export async function getStorage(sql: Sql, wid: string): Promise<number> {
  const row = await sql
    .selectFrom('file_uses')
    .innerJoin('files', 'files.id', 'file_uses.file_id')
    .select(raw<number>`coalesce(sum(files.size), 0)`.as('sum'))
    .where('file_uses.wid', '=', wid)
    .executeTakeFirstOrThrow()
  return row.sum
}

/** Voice seconds left of the owner's plan this month; -1 is unlimited. */
export async function voiceLeft(app: App, owner: string): Promise<number> {
  const limit = (await allowed(app, app.db.sql, owner)).voiceSecondsPerMonth
  if (limit === unlimited) return unlimited
  return Math.max(0, limit - (await usedVoice(app.db.sql, owner, app.clock.now())))
}

async function countInvited(sql: Sql, wid: string): Promise<number> {
  const { count } = await sql
    .selectFrom('invitations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('wid', '=', wid)
    .executeTakeFirstOrThrow()
  return count
}

/** Places of a space that are taken or promised: members that count, and open invitations. */
const countMembers = async (sql: Sql, wid: string): Promise<number> =>
  (await paidMembers(sql, wid)) + (await countInvited(sql, wid))

/** Members that a space can have: as many as the plan says, or fewer where its owner has not bought so many seats. */
async function getMemberLimit(app: App, owner: string, wid: string, limit: number) {
  const { sql } = app.db
  const [members, invited] = await Promise.all([paidMembers(sql, wid), countInvited(sql, wid)])
  const used = members + invited
  const { seats } = app.config.limits === 'none' ? { seats: null } : await getPlan(app, sql, owner)
  if (seats === null) return { limit, used }
  const free = Math.max(0, seats - (await listSeatHolders(sql, owner)).size - invited)
  return { limit: Math.min(limit, used + free), used }
}

/** A guest's own spaces: one trial space in all, also while it lies in the trash. */
async function trialSpace(sql: Sql, uid: string) {
  const trial = await sql.selectFrom('spaces').select('wid').where('owner', '=', uid).executeTakeFirst()
  return { limit: 1, used: trial ? 1 : 0 }
}

/** The plan's limits with what is used of them; `members` of one space, or of one's fullest. */
export async function getLimits(app: App, uid: string, wid: string | null): Promise<z.input<typeof Limits>> {
  const { sql } = app.db
  const limits = await allowed(app, sql, uid)
  const account = await sql.selectFrom('accounts').select('kind').where('uid', '=', uid).executeTakeFirst()
  const [spaces, storage, voice, members] = await Promise.all([
    account?.kind === 'guest'
      ? trialSpace(sql, uid)
      : ownSpaces(sql, uid).then((used) => ({ limit: limits.spaces, used })),
    usedStorage(sql, uid),
    usedVoice(sql, uid, app.clock.now()),
    wid === null
      ? fullestSpace(sql, uid).then((used) => ({ limit: limits.members, used }))
      : getMemberLimit(app, uid, wid, limits.members),
  ])
  return {
    spaces,
    members,
    storage: { limit: limits.storageBytes, used: storage },
    file: { limit: limits.fileBytes, used: 0 },
    voice: { limit: limits.voiceSecondsPerMonth, used: voice },
    history: { limit: limits.historyDays, used: 0 },
  }
}

async function fullestSpace(sql: Sql, uid: string): Promise<number> {
  const own = await sql
    .selectFrom('members')
    .select('wid')
    .where('uid', '=', uid)
    .where('role', '=', 'owner')
    .execute()
  const counts = await Promise.all(own.map(({ wid }) => countMembers(sql, wid)))
  return Math.max(0, ...counts)
}
