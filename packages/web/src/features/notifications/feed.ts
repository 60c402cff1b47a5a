import type { Notification } from '@tavla/contract'

/** One answer of `GET /api/notify`. */
export interface NotificationPage {
  readonly list: readonly Notification[]
  readonly total: number
  readonly unread: number
}

/** The loaded notifications: pages in the order requested, newest first. */
export interface NotificationFeed {
  readonly pages: readonly NotificationPage[]
  readonly pageParams: readonly unknown[]
}

/** All notifications without duplicates: new ones shift later pages. */
export function listNotifications(feed: Pick<NotificationFeed, 'pages'>): readonly Notification[] {
  const byId = new Map<string, Notification>()
  for (const notification of feed.pages.flatMap(({ list }) => list))
    if (!byId.has(notification.id)) byId.set(notification.id, notification)
  return [...byId.values()]
}

export const getUnread = ({ pages }: Pick<NotificationFeed, 'pages'>): number => pages[0]?.unread ?? 0

/** Unread notifications before every known one, newest first: what a reload of the list added. */
export function listNewUnread(
  feed: Pick<NotificationFeed, 'pages'>,
  known: ReadonlySet<string>,
): readonly Notification[] {
  const list = feed.pages[0]?.list ?? []
  const first = list.findIndex(({ id }) => known.has(id))
  return list.slice(0, first === -1 ? list.length : first).filter(({ readAt }) => readAt === null)
}

/** Adds a notification that arrived over the socket; adding it twice has no effect. */
export function addNotification<F extends NotificationFeed>(feed: F, notification: Notification): F {
  if (listNotifications(feed).some(({ id }) => id === notification.id)) return feed
  const [first, ...rest] = feed.pages
  if (!first) return feed
  const firstPage = {
    list: [notification, ...first.list],
    total: first.total + 1,
    unread: first.unread + (notification.readAt === null ? 1 : 0),
  }
  return { ...feed, pages: [firstPage, ...rest] }
}

/** Marks these (null: all) as read; `unread` is the server's count where it is known. */
export function markRead<F extends NotificationFeed>(
  feed: F,
  ids: readonly string[] | null,
  at: string,
  unread?: number,
): F {
  const isSelected = ids === null ? () => true : (id: string) => ids.includes(id)
  let newlyRead = 0
  const markIfSelected = (notification: Notification): Notification => {
    if (notification.readAt !== null || !isSelected(notification.id)) return notification
    newlyRead += 1
    return { ...notification, readAt: at }
  }
  const pages = feed.pages.map((page) => ({ ...page, list: page.list.map(markIfSelected) }))
  const unreadCount = unread ?? (ids === null ? 0 : Math.max(0, getUnread(feed) - newlyRead))
  return { ...feed, pages: pages.map((page) => ({ ...page, unread: unreadCount })) }
}
