import { notificationTypes, unlimited } from '@tavla/contract'
import { z } from 'zod'
import type { App } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { enqueue } from '../../db/jobs.ts'
import type { Job } from '../../jobs/worker.ts'
import { randomId } from '../../ports/random/values.ts'
import { getLimits } from '../billing/index.ts'
import { announce } from './announce.ts'
import { addNotifications } from './rows.ts'

/** A limit is near from here on, as the pages show it too. */
const NEAR_FRACTION = 0.8
/** The same limit is told again after this at the earliest. */
const AGAIN_MS = 30 * 86_400_000

/** What plans count and others can bring near its limit. */
export type CountedLimit = 'spaces' | 'members' | 'storage'

export const isNear = (limit: number, used: number): boolean =>
  limit !== unlimited && used >= limit * NEAR_FRACTION

export interface UseOfPlan {
  readonly wid: string
  readonly of: CountedLimit
  /** Who acted: an owner who did it themselves sees the numbers where they did it. */
  readonly actor: string
}

/** Part of every transaction in which somebody may use up the plan of a space's owner. */
export async function enqueueLimitCheck(app: App, tx: Tx, use: UseOfPlan): Promise<void> {
  const id = randomId(app.random)
  await enqueue(tx, app.random, {
    kind: 'notices.limit',
    key: `notices.limit:${id}`,
    payload: { ...use },
    runAt: app.clock.now(),
  })
}

const Use = z.object({ wid: z.string(), of: z.enum(['spaces', 'members', 'storage']), actor: z.string() })

/**
 * Tells the owner of a space that little of the plan is left, and once more when nothing is left. Boards only they make
 * themselves, where the numbers stand; of these they hear when somebody hands them one.
 */
export const checkLimit: Job = async (app, payload) => {
  const { wid, of, actor } = Use.parse(payload)
  const space = await app.db.sql
    .selectFrom('spaces')
    .select(['wid', 'name', 'owner'])
    .where('wid', '=', wid)
    .executeTakeFirst()
  if (!space || (space.owner === actor && of === 'spaces')) return
  const { limit, used } = (await getLimits(app, space.owner, wid))[of]
  if (!isNear(limit, used)) return
  const rows = await app.db.transaction(async (tx) => {
    const known = await tx
      .selectFrom('notices')
      .select(['wid', 'data'])
      .where('uid', '=', space.owner)
      .where('type', '=', notificationTypes.limitNear)
      .where('created_at', '>', app.clock.now() - AGAIN_MS)
      .execute()
    const full = used >= limit
    const isKnown = known.some(
      (row) =>
        row.data.includes(`"of":"${of}"`) &&
        (!full || row.data.includes('"full":true')) &&
        (of !== 'members' || row.wid === wid),
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
