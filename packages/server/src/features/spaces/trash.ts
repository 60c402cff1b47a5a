import { type Calls, lifetimes } from '@tavla/contract'
import type { App, Context } from '../../context.ts'
import { invalid } from '../../refusals.ts'
import { enqueueLimitCheck } from '../notifications/index.ts'
import { withAccessChange } from './space-access.ts'
import { findFullSpaces } from './create-space.ts'
import { eraseSpace } from './erase-space.ts'
import { getSpace } from './space-view.ts'

type Space = Calls['space']

const trashedAt = async (app: App, wid: string): Promise<number | null> =>
  (
    await app.db.sql
      .selectFrom('spaces')
      .select('trashed_at')
      .where('wid', '=', wid)
      .executeTakeFirstOrThrow()
  ).trashed_at

/**
 * Moves a space to the trash, where it stays for 30 days; or deletes it permanently, by its owner only and
 * only from there.
 */
export async function removeSpace(ctx: Context<Space['remove']>, forever: boolean) {
  const { app, space } = ctx
  const { wid } = space
  if (forever) {
    if (space.role !== 'owner') return ctx.refuse('forbidden')
    if ((await trashedAt(app, wid)) === null) throw invalid({ forever: 'deletes from the trash only' })
    await app.db.transaction((tx) => eraseSpace(app, tx, wid))
    app.push.accessChanged(wid)
    return {}
  }
  if ((await trashedAt(app, wid)) !== null) return {}
  await withAccessChange(app, wid, (tx) =>
    tx.updateTable('spaces').set({ trashed_at: app.clock.now() }).where('wid', '=', wid).execute(),
  )
  return {}
}

export async function restoreSpace(ctx: Context<Space['restore']>) {
  const { app, actor } = ctx
  const { wid } = ctx.space
  const full = await withAccessChange(app, wid, async (tx) => {
    const row = await tx
      .selectFrom('spaces')
      .select(['owner', 'trashed_at'])
      .where('wid', '=', wid)
      .executeTakeFirstOrThrow()
    if (row.trashed_at === null) return null
    const left = await findFullSpaces(app, tx, row.owner)
    if (left) return left
    await tx.updateTable('spaces').set({ trashed_at: null }).where('wid', '=', wid).execute()
    await enqueueLimitCheck(app, tx, { wid, of: 'spaces' })
    return null
  })
  return full ? ctx.refuse('limit_reached', full) : getSpace(app, actor, wid)
}

/** Deletes spaces that were in the trash for 30 days, and copies that were never finished. */
export async function cleanUpSpaces(app: App): Promise<void> {
  const now = app.clock.now()
  const old = await app.db.sql
    .selectFrom('spaces')
    .select('wid')
    .where('trashed_at', '<', now - lifetimes.trashMs)
    .execute()
  const unfinished = await app.db.sql
    .selectFrom('spaces')
    .select('wid')
    .where('created_at', '<', now - 86_400_000)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('members').select('uid').whereRef('members.wid', '=', 'spaces.wid'))),
    )
    .execute()
  for (const { wid } of [...old, ...unfinished]) {
    await app.db.transaction((tx) => eraseSpace(app, tx, wid))
    app.push.accessChanged(wid)
  }
}
