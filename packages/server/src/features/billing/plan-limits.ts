import { type Limits, type PlanLimits, planLimits, unlimited } from '@tavla/contract'
import { sql as raw } from 'kysely'
import type { z } from 'zod'
import type { App } from '../../context.ts'
import type { Sql } from '../../db/database.ts'
import { getPlan } from './plans.ts'
import { listSeatHolders } from './seat-holders.ts'
import { getUsedVoice } from './voice-minutes.ts'

const NO_LIMITS: PlanLimits = {
  spaces: unlimited,
  members: unlimited,
  storageBytes: unlimited,
  fileBytes: unlimited,
  voiceSecondsPerMonth: unlimited,
  historyDays: unlimited,
}

/** The limits of an account's plan; LIMITS=none lifts them all on a private server. */
export async function getAccountLimits(
  app: Pick<App, 'config' | 'payments' | 'clock'>,
  sql: Sql,
  uid: string,
): Promise<PlanLimits> {
  if (app.config.limits === 'none') return NO_LIMITS
  return planLimits[(await getPlan(app, sql, uid)).plan]
}

/** Whether `more` can be added to `used`. */
export const isWithinLimit = (limit: number, used: number, more: number): boolean =>
  limit === unlimited || used + more <= limit

/** Own spaces, including copies that are still being made; a space in the trash counts again once it is restored. */
export async function countOwnSpaces(sql: Sql, uid: string): Promise<number> {
  const row = await sql
    .selectFrom('spaces')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner', '=', uid)
    .where('trashed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Members that count against the plan: everybody but guests who joined by a link. */
export async function countBillableMembers(sql: Sql, wid: string): Promise<number> {
  const row = await sql
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.uid', 'members.uid')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('members.wid', '=', wid)
    .where((eb) => eb.or([eb('accounts.kind', '=', 'full'), eb('members.via', '!=', 'link')]))
    .executeTakeFirstOrThrow()
  return row.count
}

/** Bytes of all files in the account's spaces, including reserved uploads; a file used in two spaces counts twice. */
export async function getUsedStorage(sql: Sql, uid: string): Promise<number> {
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
export async function getSpaceStorage(sql: Sql, wid: string): Promise<number> {
  const row = await sql
    .selectFrom('file_uses')
    .innerJoin('files', 'files.id', 'file_uses.file_id')
    .select(raw<number>`coalesce(sum(files.size), 0)`.as('sum'))
    .where('file_uses.wid', '=', wid)
    .executeTakeFirstOrThrow()
  return row.sum
}

/** Voice seconds left in the owner's plan this month; -1 is unlimited. */
export async function getRemainingVoice(app: App, owner: string): Promise<number> {
  const limit = (await getAccountLimits(app, app.db.sql, owner)).voiceSecondsPerMonth
  if (limit === unlimited) return unlimited
  return Math.max(0, limit - (await getUsedVoice(app.db.sql, owner, app.clock.now())))
}

const DAY_MS = 86_400_000

/** Full days since the oldest stored edit of a space, or of all of the account's own; 0 without edits. */
async function getHistoryDays(sql: Sql, uid: string, wid: string | null, nowMs: number): Promise<number> {
  const row = await sql
    .selectFrom('spaces')
    // The index by space and time answers each of these without reading the journal.
    .select((eb) =>
      eb.fn
        .min(
          eb
            .selectFrom('journal')
            .select((journal) => journal.fn.min<number>('journal.time').as('time'))
            .whereRef('journal.wid', '=', 'spaces.wid'),
        )
        .as('oldest'),
    )
    .where('owner', '=', uid)
    .where((eb) => (wid === null ? eb('trashed_at', 'is', null) : eb('wid', '=', wid)))
    .executeTakeFirst()
  const oldest = row?.oldest ?? null
  return oldest === null ? 0 : Math.max(0, Math.floor((nowMs - Number(oldest)) / DAY_MS))
}

async function countInvited(sql: Sql, wid: string): Promise<number> {
  const { count } = await sql
    .selectFrom('invitations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('wid', '=', wid)
    .executeTakeFirstOrThrow()
  return count
}

/** Billable members and open invitations of a space. */
const countMembers = async (sql: Sql, wid: string): Promise<number> =>
  (await countBillableMembers(sql, wid)) + (await countInvited(sql, wid))

/** The member limit of a space: the plan's, or less where its owner has bought fewer seats. */
async function getMemberLimit(app: App, owner: string, wid: string, limit: number) {
  const { sql } = app.db
  const [members, invited] = await Promise.all([countBillableMembers(sql, wid), countInvited(sql, wid)])
  const used = members + invited
  const { seats } = app.config.limits === 'none' ? { seats: null } : await getPlan(app, sql, owner)
  if (seats === null) return { limit, used }
  const free = Math.max(0, seats - (await listSeatHolders(sql, owner)).size - invited)
  return { limit: Math.min(limit, used + free), used }
}

/** A guest may own one trial space, which also counts while it is in the trash. */
async function getTrialSpaceLimit(sql: Sql, uid: string) {
  const trial = await sql.selectFrom('spaces').select('wid').where('owner', '=', uid).executeTakeFirst()
  return { limit: 1, used: trial ? 1 : 0 }
}

/** Limits and usage of a plan; `members` and `history` are those of the given space, or of the largest and oldest own one. */
export async function getLimits(app: App, uid: string, wid: string | null): Promise<z.input<typeof Limits>> {
  const { sql } = app.db
  const limits = await getAccountLimits(app, sql, uid)
  const account = await sql.selectFrom('accounts').select('kind').where('uid', '=', uid).executeTakeFirst()
  const [spaces, storage, voice, history, members] = await Promise.all([
    account?.kind === 'guest'
      ? getTrialSpaceLimit(sql, uid)
      : countOwnSpaces(sql, uid).then((used) => ({ limit: limits.spaces, used })),
    getUsedStorage(sql, uid),
    getUsedVoice(sql, uid, app.clock.now()),
    getHistoryDays(sql, uid, wid, app.clock.now()),
    wid === null
      ? countFullestSpace(sql, uid).then((used) => ({ limit: limits.members, used }))
      : getMemberLimit(app, uid, wid, limits.members),
  ])
  return {
    spaces,
    members,
    storage: { limit: limits.storageBytes, used: storage },
    file: { limit: limits.fileBytes, used: 0 },
    voice: { limit: limits.voiceSecondsPerMonth, used: voice },
    history: { limit: limits.historyDays, used: history },
  }
}

async function countFullestSpace(sql: Sql, uid: string): Promise<number> {
  const own = await sql
    .selectFrom('members')
    .select('wid')
    .where('uid', '=', uid)
    .where('role', '=', 'owner')
    .execute()
  const counts = await Promise.all(own.map(({ wid }) => countMembers(sql, wid)))
  return Math.max(0, ...counts)
}
