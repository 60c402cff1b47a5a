import { signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { NotificationUpdate } from '@tavla/contract'
import type { Notification } from '@tavla/contract'
import { api } from '../../platform/network/api.ts'
import { callPages, readAgain } from '../../platform/network/call-query.ts'
import { clock } from '../../platform/dom/clock.ts'
import {
  listNewUnread,
  type NotificationFeed,
  type NotificationPage,
  listNotifications,
  addNotification,
  markRead,
} from './feed.ts'

const pageSize = 20

/** The person's list in the query cache, and how its pages are requested. */
export const notificationPages = (uid: string) =>
  callPages(api.user.notices, (start: number) => ({ query: { start, limit: pageSize } }), 0, {
    quiet: true,
    scope: uid,
  })

const latest = signal<readonly Notification[]>([])
/** Latest notifications since the page loaded, newest first, for screen readers. */
export const latestNotifications: ReadonlySignal<readonly Notification[]> = latest

/** Notifications in this person's lists since the page loaded. */
let known: { readonly uid: string; readonly ids: Set<string> } | null = null

/**
 * Announces new notifications from lists as well: one sent while the tab reconnects reaches no socket and arrives
 * with the next list.
 */
export function announceNew(uid: string, feed: Pick<NotificationFeed, 'pages'>): void {
  const ids = listNotifications(feed).map(({ id }) => id)
  if (known?.uid !== uid) {
    if (known) latest.value = []
    known = { uid, ids: new Set(ids) }
    return
  }
  const added = listNewUnread(feed, known.ids)
  for (const id of ids) known.ids.add(id)
  if (added.length > 0) latest.value = added
}

/** Loads the list again. An answer that is on its way may be older than what was pushed, so it is not waited for. */
export function reloadNotifications(client: QueryClient, uid: string): Promise<void> {
  return readAgain(client, notificationPages(uid).queryKey)
}

/** Adds pushed notifications to the list, and read marks from other tabs. */
export function receiveNotifications(client: QueryClient, uid: string, raw: unknown): void {
  const parsed = NotificationUpdate.safeParse(raw)
  // A kind that this page does not know: the next list shows as much of it as possible.
  if (!parsed.success) return
  const update = parsed.data
  const { queryKey } = notificationPages(uid)
  client.setQueryData<InfiniteData<NotificationPage>>(queryKey, (feed) => {
    if (!feed) return feed
    if ('read' in update)
      return markRead(feed, update.read, new Date(clock.now()).toISOString(), update.unread)
    return addNotification(feed, update)
  })
  if (client.isFetching({ queryKey }) > 0) void reloadNotifications(client, uid)
  if ('type' in update && !client.getQueryData(queryKey)) latest.value = [update]
}
