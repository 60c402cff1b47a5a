import { signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { NotificationUpdate } from '@tavla/contract'
import type { Notification } from '@tavla/contract'
import { api } from '../../platform/network/api.ts'
import { callPages } from '../../platform/network/call-query.ts'
import { clock } from '../../platform/dom/clock.ts'
import {
  listNew,
  type NotificationFeed,
  type NotificationPage,
  listNotifications,
  withNew,
  withRead,
} from './feed.ts'

const perRequest = 20

/** This person's list in the cache, and how its pages are asked for. */
export const notificationPages = (uid: string) =>
  callPages(api.user.notices, (start: number) => ({ query: { start, limit: perRequest } }), 0, {
    quiet: true,
    scope: uid,
  })

const latest = signal<readonly Notification[]>([])
/** What arrived last while the page was open, newest first, for screen readers. */
export const arrived: ReadonlySignal<readonly Notification[]> = latest

/** Notices that this person's lists have held since the page was loaded. */
let known: { readonly uid: string; readonly ids: Set<string> } | null = null

/**
 * Announces what is new in a list, whichever way it came: a notification that is sent while the tab changes its connection
 * or is down reaches nobody's socket, and comes with the list that the next connection asks for.
 */
export function announceNew(uid: string, feed: Pick<NotificationFeed, 'pages'>): void {
  const ids = listNotifications(feed).map(({ id }) => id)
  if (known?.uid !== uid) {
    if (known) latest.value = []
    known = { uid, ids: new Set(ids) }
    return
  }
  const fresh = listNew(feed, known.ids)
  for (const id of ids) known.ids.add(id)
  if (fresh.length > 0) latest.value = fresh
}

/** Puts what the socket said into the list that is shown, also what another tab has read. */
export function receiveNotifications(client: QueryClient, uid: string, raw: unknown): void {
  const parsed = NotificationUpdate.safeParse(raw)
  // News that this page does not know: anyone who asks the server next sees as much of it as can be shown.
  if (!parsed.success) return
  const news = parsed.data
  const { queryKey } = notificationPages(uid)
  client.setQueryData<InfiniteData<NotificationPage>>(queryKey, (feed) => {
    if (!feed) return feed
    if ('read' in news) return withRead(feed, news.read, new Date(clock.now()).toISOString(), news.unread)
    return withNew(feed, news)
  })
  // An answer under way may be older than this news, and would replace it.
  if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey })
  if ('type' in news && !client.getQueryData(queryKey)) latest.value = [news]
}
