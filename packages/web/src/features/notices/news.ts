import { signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { NoticeNews } from '@tavla/contract'
import type { Notice } from '@tavla/contract'
import { clock } from '../../platform/clock.ts'
import { type NoticePage, withNew, withRead } from './feed.ts'

export const noticesKey = (uid: string) => ['user.notices', uid]

const latest = signal<Notice | null>(null)
/** What arrived last while the page was open: readers of the screen are told. */
export const arrived: ReadonlySignal<Notice | null> = latest

/** What the socket said goes into the list that is shown, also what another tab has read. */
export function hearNews(client: QueryClient, uid: string, raw: unknown): void {
  const parsed = NoticeNews.safeParse(raw)
  // News that this page does not know: whoever asks the server next sees as much of it as can be shown.
  if (!parsed.success) return
  const news = parsed.data
  client.setQueryData<InfiniteData<NoticePage>>(noticesKey(uid), (feed) => {
    if (!feed) return feed
    if ('read' in news) return withRead(feed, news.read, new Date(clock.now()).toISOString(), news.unread)
    return withNew(feed, news)
  })
  if ('type' in news) latest.value = news
}
