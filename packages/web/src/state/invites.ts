import { lifetimes } from '@tavla/contract'
import type { Clock } from '../platform/dom/clock.ts'
import type { BrowserStorage } from '../platform/storage.ts'
import { inviteKey, keys } from '../platform/storage-keys.ts'

export interface PendingInvite {
  readonly wid: string
  readonly token: string
}

export interface Invites {
  /** Stores the invite in `invite-<w>` and lists that key in `clearLocal`; spec §2. */
  remember(wid: string, token: string): void
  getToken(wid: string): string | null
  /** The newest pending invite. */
  getPending(): PendingInvite | null
  /** Removes an invite that was accepted, declined or finally refused. */
  remove(wid: string): void
  /** At start: removes invites older than 7 days. */
  removeExpired(): void
}

export function createInvites({ storage, clock }: { storage: BrowserStorage; clock: Clock }): Invites {
  const listNotes = () => storage.read(keys.clearLocal) ?? []
  const prefix = inviteKey('').name

  return {
    remember(wid, token) {
      const { name } = inviteKey(wid)
      storage.write(inviteKey(wid), token)
      const others = listNotes().filter(({ key }) => key !== name)
      storage.write(keys.clearLocal, [...others, { key: name, at: clock.now() }])
    },
    getToken: (wid) => storage.read(inviteKey(wid)),
    getPending() {
      for (const { key } of listNotes().toReversed()) {
        if (!key.startsWith(prefix)) continue
        const wid = key.slice(prefix.length)
        const token = storage.read(inviteKey(wid))
        if (token !== null) return { wid, token }
      }
      return null
    },
    remove(wid) {
      storage.remove(inviteKey(wid))
      storage.write(
        keys.clearLocal,
        listNotes().filter(({ key }) => key !== inviteKey(wid).name),
      )
    },
    removeExpired() {
      const expired = listNotes().filter(({ at }) => clock.now() - at > lifetimes.inviteNoteMs)
      if (expired.length === 0) return
      storage.write(
        keys.clearLocal,
        listNotes().filter((note) => !expired.some(({ key }) => key === note.key)),
      )
      for (const { key } of expired)
        if (key.startsWith(prefix)) storage.remove(inviteKey(key.slice(prefix.length)))
    },
  }
}
