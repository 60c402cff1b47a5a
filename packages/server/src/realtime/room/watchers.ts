import type { Clock } from '../../ports/clock/port.ts'
import type { Access, Visitor } from '../room-access.ts'
import type { Connection } from '../socket/connection.ts'
import { realtimeLimits } from '../realtime-limits.ts'
import { createThrottled } from '../socket/throttled.ts'

export interface WatchersOptions {
  readonly clock: Clock
  readonly access: Pick<Access, 'listAccess' | 'memberships'>
  /** People of spaces, one entry per tab, and uids in their voice rooms; at all processes. */
  readonly listPresence: (
    wids: readonly string[],
  ) => Promise<
    ReadonlyMap<
      string,
      { readonly people: readonly { readonly uid: string }[]; readonly voice: readonly string[] }
    >
  >
  readonly onError: (message: string, error: unknown) => void
}

interface Watcher {
  readonly uid: string
  readonly connection: Connection
  /** The latest request that is not checked yet. */
  asked: readonly string[] | null
  /** Spaces that it may watch. */
  watched: Set<string>
  /** Spaces whose people were sent to it. */
  shown: Set<string>
  readonly authorizing: ReturnType<typeof createThrottled>
}

type Throttled = ReturnType<typeof createThrottled>

/** Tabs that show who is in which space without having it open, such as a dashboard. */
export class Watchers {
  readonly #options: WatchersOptions
  readonly #watchers = new Map<string, Watcher>()
  readonly #bySpace = new Map<string, Set<Watcher>>()
  readonly #announcing = new Map<string, Throttled>()

  constructor(options: WatchersOptions) {
    this.#options = options
  }

  /** The latest request replaces earlier ones; many are checked together. */
  watch({ uid }: Visitor, connection: Connection, wids: readonly string[]): void {
    let watcher = this.#watchers.get(connection.id)
    if (!watcher) {
      const authorize = (): Promise<void> => this.#authorize(made)
      const authorizing = this.#throttled(authorize, 4)
      const made: Watcher = {
        uid,
        connection,
        asked: null,
        watched: new Set(),
        shown: new Set(),
        authorizing,
      }
      this.#watchers.set(connection.id, (watcher = made))
    }
    watcher.asked = wids
    watcher.authorizing.schedule()
  }

  onClosed(connection: Connection): void {
    const watcher = this.#watchers.get(connection.id)
    if (!watcher) return
    watcher.authorizing.stop()
    this.#watchers.delete(connection.id)
    for (const wid of watcher.watched) this.#drop(watcher, wid)
  }

  /** Somebody joined or left, or permissions have changed. */
  changed(wid: string): void {
    if (!this.#bySpace.has(wid)) return
    const known = this.#announcing.get(wid)
    const throttled = known ?? this.#throttled(() => this.#announce(wid), 1)
    if (!known) this.#announcing.set(wid, throttled)
    throttled.schedule()
  }

  /** Changes may have been missed. */
  allChanged(): void {
    for (const wid of this.#bySpace.keys()) this.changed(wid)
  }

  async #authorize(watcher: Watcher): Promise<void> {
    const { asked, uid, connection } = watcher
    if (!asked || connection.closed) return
    watcher.asked = null
    for (const wid of [...watcher.watched]) this.#drop(watcher, wid)
    // Registered before the roles are read, so that a concurrent revocation is noticed.
    for (const wid of asked) this.#add(watcher, wid)
    try {
      const mine = await this.#options.access.memberships(uid, [...watcher.watched])
      if (watcher.asked || connection.closed) return
      for (const wid of [...watcher.watched]) if (!mine.has(wid)) this.#drop(watcher, wid)
      const spaces = await this.#listPresence([...watcher.watched])
      if (watcher.asked || connection.closed) return
      // A space that was revoked meanwhile is no longer watched.
      const shown = spaces.filter(({ wid }) => watcher.watched.has(wid))
      watcher.shown = new Set(shown.map(({ wid }) => wid))
      connection.send({ t: 'online', spaces: shown })
    } catch (error) {
      for (const wid of [...watcher.watched]) this.#drop(watcher, wid)
      this.#options.onError('Who may hear of a space could not be read', error)
    }
  }

  /**
   * Re-reads the roles each time, so that nobody receives more than allowed even if a change was not
   * announced.
   */
  async #announce(wid: string): Promise<void> {
    try {
      const listAccess = await this.#options.access.listAccess(wid)
      const [space = { wid, uids: [] }] = await this.#listPresence([wid])
      for (const watcher of [...(this.#bySpace.get(wid) ?? [])]) {
        const role = listAccess?.roles.has(watcher.uid) ?? false
        // Nothing is sent to those who have only asked for the space.
        if (role || watcher.shown.delete(wid))
          watcher.connection.send({ t: 'online', spaces: [role ? space : { wid, uids: [] }] })
        if (role) watcher.shown.add(wid)
        else this.#drop(watcher, wid)
      }
    } catch (error) {
      this.#options.onError('Who may hear of a space could not be read', error)
    }
  }

  #throttled(act: () => Promise<void>, burst: number): Throttled {
    const { clock, onError } = this.#options
    const failed = (error: unknown): void => onError('Who is in a space could not be said', error)
    return createThrottled({ clock, everyMs: () => realtimeLimits.watchEvery, act, failed, burst })
  }

  async #listPresence(wids: readonly string[]): Promise<{ wid: string; uids: string[]; voice?: string[] }[]> {
    const found = await this.#options.listPresence(wids)
    return wids.map((wid) => {
      const { people, voice } = found.get(wid) ?? { people: [], voice: [] }
      const uids = [...new Set(people.map(({ uid }) => uid))]
      return voice.length > 0 ? { wid, uids, voice: [...voice] } : { wid, uids }
    })
  }

  #add(watcher: Watcher, wid: string): void {
    watcher.watched.add(wid)
    const some = this.#bySpace.get(wid)
    if (some) some.add(watcher)
    else this.#bySpace.set(wid, new Set([watcher]))
  }

  #drop(watcher: Watcher, wid: string): void {
    watcher.watched.delete(wid)
    const some = this.#bySpace.get(wid)
    some?.delete(watcher)
    if (some?.size !== 0) return
    this.#bySpace.delete(wid)
    this.#announcing.get(wid)?.stop()
    this.#announcing.delete(wid)
  }
}
