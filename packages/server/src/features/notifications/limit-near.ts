import { notificationTypes, unlimited } from '@tavla/contract'
import { z } from 'zod'
import type { App } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { enqueue } from '../../db/jobs.ts'
import type { Job } from '../../jobs/worker.ts'
import { randomId } from '../../ports/random/values.ts'
import { getLimits, getVoiceMonth } from '../billing/index.ts'
import { announce } from './announce.ts'
import { addNotifications } from './rows.ts'

/** A limit is near from this fraction on; the pages use the same. */
const NEAR_FRACTION = 0.8
/** Minimum interval between two notifications about the same limit. */
const AGAIN_MS = 30 * 86_400_000

/** Limits that are checked. */
export type CountedLimit = 'spaces' | 'members' | 'storage' | 'voice'

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

const Use = z.object({ wid: z.string(), of: z.enum(['spaces', 'members', 'storage', 'voice']) })

/**
 * Notifies the owner when a limit is near and once more when it is reached, whichever member used it; voice is
 * counted per month.
 */
export const checkLimit: Job = async (app, payload) => {
  const { wid, of } = Use.parse(payload)
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
      .where('created_at', '>', app.clock.now() - AGAIN_MS)
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
