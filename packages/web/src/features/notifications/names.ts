import { effect } from '@preact/signals-core'
import type { Notification } from '@tavla/contract'
import { api } from '../../platform/network/api.ts'
import { session } from '../../state/index.ts'
import { createNameCache } from './name-cache.ts'

const quiet = { quiet: true }

/** Names for notifications, by `user/info` and `space/info`. */
export const names = createNameCache({
  person: async (uid) => {
    const { name, photo } = await api.user.info({ query: { uid } }, quiet)
    return { name, photo }
  },
  space: async (wid) => (await api.space.info({ query: { wid } }, quiet)).name,
  onFound: session.noticeUserFound,
})

// Separate for each user, because access differs.
let loadedUid: string | null = null
effect(() => {
  const uid = session.userInfo.value?.uid ?? null
  if (uid !== loadedUid && loadedUid !== null) names.clear()
  loadedUid = uid
})

/** People that a notification names, its subject first. */
export function getPeople(notification: Notification): readonly string[] {
  if ('modifier' in notification) return [notification.modifier, notification.modified_user]
  if ('from_user' in notification) return [notification.user, notification.from_user]
  return notification.user === null ? [] : [notification.user]
}
