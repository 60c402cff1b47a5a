import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../platform/network/api.ts'
import { clock } from '../../platform/dom/clock.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { session, tabSocket } from '../../state/index.ts'
import { type NotificationPage, listNotifications, markRead } from './feed.ts'
import { names } from './names.ts'
import {
  announceNew,
  notificationPages,
  receiveNotifications,
  reloadNotifications,
} from './live-notifications.ts'

/** Notifications, newest first. Loaded once; after that the socket pushes new ones. */
export function useNotifications() {
  const uid = useSignal(session.userInfo)?.uid ?? ''
  return useInfiniteQuery({
    ...notificationPages(uid),
    getNextPageParam(last, pages) {
      // The offset is computed again, because pushed notifications shift all that follow.
      const loaded = listNotifications({ pages }).length
      return last.list.length > 0 && loaded < last.total ? loaded : undefined
    },
    enabled: uid !== '',
    staleTime: Infinity,
  })
}

/** Keeps the tab's connection open while the bell is shown, and the list in sync. */
export function useLiveNotifications(): void {
  const client = useQueryClient()
  const uid = useSignal(session.userInfo)?.uid ?? ''
  const socket = useSignal(tabSocket.socket)
  const { data } = useNotifications()
  useEffect(() => tabSocket.listen(), [])
  useEffect(() => {
    if (data) announceNew(uid, data)
  }, [uid, data])
  useEffect(() => {
    if (!socket) return
    const stopReceiving = socket.onNotification((raw) => receiveNotifications(client, uid, raw))
    const stopWatching = socket.state.subscribe((state) => {
      if (state !== 'open') return
      // Loads what was missed while disconnected.
      names.retryUnanswered()
      void reloadNotifications(client, uid)
    })
    return () => {
      stopReceiving()
      stopWatching()
    }
  }, [socket, client, uid])
}

/** Marks these, or all, as read: at once here, and by the server in every other tab. */
export function useMarkNotificationsRead() {
  const client = useQueryClient()
  const queryKey = notificationPages(useSignal(session.userInfo)?.uid ?? '').queryKey
  return useMutation({
    mutationFn: (ids: string[] | null) => api.user.readNotices({ body: ids === null ? {} : { ids } }),
    onMutate(ids) {
      client.setQueryData<InfiniteData<NotificationPage>>(
        queryKey,
        (feed) => feed && markRead(feed, ids, new Date(clock.now()).toISOString()),
      )
    },
    onError: () => client.invalidateQueries({ queryKey }),
  })
}
