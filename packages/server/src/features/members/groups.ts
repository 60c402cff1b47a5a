import type { Calls } from '@tavla/contract'
import type { z } from 'zod'
import type { App, Context } from '../../context.ts'
import { randomId } from '../../ports/random/values.ts'
import { invalid } from '../../refusals.ts'
import { authorize } from '../spaces/index.ts'

type Space = Calls['space']

/** Groups of one space, or of all spaces of the caller. */
export async function listGroups(ctx: Context<Space['groups']>, wid: string | undefined) {
  const { app, actor } = ctx
  if (wid === undefined) {
    const rows = await app.db.sql
      .selectFrom('members')
      .innerJoin('spaces', 'spaces.wid', 'members.wid')
      .select('spaces.wid')
      .where('members.uid', '=', actor.uid)
      .where('spaces.trashed_at', 'is', null)
      .execute()
    return getGroups(
      app,
      rows.map((row) => row.wid),
    )
  }
  const access = await authorize(app.db.sql, actor.uid, wid)
  return access && !access.trashed ? getGroups(app, [wid]) : ctx.refuse('not_found')
}

async function getGroups(app: App, wids: readonly string[]) {
  const { sql } = app.db
  const among = wids.length > 0 ? wids : ['']
  const groups = await sql
    .selectFrom('groups')
    .selectAll()
    .where('wid', 'in', among)
    .orderBy('wid')
    .orderBy('position')
    .execute()
  const places = await sql
    .selectFrom('group_members')
    .select(['group_id', 'uid'])
    .where('wid', 'in', among)
    .execute()
  const uidsByGroup = Map.groupBy(places, ({ group_id }) => group_id)
  const list = groups.map(({ wid, id, name, color }) => ({
    wid,
    id,
    name,
    color,
    uids: (uidsByGroup.get(id) ?? []).map(({ uid }) => uid),
  }))
  return { list, total: list.length }
}

type Drafts = z.output<Space['setGroups']['body']>['groups']

/** Replaces a space's groups. Known ids are kept, so that mentions stay valid. */
export async function setGroups({ app, space: { wid } }: Context<Space['setGroups']>, drafts: Drafts) {
  const ids = drafts.flatMap(({ id }) => id ?? [])
  if (new Set(ids).size < ids.length) throw invalid({ groups: 'names one group twice' })
  const stranger = await app.db.transaction(async (tx) => {
    const members = await tx.selectFrom('members').select('uid').where('wid', '=', wid).execute()
    const uids = new Set(members.map(({ uid }) => uid))
    const at = drafts.findIndex((draft) => draft.uids.some((uid) => !uids.has(uid)))
    if (at >= 0) return at
    const before = await tx.deleteFrom('groups').where('wid', '=', wid).returning('id').execute()
    const known = new Set(before.map(({ id }) => id))
    for (const [position, { id, name, color, uids: chosen }] of drafts.entries()) {
      const group_id = id !== undefined && known.has(id) ? id : randomId(app.random)
      await tx.insertInto('groups').values({ id: group_id, wid, name, color, position }).execute()
      const rows = [...new Set(chosen)].map((uid) => ({ group_id, wid, uid }))
      if (rows.length > 0) await tx.insertInto('group_members').values(rows).execute()
    }
    return null
  })
  if (stranger !== null) throw invalid({ [`groups.${stranger}.uids`]: 'names somebody who is no member' })
  return getGroups(app, [wid])
}
