import type { Space } from '@tavla/contract'
import { storage } from '../../platform/storage.ts'
import { keys } from '../../platform/storage-keys.ts'
import { session } from '../../state/index.ts'

/** A space as far as it is remembered for the time without a connection. */
export interface RememberedSpace {
  readonly wid: string
  readonly name: string
}

/** Keeps what the dashboard showed, for reading it offline. */
export function rememberSpaces(list: readonly Space[]): void {
  const uid = session.userInfo.peek()?.uid
  if (uid === undefined) return
  const kept = list.map(({ wid, name, role, updatedAt }) => ({ wid, name, role, updatedAt }))
  storage.write(keys.spaceList, { v: 1, uid, list: kept })
}

/** What the dashboard last showed this person. */
export function rememberedSpaces(): readonly RememberedSpace[] {
  const stored = storage.read(keys.spaceList)
  return stored && stored.uid === session.userInfo.peek()?.uid ? stored.list : []
}
