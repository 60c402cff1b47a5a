import type { Calls } from '@tavla/contract'
import type { z } from 'zod'
import type { Actor, App } from '../../context.ts'
import { randomId } from '../../ports/random/values.ts'
import { invalid } from '../../refusals.ts'

interface OwnFolders {
  readonly app: App
  readonly actor: Actor
}

type Drafts = z.output<Calls['space']['setFolders']['body']>['list']

export async function listFolders({ app, actor }: OwnFolders) {
  const { sql } = app.db
  const [folders, places] = await Promise.all([
    sql.selectFrom('folders').selectAll().where('uid', '=', actor.uid).orderBy('position').execute(),
    sql
      .selectFrom('members')
      .innerJoin('spaces', 'spaces.wid', 'members.wid')
      .select(['members.wid', 'members.folder', 'spaces.archived_at', 'spaces.trashed_at'])
      .where('members.uid', '=', actor.uid)
      .where('members.folder', 'is not', null)
      .execute(),
  ])
  const list = folders.map(({ id, name }) => {
    const inside = places.filter(({ folder }) => folder === id)
    const current = inside.filter((place) => place.archived_at === null && place.trashed_at === null)
    return { id, name, wids: inside.map(({ wid }) => wid), boards: current.length }
  })
  return { list, total: list.length }
}

/**
 * Replaces the caller's folders. A space is in at most one folder; ids of other people's spaces are
 * ignored.
 */
export async function setFolders(own: OwnFolders, drafts: Drafts) {
  const { app, actor } = own
  const wids = drafts.flatMap((draft) => draft.wids)
  if (new Set(wids).size < wids.length) throw invalid({ list: 'puts one space into two folders' })
  const ids = drafts.flatMap(({ id }) => id ?? [])
  if (new Set(ids).size < ids.length) throw invalid({ list: 'names one folder twice' })
  await app.db.transaction(async (tx) => {
    const before = await tx.deleteFrom('folders').where('uid', '=', actor.uid).returning('id').execute()
    const mine = new Set(before.map(({ id }) => id))
    for (const [position, draft] of drafts.entries()) {
      const id = draft.id !== undefined && mine.has(draft.id) ? draft.id : randomId(app.random)
      await tx.insertInto('folders').values({ id, uid: actor.uid, name: draft.name, position }).execute()
      if (draft.wids.length === 0) continue
      const places = tx.updateTable('members').set({ folder: id }).where('uid', '=', actor.uid)
      await places.where('wid', 'in', draft.wids).execute()
    }
  })
  return listFolders(own)
}
