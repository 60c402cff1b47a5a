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
  found: session.noticeUserFound,
})

// Separate for each user, because access differs.
let seenBy: string | null = null
effect(() => {
  const uid = session.userInfo.value?.uid ?? null
  if (uid !== seenBy && seenBy !== null) names.forget()
  seenBy = uid
})

/** People that a notification names, its subject first. */
export function getPeople(notice: Notification): readonly string[] {
  if ('modifier' in notice) return [notice.modifier, notice.modified_user]
  if ('from_user' in notice) return [notice.user, notice.from_user]
  return notice.user === null ? [] : [notice.user]
}
