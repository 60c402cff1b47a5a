import { Notification } from '@tavla/contract'
import { z } from 'zod'
import { storage } from '../../platform/storage.ts'
import { keys } from '../../platform/storage-keys.ts'
import type { PersonProfile } from './name-cache.ts'

/** Number of notifications stored for offline use. */
const maxStored = 50

const WithPeople = z.object({
  people: z.array(z.object({ uid: z.string(), name: z.string(), photo: z.string().nullable() })),
})

export interface StoredFeed {
  readonly list: readonly Notification[]
  readonly people: readonly (readonly [string, PersonProfile])[]
}

/** The notifications of this person in `notifyDataArr`, with names and photos. */
export function readStoredFeed(uid: string): StoredFeed {
  const stored = storage.read(keys.notices)
  const items = stored?.uid === uid ? stored.list : []
  return {
    list: items.flatMap((item) => Notification.safeParse(item).data ?? []),
    people: items.flatMap((item) =>
      (WithPeople.safeParse(item).data?.people ?? []).map(
        ({ uid: personUid, name, photo }) => [personUid, { name, photo }] as const,
      ),
    ),
  }
}

/** `getProfiles` returns the known people of a notification, `getSpace` the current name of its space. */
export function writeStoredFeed(
  uid: string,
  list: readonly Notification[],
  getProfiles: (notification: Notification) => readonly (readonly [string, PersonProfile])[],
  getSpace: (notification: Notification) => string | null,
): void {
  const rows = list.slice(0, maxStored).map((notification) => ({
    ...notification,
    spaceName: getSpace(notification),
    people: getProfiles(notification).map(([personUid, { name, photo }]) => ({
      uid: personUid,
      name,
      photo,
    })),
  }))
  storage.write(keys.notices, { v: 1, uid, list: rows })
}
