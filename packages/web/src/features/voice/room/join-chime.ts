import type { Clock } from '../../../platform/dom/clock.ts'

/** Who is back within this time has not left, ms: a page that reconnects leaves the room for a moment. */
const BACK_WITHIN_MS = 6_000

/** Chimes when people join or leave, and not when they reconnect. */
export class JoinChime {
  readonly #clock: Clock
  readonly #play: (isJoin: boolean) => void
  /** Null before the first list: who was there before is not announced. */
  #present: Set<string> | null = null
  #leaving = new Map<string, () => void>()

  constructor(clock: Clock, play: (isJoin: boolean) => void) {
    this.#clock = clock
    this.#play = play
  }

  /** `uids`: everybody in the room now. */
  setPeople(uids: ReadonlySet<string>): void {
    for (const uid of uids) {
      this.#leaving.get(uid)?.()
      this.#leaving.delete(uid)
    }
    if (this.#present === null) {
      this.#present = new Set(uids)
      return
    }
    const present = this.#present
    const joined = [...uids].filter((uid) => !present.has(uid))
    for (const uid of joined) present.add(uid)
    if (joined.length > 0) this.#play(true)
    for (const uid of present)
      if (!uids.has(uid) && !this.#leaving.has(uid)) this.#leaving.set(uid, this.#waitToLeave(uid, present))
  }

  /** After leaving the room oneself. */
  stop(): void {
    for (const cancel of this.#leaving.values()) cancel()
    this.#leaving.clear()
    this.#present = null
  }

  #waitToLeave(uid: string, present: Set<string>): () => void {
    return this.#clock.after(BACK_WITHIN_MS, () => {
      present.delete(uid)
      this.#leaving.delete(uid)
      this.#play(false)
    })
  }
}
