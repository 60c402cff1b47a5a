import { signal } from '@preact/signals-core'
import type { ReplicaClock, SaveState } from './ports.ts'

/** Without an answer for this long, "saving" becomes "not saved". */
const LATE_MS = 5_000

interface ConnectionState {
  readonly isReadOnly: boolean
  readonly isConnected: boolean
  /** Unanswered edits. */
  readonly waiting: readonly object[]
}

/** The save state shown to the user; never more optimistic than the actual state. */
export class SaveSignal {
  readonly state = signal<SaveState>('saved')
  readonly #clock: ReplicaClock
  #oldest: object | undefined
  #isLate = false
  #stop: (() => void) | undefined

  constructor(clock: ReplicaClock) {
    this.#clock = clock
  }

  update(situation: ConnectionState): void {
    const [oldest] = situation.waiting
    if (oldest !== this.#oldest) {
      this.#oldest = oldest
      this.#isLate = false
      this.#stop?.()
      this.#stop = oldest && this.#clock.after(LATE_MS, () => this.#becomeLate())
    }
    if (oldest) this.state.value = situation.isConnected && !this.#isLate ? 'saving' : 'not-saved'
    else this.state.value = situation.isReadOnly ? 'read-only' : 'saved'
  }

  dispose(): void {
    this.#stop?.()
  }

  #becomeLate(): void {
    this.#isLate = true
    this.state.value = 'not-saved'
  }
}
