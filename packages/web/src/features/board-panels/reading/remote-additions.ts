import type { BoardRecord } from '@tavla/canvas'
import type { Clock } from '../../../platform/dom/clock.ts'

/** Additions within this time are announced together. */
const settleMs = 2_000
/** Time between two announcements. */
const paceMs = 10_000

export interface Additions {
  /** Uids of their authors. */
  readonly people: readonly string[]
  readonly count: number
  /** The element, if there is only one. */
  readonly record: BoardRecord | undefined
}

/** Collects elements that other people add, and reports them at a calm pace. */
export class RemoteAdditions {
  readonly #clock: Clock
  readonly #report: (additions: Additions) => void
  readonly #waiting = new Map<string, BoardRecord>()
  /** Elements up to this journal number are known. */
  #known: number
  #lastMs = -paceMs
  #cancel: (() => void) | undefined

  constructor(clock: Clock, known: number, report: (additions: Additions) => void) {
    this.#clock = clock
    this.#known = known
    this.#report = report
  }

  /** A record that another person may have added. */
  add(record: BoardRecord): void {
    if (record.made <= this.#known) return
    this.#waiting.set(record.id, record)
    if (this.#cancel) return
    const paceLeftMs = this.#lastMs + paceMs - this.#clock.now()
    this.#cancel = this.#clock.after(Math.max(settleMs, paceLeftMs), () => this.#flush())
  }

  remove(id: string): void {
    this.#waiting.delete(id)
  }

  dispose(): void {
    this.#cancel?.()
  }

  #flush(): void {
    this.#cancel = undefined
    const records = [...this.#waiting.values()]
    this.#waiting.clear()
    if (records.length === 0) return
    this.#lastMs = this.#clock.now()
    for (const { made } of records) this.#known = Math.max(this.#known, made)
    this.#report({
      people: [...new Set(records.map(({ by }) => by))],
      count: records.length,
      record: records.length === 1 ? records[0] : undefined,
    })
  }
}
