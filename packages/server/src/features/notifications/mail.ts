import {
  basePath,
  getNotificationContext,
  getNotificationUrl,
  Notification,
  type NotifyConfig,
  urls,
} from '@tavla/contract'
import { z } from 'zod'
import type { App } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { enqueue } from '../../db/jobs.ts'
import type { AccountRow } from '../../db/tables/accounts.ts'
import type { NotificationRow } from '../../db/tables/operation.ts'
import type { Job, Cleanup } from '../../jobs/worker.ts'
import { randomId } from '../../ports/random/values.ts'
import { findAccount, readNotifyConfig } from '../account/index.ts'
import { getChannels, isMailed } from './channels.ts'
import { knownTimeZone, localDay, nextDigest } from './digest-time.ts'
import { createNotificationEmail } from './emails.ts'
import { getNotification } from './rows.ts'
import type { AnnouncedNotification } from './sentences.ts'

/** Older notifications are not emailed, for example those that waited while email was turned off. */
const OLDEST_MS = 3 * 86_400_000
const DIGESTS_TTL_MS = 7 * 86_400_000

const Collecting = z.object({ uid: z.string() })

/** After the grouping period: sends an email now, or enqueues the daily digest. */
export const collectUnread: Job = async (app, payload) => {
  const { uid } = Collecting.parse(payload)
  await app.db.transaction(async (tx) => {
    const waiting = await getWaiting(app, tx, uid)
    if (!waiting) return
    if (waiting.config.digest === 'daily') await enqueueDigest(app, tx, waiting.account)
    else await enqueueEmail(app, tx, waiting, { daily: false })
  })
}

/**
 * Sends the daily digest. The day is claimed in the same transaction, so that no restart or other worker
 * sends a second one.
 */
export const collectDaily: Job = async (app, payload) => {
  const { uid } = Collecting.parse(payload)
  await app.db.transaction(async (tx) => {
    const waiting = await getWaiting(app, tx, uid)
    if (!waiting) return
    if (waiting.config.digest !== 'daily') return enqueueEmail(app, tx, waiting, { daily: false })
    const now = app.clock.now()
    const day = localDay(now, getTimeZone(waiting.account))
    const claimed = await tx
      .insertInto('digests')
      .values({ uid, day, created_at: now })
      .onConflict((conflict) => conflict.columns(['uid', 'day']).doNothing())
      .returning('day')
      .executeTakeFirst()
    if (claimed) return enqueueEmail(app, tx, waiting, { daily: true })
    return enqueueDigest(app, tx, waiting.account)
  })
}

async function enqueueDigest(app: App, tx: Tx, account: AccountRow): Promise<void> {
  const runAt = nextDigest(app.clock.now(), getTimeZone(account))
  const payload = { uid: account.uid }
  await enqueue(tx, app.random, {
    kind: 'notices.digest',
    key: `notices.digest:${account.uid}:${runAt}`,
    payload,
    runAt,
  })
}

const Settings = z.object({ timeZone: z.unknown() })

/** The time zone from the person's settings. */
function getTimeZone({ settings }: AccountRow): string {
  const parsed = Settings.safeParse(JSON.parse(settings))
  return knownTimeZone(parsed.data?.timeZone)
}

interface PendingEmail {
  readonly account: AccountRow
  readonly config: NotifyConfig
  readonly rows: readonly NotificationRow[]
}

/** Unread notifications that were not emailed and may be. Nothing is sent to an unverified address. */
async function getWaiting(app: App, tx: Tx, uid: string): Promise<PendingEmail | null> {
  const account = await findAccount(tx, uid)
  if (!account?.email || account.verified_at === null) return null
  const config = readNotifyConfig(account.notify)
  const rows = await tx
    .selectFrom('notices')
    .selectAll()
    .where('uid', '=', uid)
    .where('read_at', 'is', null)
    .where('mailed_at', 'is', null)
    .where('created_at', '>', app.clock.now() - OLDEST_MS)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const mailed = rows.filter(({ type }) => isMailed(config, type))
  return mailed.length > 0 ? { account, config, rows: mailed } : null
}

/** Marks the notifications as emailed and enqueues the email, in one transaction. */
async function enqueueEmail(
  app: App,
  tx: Tx,
  { account: { uid }, rows }: PendingEmail,
  { daily }: { readonly daily: boolean },
): Promise<void> {
  const ids = rows.map(({ id }) => id)
  const now = app.clock.now()
  await tx.updateTable('notices').set({ mailed_at: now }).where('id', 'in', ids).execute()
  const id = randomId(app.random)
  const payload: z.input<typeof Email> = { id, uid, ids, daily }
  await enqueue(tx, app.random, { kind: 'notices.mail', key: `notices.mail:${id}`, payload, runAt: now })
}

const Email = z.object({ id: z.string(), uid: z.string(), ids: z.array(z.string()), daily: z.boolean() })

/** Sends the email, with retries. Notifications read meanwhile are left out. */
export const emailDigest: Job = async (app, payload) => {
  const { id, uid, ids, daily } = Email.parse(payload)
  const account = await findAccount(app.db.sql, uid)
  if (!account?.email || account.verified_at === null || !app.mail.on) return
  const config = readNotifyConfig(account.notify)
  const rows = await app.db.sql
    .selectFrom('notices')
    .selectAll()
    .where('id', 'in', ids)
    .where('read_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const announced = rows.filter(({ type }) => getChannels(config, type).email)
  if (announced.length === 0) return
  const settings = `${app.origin}${basePath}/userinfo#notifications`
  const email = createNotificationEmail(account.lang ?? 'en', {
    notifications: await withNames(app, uid, announced),
    daily,
    settings,
    home: `${app.origin}${urls.dashboard()}`,
  })
  await app.mail.send({ to: account.email, ...email, key: `news-${id}`, settings })
}

/** Replaces uids by names; null for a deleted account. */
async function withNames(
  app: App,
  me: string,
  rows: readonly NotificationRow[],
): Promise<AnnouncedNotification[]> {
  const notifications = rows.map((row) => Notification.parse(getNotification(app, row)))
  const uids = new Set(notifications.flatMap((notification) => Object.values(getPeople(notification))))
  const accounts = await app.db.sql
    .selectFrom('accounts')
    .select(['uid', 'name'])
    .where('uid', 'in', [...uids].flatMap((uid) => uid ?? []).concat(me))
    .execute()
  const names = new Map(accounts.map(({ uid, name }) => [uid, name]))
  return notifications.map((notification) => {
    const { who, whom } = getPeople(notification)
    return {
      ...getNotificationContext(notification, me),
      wid: notification.wid ?? '',
      space: notification.spaceName ?? '',
      who: names.get(who ?? '') ?? null,
      whom: names.get(whom ?? '') ?? null,
      link: `${app.origin}${getNotificationUrl(notification, me)}`,
    }
  })
}

function getPeople(notification: Notification): {
  readonly who: string | null
  readonly whom: string | null
} {
  if (notification.type === 1003 && 'modifier' in notification)
    return { who: notification.modifier, whom: notification.modified_user }
  if ('from_user' in notification) return { who: notification.user, whom: notification.from_user }
  return { who: 'user' in notification ? notification.user : null, whom: null }
}

/** Days that are long over are not claimed again. */
export const cleanUpNotifications: Cleanup = async ({ db, clock }) => {
  await db.sql
    .deleteFrom('digests')
    .where('created_at', '<', clock.now() - DIGESTS_TTL_MS)
    .execute()
}
