import type { Calls, SpaceFilter } from '@tavla/contract'
import type { ExpressionBuilder } from 'kysely'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { contains } from '../../db/dialect.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { findMatches, findWritten } from '../boards/index.ts'
import { getChangeTime, withEdits } from './activity.ts'
import { getFaces } from './faces.ts'
import { getSpaces } from './space-view.ts'

type List = Calls['space']['list']
type Joined = ExpressionBuilder<Tables, 'members' | 'spaces'>

/** Condition of each filter. Only admins and owners see the trash, since only they can restore from it. */
function condition(eb: Joined, filter: SpaceFilter) {
  const alive = eb('spaces.trashed_at', 'is', null)
  const current = eb.and([alive, eb('spaces.archived_at', 'is', null)])
  switch (filter) {
    case 'all':
      return current
    case 'mine':
      return eb.and([current, eb('members.role', '=', 'owner')])
    case 'shared':
      return eb.and([current, eb('members.role', '!=', 'owner')])
    case 'starred':
      return eb.and([alive, eb('members.starred', '=', 1)])
    case 'archived':
      return eb.and([alive, eb('spaces.archived_at', 'is not', null)])
    case 'trash':
      return eb.and([eb('spaces.trashed_at', 'is not', null), eb('members.role', 'in', ['owner', 'admin'])])
  }
}

/**
 * The caller's spaces, with a constant number of statements. Sorted here, because databases disagree about
 * collation and people expect their language's order.
 */
export async function listSpaces({ app, actor }: Context<List>, query: z.output<List['query']>) {
  const { key, folder, filter, sort, start, limit } = query
  let found = withEdits(app.db.sql.selectFrom('members').innerJoin('spaces', 'spaces.wid', 'members.wid'))
    .select(['spaces.wid', 'spaces.name', 'spaces.created_at', 'spaces.updated_at', 'members.opened_at'])
    .where('members.uid', '=', actor.uid)
    .where((eb) => condition(eb as unknown as Joined, filter))
  if (key !== '')
    found = found.where((eb) => eb.or([contains('spaces.name_key', key), findWritten(app, actor.uid, key)]))
  if (folder !== undefined) found = found.where('members.folder', '=', folder)

  const rows = await found.execute()
  const latest = (at: (row: (typeof rows)[number]) => number | null) =>
    rows.sort((a, b) => (at(b) ?? 0) - (at(a) ?? 0))
  const sorted = {
    name() {
      const collator = new Intl.Collator(actor.lang.replaceAll('_', '-'), { numeric: true })
      return rows.sort((a, b) => collator.compare(a.name, b.name))
    },
    created: () => latest((row) => row.created_at),
    updated: () => latest(getChangeTime),
    opened: () => latest((row) => row.opened_at),
  }[sort]()
  const page = sorted.slice(start, start + limit).map(({ wid }) => wid)
  const spaces = await getSpaces(app, actor, page)
  const matches = await findMatches(app, key === '' ? [] : page, key)
  const faces = await getFaces(app.db.sql, page)
  const list = spaces.map((space) => {
    const match = matches.get(space.wid)
    return {
      ...space,
      faces: space.members > 1 ? (faces.get(space.wid) ?? []) : [],
      ...(match ? { match } : {}),
    }
  })
  return { list, total: rows.length }
}
