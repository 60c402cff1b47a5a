import { Notification } from '@tavla/contract'
import { expect, it } from 'vitest'
import { type NotificationFeed, listNotifications, getUnread, addNotification, markRead } from './feed.ts'
import { getDaysAgo, groupNotifications } from './groups.ts'

const notification = (id: string, more: object = {}) =>
  Notification.parse({
    id,
    type: 1001,
    user: 'bob',
    wid: 'w',
    spaceName: 'Plans',
    createdAt: '2026-01-05T12:00:00.000Z',
    readAt: null,
    ...more,
  })
const getFeed = (...pages: string[][]): NotificationFeed => ({
  pages: pages.map((ids) => ({ list: ids.map((id) => notification(id)), total: 9, unread: 5 })),
  pageParams: pages.map((_, index) => index),
})
const ids = (feed: NotificationFeed) => listNotifications(feed).map(({ id }) => id)
const at = '2026-01-05T13:00:00.000Z'

it('a new notification is first and counted, and counted once if it arrives twice', () => {
  const once = addNotification(getFeed(['b', 'a']), notification('c'))
  expect([ids(once), getUnread(once), once.pages[0]?.total]).toEqual([['c', 'b', 'a'], 6, 10])
  expect(addNotification(once, notification('c'))).toBe(once)
  expect(getUnread(addNotification(getFeed([]), notification('r', { readAt: at })))).toBe(5)
})

it('a page that has shifted shows nothing twice', () => {
  expect(ids(getFeed(['c', 'b'], ['b', 'a']))).toEqual(['c', 'b', 'a'])
})

it('reading here lowers the count, and the server’s count wins where it is known', () => {
  const feed = getFeed(['c', 'b'], ['a'])
  const marked = markRead(feed, ['b', 'strange'], at)
  expect(listNotifications(marked).map(({ readAt }) => readAt)).toEqual([null, at, null])
  expect([
    getUnread(marked),
    getUnread(markRead(marked, ['b'], at)),
    getUnread(markRead(marked, ['a'], at, 2)),
  ]).toEqual([4, 4, 2])
  const all = markRead(feed, null, at)
  expect([getUnread(all), listNotifications(all).every(({ readAt }) => readAt === at)]).toEqual([0, true])
})

it('is grouped by day and by space, in the order of the newest of each', () => {
  const noon = '2026-01-05T12:00:00'
  const list = [
    notification('d', { createdAt: new Date(`${noon}`).toISOString() }),
    notification('c', { createdAt: new Date(noon).toISOString(), wid: 'x' }),
    notification('b', { createdAt: new Date(noon).toISOString() }),
    notification('a', { createdAt: new Date('2026-01-03T12:00:00').toISOString() }),
  ]
  const grouped = groupNotifications(list).map(({ day, spaces }) => [
    day,
    spaces.map(({ wid, notifications }) => [wid, notifications.map(({ id }) => id).join('')]),
  ])
  expect(grouped).toEqual([
    [
      '2026-01-05',
      [
        ['w', 'db'],
        ['x', 'c'],
      ],
    ],
    ['2026-01-03', [['w', 'a']]],
  ])
  const now = new Date('2026-01-05T23:59:00').getTime()
  expect(['2026-01-05', '2026-01-04', '2025-12-31'].map((day) => getDaysAgo(day, now))).toEqual([0, 1, 5])
})
