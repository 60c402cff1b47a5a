import type { Space } from '@tavla/contract'
import { storage } from '../../platform/storage.ts'
import { keys } from '../../platform/storage-keys.ts'
import { session } from '../../state/index.ts'

/** A space as stored for showing the dashboard offline. */
export interface OfflineSpace {
  readonly wid: string
  readonly name: string
}

/** Stores the dashboard's list for offline use. */
export function storeOfflineSpaces(list: readonly Space[]): void {
  const uid = session.userInfo.peek()?.uid
  if (uid === undefined) return
  const entries = list.map(({ wid, name, role, updatedAt }) => ({ wid, name, role, updatedAt }))
  storage.write(keys.spaceList, { v: 1, uid, list: entries })
}

/** The list last stored for this account. */
export function getOfflineSpaces(): readonly OfflineSpace[] {
  const stored = storage.read(keys.spaceList)
  return stored && stored.uid === session.userInfo.peek()?.uid ? stored.list : []
}
