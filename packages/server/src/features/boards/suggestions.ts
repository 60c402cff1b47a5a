import { isAtLeast, notificationTypes } from '@tavla/contract'
import { z } from 'zod'
import type { App } from '../../context.ts'
import { enqueue } from '../../db/jobs.ts'
import type { Job } from '../../jobs/worker.ts'
import type { SuggestionEvent } from '../../ports/boards/port.ts'
import { addNotifications, announce, type NotificationDraft } from '../notifications/index.ts'

/** One person's suggestions within this time make one notification. */
const BATCH_MS = 5_000

const Announcement = z.object({
  wid: z.string(),
  verb: z.enum(['suggest', 'accept', 'reject']),
  /** Who suggested, accepted or rejected. */
  actor: z.string(),
  /** Null: everyone who can decide about suggestions on the board. */
  reader: z.string().nullable(),
})
type Announcement = z.infer<typeof Announcement>

/** Recently enqueued job keys of this process, so that many edits cost one write. */
const job = new WeakMap<App, Map<string, number>>()

/** Called when created or decided suggestions are in the journal; does not delay editing. */
export function suggestionsChanged(app: App, wid: string, events: readonly SuggestionEvent[]): void {
  for (const announced of events.flatMap((one) => listReaders(wid, one))) {
    const key = `boards.suggestions:${wid}:${announced.verb}:${announced.actor}:${announced.reader ?? ''}`
    if (isEnqueued(app, key)) continue
    const runAt = app.clock.now() + BATCH_MS
    app.db
      .transaction((tx) =>
        enqueue(tx, app.random, { kind: 'boards.suggestions', key, payload: { ...announced }, runAt }),
      )
      .catch((error: unknown) =>
        app.log.warn('notifications of suggestions could not be enqueued', { wid, error }),
      )
  }
}

/** People who decide are notified of suggestions, their authors of decisions. */
function listReaders(wid: string, { verb, actor, suggester, author }: SuggestionEvent): Announcement[] {
  if (verb === 'withdraw') return []
  const readers = verb === 'suggest' ? [null, author] : [suggester]
  return [...new Set(readers)].flatMap((reader) =>
    reader === undefined || reader === actor ? [] : [{ wid, verb, actor, reader }],
  )
}

function isEnqueued(app: App, key: string): boolean {
  let mine = job.get(app)
  if (!mine) job.set(app, (mine = new Map()))
  const now = app.clock.now()
  for (const [known, at] of mine) {
    if (now - at < BATCH_MS) break
    mine.delete(known)
  }
  if (mine.has(key)) return true
  mine.set(key, now)
  return false
}

/** One notification per reader, until the last one of its kind was read. */
export const announceSuggestions: Job = async (app, payload) => {
  const announced = Announcement.parse(payload)
  const { wid, actor, verb } = announced
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
      if (announced.reader === null) return isAtLeast(role, 'admin')
      return uid === announced.reader && (verb !== 'suggest' || isAtLeast(role, 'contributor'))
    })
    const type = verb === 'suggest' ? notificationTypes.suggested : notificationTypes.suggestionDecided
    const unread = await tx
      .selectFrom('notices')
      .select(['uid', 'data'])
      .where('wid', '=', wid)
      .where('type', '=', type)
      .where('read_at', 'is', null)
      .execute()
    const draft: NotificationDraft = {
      type,
      user: actor,
      data: verb === 'suggest' ? {} : { accepted: verb === 'accept' },
    }
    const { type: _, ...details } = draft
    const same = JSON.stringify(details)
    const known = new Set(unread.filter(({ data }) => data === same).map(({ uid }) => uid))
    const fresh = readers.map(({ uid }) => uid).filter((uid) => !known.has(uid))
    return addNotifications(app, tx, space, fresh, draft)
  })
  await announce(app, rows)
}
