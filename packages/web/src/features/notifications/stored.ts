import { Notification } from '@tavla/contract'
import { z } from 'zod'
import { storage } from '../../platform/storage.ts'
import { keys } from '../../platform/storage-keys.ts'
import type { Face } from './name-cache.ts'

/** Number of notifications stored for offline use. */
const keptAtMost = 50

const Filled = z.object({
  people: z.array(z.object({ uid: z.string(), name: z.string(), photo: z.string().nullable() })),
})

export interface StoredFeed {
  readonly list: readonly Notification[]
  readonly people: readonly (readonly [string, Face])[]
}

/** The notifications of this person in `notifyDataArr`, with names and photos. */
export function readStored(uid: string): StoredFeed {
  const stored = storage.read(keys.notices)
  const items = stored?.uid === uid ? stored.list : []
  return {
    list: items.flatMap((item) => Notification.safeParse(item).data ?? []),
    people: items.flatMap((item) =>
      (Filled.safeParse(item).data?.people ?? []).map(
        ({ uid: of, name, photo }) => [of, { name, photo }] as const,
      ),
    ),
  }
}

/** `getFaces` returns the known people of a notification, `getSpace` the current name of its space. */
export function writeStored(
  uid: string,
  list: readonly Notification[],
  getFaces: (notice: Notification) => readonly (readonly [string, Face])[],
  getSpace: (notice: Notification) => string | null,
): void {
  const filled = list.slice(0, keptAtMost).map((notice) => ({
    ...notice,
    spaceName: getSpace(notice),
    people: getFaces(notice).map(([of, { name, photo }]) => ({ uid: of, name, photo })),
  }))
  storage.write(keys.notices, { v: 1, uid, list: filled })
}
