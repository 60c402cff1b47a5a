import type { Notice } from '@tavla/contract'

/** One answer of `GET /api/notify`. */
export interface NoticePage {
  readonly list: readonly Notice[]
  readonly total: number
  readonly unread: number
}

/** What is known of one's notices: pages as they were asked for, newest first. */
export interface NoticeFeed {
  readonly pages: readonly NoticePage[]
  readonly pageParams: readonly unknown[]
}

/** Every notice once: what arrived between two pages moved the later one. */
export function noticesOf(feed: Pick<NoticeFeed, 'pages'>): readonly Notice[] {
  const byId = new Map<string, Notice>()
  for (const notice of feed.pages.flatMap(({ list }) => list))
    if (!byId.has(notice.id)) byId.set(notice.id, notice)
  return [...byId.values()]
}

export const unreadOf = ({ pages }: Pick<NoticeFeed, 'pages'>): number => pages[0]?.unread ?? 0

/** Unread notices ahead of every known one, newest first: what a list that was asked for anew brought along. */
export function newIn(feed: Pick<NoticeFeed, 'pages'>, known: ReadonlySet<string>): readonly Notice[] {
  const list = feed.pages[0]?.list ?? []
  const first = list.findIndex(({ id }) => known.has(id))
  return list.slice(0, first === -1 ? list.length : first).filter(({ readAt }) => readAt === null)
}

/** The same feed with a notice that came over the socket; a second time changes nothing. */
export function withNew<F extends NoticeFeed>(feed: F, notice: Notice): F {
  if (noticesOf(feed).some(({ id }) => id === notice.id)) return feed
  const [first, ...rest] = feed.pages
  if (!first) return feed
  const counted = {
    list: [notice, ...first.list],
    total: first.total + 1,
    unread: first.unread + (notice.readAt === null ? 1 : 0),
  }
  return { ...feed, pages: [counted, ...rest] }
}

/** The same feed after these (null: all) were read, here or elsewhere; `unread` is the server's count where it is known. */
export function withRead<F extends NoticeFeed>(
  feed: F,
  ids: readonly string[] | null,
  at: string,
  unread?: number,
): F {
  const isMeant = ids === null ? () => true : (id: string) => ids.includes(id)
  let newlyRead = 0
  const read = (notice: Notice): Notice => {
    if (notice.readAt !== null || !isMeant(notice.id)) return notice
    newlyRead += 1
    return { ...notice, readAt: at }
  }
  const pages = feed.pages.map((page) => ({ ...page, list: page.list.map(read) }))
  const left = unread ?? (ids === null ? 0 : Math.max(0, unreadOf(feed) - newlyRead))
  return { ...feed, pages: pages.map((page) => ({ ...page, unread: left })) }
}
