import { type Calls, type CallRequest, historyLimits } from '@tavla/contract'
import { sql as raw } from 'kysely'
import type { App, Context } from '../../context.ts'
import { getPhotoUrl, getTime } from '../account/index.ts'
import { payWork } from '../boards/index.ts'
import { getVisibleRange } from './visible-range.ts'
import { historyWork } from './work.ts'

type Space = Calls['space']

/** The time between first and last edit in equal slots, with the number of edits per person in each. */
export async function readTimeline(
  { app, actor, space: { wid } }: Context<Space['timeline']>,
  { query }: CallRequest<Space['timeline']>,
) {
  const { sql } = app.db
  const { first, head, days, cut } = await getVisibleRange(app, wid)
  const visit = await sql
    .selectFrom('visits')
    .select('seq')
    .where('wid', '=', wid)
    .where('uid', '=', actor.uid)
    .executeTakeFirst()
  const after = Math.max(first, query.after)
  const units = historyWork.timeline + Math.max(0, head - after) * historyWork.timelineEdit
  await payWork(app, actor.uid, Math.min(units, historyWork.timelineMost))
  const rows = await listPeriodsAfter(app, wid, after, query.slots)
  const spells = rows.map(({ uid, from, to, first: begin, last, edits }) => {
    return { uid, from: getTime(from), to: getTime(to), first: begin, last, edits }
  })
  const people = await writers(app, wid, [...new Set(rows.map(({ uid }) => uid))])
  return { first, head, days, cut, seen: visit?.seq ?? null, spells, people }
}

async function listPeriodsAfter(app: App, wid: string, after: number, slots: number) {
  const edits = app.db.sql.selectFrom('journal').where('wid', '=', wid).where('seq', '>', after)
  const span = await edits
    .select((eb) => [eb.fn.min<number | null>('time').as('from'), eb.fn.max<number | null>('time').as('to')])
    .executeTakeFirstOrThrow()
  if (span.from === null || span.to === null) return []
  const { count } = await edits
    .select((eb) => eb.fn.count<number>('uid').distinct().as('count'))
    .executeTakeFirstOrThrow()
  // With many authors, fewer slots fit into one answer.
  const fitting = Math.max(1, Math.min(slots, Math.floor(historyLimits.spells / count)))
  const width = Math.floor((span.to - span.from) / fitting) + 1
  return await edits
    .select((eb) => [
      'uid',
      raw<number>`(time - ${raw.lit(span.from)}) / ${raw.lit(width)}`.as('slot'),
      eb.fn.min('time').as('from'),
      eb.fn.max('time').as('to'),
      eb.fn.min('seq').as('first'),
      eb.fn.max('seq').as('last'),
      eb.fn.countAll<number>().as('edits'),
    ])
    .where('time', '>=', span.from)
    .groupBy(['slot', 'uid'])
    .orderBy('slot')
    .orderBy('uid')
    .limit(historyLimits.spells)
    .execute()
}

/** Names and photos; a deleted account has neither. */
async function writers(app: App, wid: string, uids: readonly string[]) {
  if (uids.length === 0) return []
  const found = await app.db.sql
    .selectFrom('accounts')
    .leftJoin('members', (join) => join.onRef('members.uid', '=', 'accounts.uid').on('members.wid', '=', wid))
    .select(['accounts.uid', 'accounts.name', 'accounts.photo', 'members.color'])
    .where('accounts.uid', 'in', uids)
    .execute()
  const known = new Map(found.map((row) => [row.uid, row]))
  return uids.map((uid) => {
    const row = known.get(uid)
    return { uid, name: row?.name ?? '', photo: getPhotoUrl(row?.photo ?? null), color: row?.color ?? null }
  })
}

/** A visit only moves forward, whichever of a person's tabs reports last. */
export async function noteSeen(
  { app, actor, space: { wid } }: Context<Space['noteSeen']>,
  { body }: CallRequest<Space['noteSeen']>,
) {
  const head = (await app.boards.past.reach(wid))?.head ?? 0
  const seq = Math.min(body.seq, head)
  await app.db.sql
    .insertInto('visits')
    .values({ wid, uid: actor.uid, seq })
    .onConflict((conflict) =>
      conflict.columns(['wid', 'uid']).doUpdateSet({ seq }).where('visits.seq', '<', seq),
    )
    .execute()
  return {}
}
