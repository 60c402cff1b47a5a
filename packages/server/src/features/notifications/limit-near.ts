import { notificationTypes, planLimits, unlimited } from '@tavla/contract'
import { z } from 'zod'
import type { App } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { enqueue } from '../../db/jobs.ts'
import type { Cleanup, Job } from '../../jobs/worker.ts'
import { randomId } from '../../ports/random/values.ts'
import { getLimits, getVoiceMonth } from '../billing/index.ts'
import { announce } from './announce.ts'
import { addNotifications } from './rows.ts'

/** A limit is near from this fraction on; the pages use the same. */
const NEAR_FRACTION = 0.8
const DAY_MS = 86_400_000
const limitNames = ['spaces', 'members', 'storage', 'voice', 'history'] as const

/** Limits that are checked. */
export type CountedLimit = (typeof limitNames)[number]

/** Minimum interval between two notifications about the same limit; every board in use reaches that of history. */
const getIntervalMs = (of: CountedLimit): number => (of === 'history' ? 365 : 30) * DAY_MS

export const isNear = (limit: number, used: number): boolean =>
  limit !== unlimited && used >= limit * NEAR_FRACTION

export interface UseOfPlan {
  readonly wid: string
  readonly of: CountedLimit
}

/** Called in every transaction that may use up a limit of the owner's plan. */
export async function enqueueLimitCheck(app: App, tx: Tx, use: UseOfPlan): Promise<void> {
  const id = randomId(app.random)
  await enqueue(tx, app.random, {
    kind: 'notices.limit',
    key: `notices.limit:${id}`,
    payload: { ...use },
    runAt: app.clock.now(),
  })
}

const Use = z.object({ wid: z.string(), of: z.enum(limitNames) })

/**
 * Notifies the owner when a limit is near and once more when it is reached, whichever member used it; voice is
 * counted per month, history in days since a board's oldest edit.
 */
async function notifyOwner(app: App, { wid, of }: UseOfPlan): Promise<void> {
  const space = await app.db.sql
    .selectFrom('spaces')
    .innerJoin('accounts', 'accounts.uid', 'spaces.owner')
    .select(['spaces.wid', 'spaces.name', 'spaces.owner', 'accounts.kind'])
    .where('spaces.wid', '=', wid)
    .executeTakeFirst()
  // A guest's single board is not a limit that fills up.
  if (!space || (space.kind === 'guest' && of === 'spaces')) return
  const { limit, used } = (await getLimits(app, space.owner, wid))[of]
  if (!isNear(limit, used)) return
  const rows = await app.db.transaction(async (tx) => {
    const known = await tx
      .selectFrom('notices')
      .select(['wid', 'data', 'created_at'])
      .where('uid', '=', space.owner)
      .where('type', '=', notificationTypes.limitNear)
      .where('created_at', '>', app.clock.now() - getIntervalMs(of))
      .execute()
    const full = used >= limit
    const month = getVoiceMonth(app.clock.now())
    const isKnown = known.some(
      (row) =>
        row.data.includes(`"of":"${of}"`) &&
        (!full || row.data.includes('"full":true')) &&
        (of !== 'members' || row.wid === wid) &&
        (of !== 'voice' || getVoiceMonth(row.created_at) === month),
    )
    if (isKnown) return []
    return addNotifications(app, tx, space, [space.owner], {
      type: notificationTypes.limitNear,
      user: null,
      data: { of, limit, used, full },
    })
  })
  await announce(app, rows)
}

export const checkLimit: Job = (app, payload) => notifyOwner(app, Use.parse(payload))

/** Checks the limit of history, which time uses up without anybody doing anything, on the oldest board of each owner. */
export const checkHistoryLimits: Cleanup = async (app) => {
  if (app.config.limits === 'none') return
  const now = app.clock.now()
  const rows = await app.db.sql
    .with('boards_by_age', (db) =>
      db
        .selectFrom('spaces')
        .select((eb) => [
          'wid',
          'owner',
          eb
            .selectFrom('journal')
            .select((journal) => journal.fn.min<number>('journal.time').as('time'))
            .whereRef('journal.wid', '=', 'spaces.wid')
            .as('oldest'),
        ])
        .where('trashed_at', 'is', null)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('notices')
                .select('notices.id')
                .whereRef('notices.uid', '=', 'spaces.owner')
                .where('notices.type', '=', notificationTypes.limitNear)
                .where('notices.created_at', '>', now - getIntervalMs('history'))
                .where('notices.data', 'like', '%"of":"history"%"full":true%'),
            ),
          ),
        ),
    )
    .selectFrom('boards_by_age')
    .select(['wid', 'owner'])
    .where('oldest', '<=', now - planLimits.free.historyDays * NEAR_FRACTION * DAY_MS)
    .orderBy('oldest')
    .execute()
  const owners = new Set<string>()
  for (const { wid, owner } of rows) {
    if (owners.has(owner)) continue
    owners.add(owner)
    await notifyOwner(app, { wid, of: 'history' })
  }
}
