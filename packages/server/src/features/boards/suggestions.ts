import { isAtLeast, noticeTypes } from '@tavla/contract'
import { z } from 'zod'
import type { App } from '../../context.ts'
import { promise } from '../../db/promises.ts'
import type { Job } from '../../jobs/worker.ts'
import type { SuggestionNews } from '../../ports/boards/port.ts'
import { addNotices, announce, type NoticeDraft } from '../notices/index.ts'

/** What one person does within this time is told once. */
const GATHERED_MS = 5_000

const Told = z.object({
  wid: z.string(),
  verb: z.enum(['suggest', 'accept', 'reject']),
  /** Who suggested, accepted or rejected. */
  actor: z.string(),
  /** Null: those who lead the board. */
  reader: z.string().nullable(),
})
type Told = z.infer<typeof Told>

/** Keys of promises made in the last moments, of this process: many edits at once cost one write. */
const promised = new WeakMap<App, Map<string, number>>()

/** Suggestions of a board were made or decided, and that is in the journal. Editing itself waits for nothing here. */
export function suggestionsChanged(app: App, wid: string, news: readonly SuggestionNews[]): void {
  for (const told of news.flatMap((one) => readersOf(wid, one))) {
    const key = `boards.suggestions:${wid}:${told.verb}:${told.actor}:${told.reader ?? ''}`
    if (isPromised(app, key)) continue
    const runAt = app.clock.now() + GATHERED_MS
    app.db
      .transaction((tx) =>
        promise(tx, app.random, { kind: 'boards.suggestions', key, payload: { ...told }, runAt }),
      )
      .catch((error: unknown) =>
        app.log.warn('notifications of suggestions could not be enqueued', { wid, error }),
      )
  }
}

/** Who decides is told of what is suggested, who suggested of what was decided. */
function readersOf(wid: string, { verb, actor, suggester, author }: SuggestionNews): Told[] {
  if (verb === 'withdraw') return []
  const readers = verb === 'suggest' ? [null, author] : [suggester]
  return [...new Set(readers)].flatMap((reader) =>
    reader === undefined || reader === actor ? [] : [{ wid, verb, actor, reader }],
  )
}

function isPromised(app: App, key: string): boolean {
  let mine = promised.get(app)
  if (!mine) promised.set(app, (mine = new Map()))
  const now = app.clock.now()
  for (const [known, at] of mine) {
    if (now - at < GATHERED_MS) break
    mine.delete(known)
  }
  if (mine.has(key)) return true
  mine.set(key, now)
  return false
}

/** One notification for each reader, as long as the last one of its kind has not been read. */
export const tellOfSuggestions: Job = async (app, payload) => {
  const told = Told.parse(payload)
  const { wid, actor, verb } = told
  const rows = await app.db.transaction(async (tx) => {
    const space = await tx
      .selectFrom('spaces')
      .select(['wid', 'name'])
      .where('wid', '=', wid)
      .executeTakeFirst()
    const members = await tx.selectFrom('members').select(['uid', 'role']).where('wid', '=', wid).execute()
    if (!space) return []
    const readers = members.filter(({ uid, role }) => {
      if (uid === actor) return false
      if (told.reader === null) return isAtLeast(role, 'admin')
      return uid === told.reader && (verb !== 'suggest' || isAtLeast(role, 'contributor'))
    })
    const type = verb === 'suggest' ? noticeTypes.suggested : noticeTypes.suggestionDecided
    const unread = await tx
      .selectFrom('notices')
      .select(['uid', 'data'])
      .where('wid', '=', wid)
      .where('type', '=', type)
      .where('read_at', 'is', null)
      .execute()
    const draft: NoticeDraft = {
      type,
      user: actor,
      data: verb === 'suggest' ? {} : { accepted: verb === 'accept' },
    }
    const { type: _, ...details } = draft
    const same = JSON.stringify(details)
    const known = new Set(unread.filter(({ data }) => data === same).map(({ uid }) => uid))
    const fresh = readers.map(({ uid }) => uid).filter((uid) => !known.has(uid))
    return addNotices(app, tx, space, fresh, draft)
  })
  await announce(app, rows)
}
