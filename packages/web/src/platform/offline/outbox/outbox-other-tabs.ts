import type { OutboxEntry } from '@tavla/canvas/model'
import type { Clock } from '../../dom/clock.ts'
import type { BoardKey } from '../cached-boards-database.ts'

/** Most edits are acknowledged sooner; only later ones are worth showing in other tabs. */
const readDelayMs = 250

/**
 * Unsent edits of other tabs of this browser profile. Tabs announce changes of their outbox on a channel;
 * the others then read the database, which is authoritative.
 */
export class OtherTabs {
  readonly #read: () => Promise<readonly OutboxEntry[]>
  readonly #after: Clock['after']
  readonly #channel: BroadcastChannel
  readonly #listeners = new Set<(entries: readonly OutboxEntry[]) => void>()
  #cancel: (() => void) | undefined
  #closed = false

  constructor({ uid, wid }: BoardKey, read: () => Promise<readonly OutboxEntry[]>, after: Clock['after']) {
    this.#read = read
    this.#after = after
    this.#channel = new BroadcastChannel(`tavla-unsent:${uid}:${wid}`)
    this.#channel.onmessage = () => {
      this.#cancel ??= this.#after(readDelayMs, () => void this.#notify())
    }
  }

  announce(): void {
    if (!this.#closed) this.#channel.postMessage(null)
  }

  /** Calls the listener at once and on every change. */
  listen(listener: (entries: readonly OutboxEntry[]) => void): () => void {
    this.#listeners.add(listener)
    void this.#notify()
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    this.#closed = true
    this.#cancel?.()
    this.#listeners.clear()
    this.#channel.close()
  }

  async #notify(): Promise<void> {
    this.#cancel = undefined
    try {
      const entries = await this.#read()
      for (const listener of this.#listeners) listener(entries)
    } catch {
      // Not readable now: the next announcement tries again.
    }
  }
}
