import { lifetimes } from '@tavla/contract'
import type { Clock } from '../platform/dom/clock.ts'
import type { BrowserStorage } from '../platform/storage.ts'
import { inviteKey, keys } from '../platform/storage-keys.ts'

export interface WaitingInvite {
  readonly wid: string
  readonly token: string
}

export interface Invites {
  /** Stores the invite in `invite-<w>` and lists that key in `clearLocal`; spec §2. */
  remember(wid: string, token: string): void
  of(wid: string): string | null
  /** The newest pending invite. */
  waiting(): WaitingInvite | null
  /** Removes an invite that was accepted, declined or finally refused. */
  answered(wid: string): void
  /** At start: removes invites older than 7 days. */
  forgetOld(): void
}

export function createInvites({ storage, clock }: { storage: BrowserStorage; clock: Clock }): Invites {
  const notes = () => storage.read(keys.clearLocal) ?? []
  const prefix = inviteKey('').name

  return {
    remember(wid, token) {
      const { name } = inviteKey(wid)
      storage.write(inviteKey(wid), token)
      const others = notes().filter(({ key }) => key !== name)
      storage.write(keys.clearLocal, [...others, { key: name, at: clock.now() }])
    },
    of: (wid) => storage.read(inviteKey(wid)),
    waiting() {
      for (const { key } of notes().toReversed()) {
        if (!key.startsWith(prefix)) continue
        const wid = key.slice(prefix.length)
        const token = storage.read(inviteKey(wid))
        if (token !== null) return { wid, token }
      }
      return null
    },
    answered(wid) {
      storage.remove(inviteKey(wid))
      storage.write(
        keys.clearLocal,
        notes().filter(({ key }) => key !== inviteKey(wid).name),
      )
    },
    forgetOld() {
      const old = notes().filter(({ at }) => clock.now() - at > lifetimes.inviteNoteMs)
      if (old.length === 0) return
      storage.write(
        keys.clearLocal,
        notes().filter((note) => !old.some(({ key }) => key === note.key)),
      )
      for (const { key } of old)
        if (key.startsWith(prefix)) storage.remove(inviteKey(key.slice(prefix.length)))
    },
  }
}
