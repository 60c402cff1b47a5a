import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { Notification } from '@tavla/contract'
import { beforeEach, expect, it } from 'vitest'
import { type NotificationPage, getUnread } from './feed.ts'
import {
  announceNew,
  latestNotifications,
  notificationPages,
  receiveNotifications,
} from './live-notifications.ts'

const notification = (id: string, readAt: string | null = null) =>
  Notification.parse({
    id,
    type: 1001,
    user: 'bob',
    wid: 'w',
    spaceName: 'Plans',
    createdAt: '2026-01-05T12:00:00.000Z',
    readAt,
  })
const getFeed = (...list: Notification[]) => ({
  pages: [{ list, total: list.length, unread: list.filter(({ readAt }) => readAt === null).length }],
  pageParams: [0],
})
const listAnnounced = () => latestNotifications.value.map(({ id }) => id)
const at = '2026-01-05T13:00:00.000Z'

beforeEach(() => {
  announceNew('nobody', getFeed())
})

it('the first list is not announced, but what a later one adds is', () => {
  announceNew('ada', getFeed(notification('b'), notification('a')))
  expect(listAnnounced()).toEqual([])
  announceNew('ada', getFeed(notification('d'), notification('c'), notification('b'), notification('a')))
  expect(listAnnounced()).toEqual(['d', 'c'])
})

it('neither notifications read elsewhere nor older pages are announced', () => {
  announceNew('ada', getFeed(notification('c')))
  announceNew('ada', getFeed(notification('d', at), notification('c'), notification('a')))
  expect(listAnnounced()).toEqual([])
})

it('the first notification of a person is announced, but not to the next person on this page', () => {
  announceNew('ada', getFeed())
  announceNew('ada', getFeed(notification('a')))
  expect(listAnnounced()).toEqual(['a'])
  announceNew('bo', getFeed(notification('b')))
  expect(listAnnounced()).toEqual([])
})

it.each([
  ['a list', true],
  ['the first list', false],
])('%s requested before a push does not hide the pushed notification', async (_, hasList) => {
  const client = new QueryClient()
  const { queryKey } = notificationPages('ada')
  const answers: ((list: { pages: NotificationPage[]; pageParams: number[] }) => void)[] = []
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () =>
      new Promise<{ pages: NotificationPage[]; pageParams: number[] }>((resolve) => answers.push(resolve)),
  })
  const stop = observer.subscribe(() => undefined)
  if (hasList) {
    answers.shift()?.(getFeed(notification('a')))
    await expect.poll(() => observer.getCurrentResult().data).toBeDefined()
    void client.invalidateQueries({ queryKey })
  }
  receiveNotifications(client, 'ada', notification('b'))
  answers[0]?.(getFeed(notification('a')))
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.(getFeed(notification('b'), notification('a')))
  await expect.poll(() => client.isFetching({ queryKey })).toBe(0)
  const feed = observer.getCurrentResult().data
  expect(feed && getUnread(feed)).toBe(2)
  stop()
  client.clear()
})
