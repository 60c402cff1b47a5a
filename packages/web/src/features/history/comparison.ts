import { signal, type ReadonlySignal } from '@preact/signals-core'
import { runToEnd, type HistoryReplay, type SlicedTask } from '@tavla/canvas/model'
import type { Clock } from '../../platform/dom/clock.ts'
import { getMarks, type Mark } from './past/marks.ts'
import { inSlices, type Pace } from './seek.ts'

/** For boards larger than this, differences are computed once the shown version has not changed for a while, ms. */
const largeBoard = { records: 20_000, restMs: 150 }

function isLarge(past: HistoryReplay): boolean {
  return past.state.size > largeBoard.records
}

type Run = (
  act: (pace: Pace) => Promise<readonly Mark[] | null>,
) => Promise<readonly Mark[] | null | undefined>

/** A second replay, at the version compared with, and its differences from the shown one. */
export class Comparison {
  readonly #clock: Clock
  readonly #run: Run
  readonly #version = signal<number | null>(null)
  readonly #marks = signal<readonly Mark[] | null>(null)
  #past: HistoryReplay | null = null
  #cancelScheduled = (): void => undefined

  constructor(clock: Clock, run: Run) {
    this.#clock = clock
    this.#run = run
  }

  /** The version compared with; null for none. */
  get version(): ReadonlySignal<number | null> {
    return this.#version
  }

  get marks(): ReadonlySignal<readonly Mark[] | null> {
    return this.#marks
  }

  get past(): HistoryReplay | null {
    return this.#past
  }

  setVersion(version: number | null): void {
    this.#version.value = version
  }

  /** Replaces the shown replay. */
  clear(): void {
    this.#past = null
  }

  /** Creates the second replay at once if that is fast, and drops it if none is needed. */
  prepare(shown: HistoryReplay): void {
    if (this.#version.peek() === null) this.#past = null
    else if (!isLarge(shown)) this.#past ??= runToEnd(shown.fork())
  }

  /** Creates the second replay if one is needed. */
  async fork(shown: HistoryReplay, pace: Pace): Promise<void> {
    if (this.#version.peek() !== null) this.#past ??= await inSlices(shown.fork(), pace)
  }

  async update(shown: HistoryReplay, pace: Pace): Promise<void> {
    this.#marks.value = await inSlices(this.#compare(shown), pace)
  }

  /** Updates the differences: at once on a small board, else after a delay. */
  updateSoon(shown: HistoryReplay): void {
    this.cancelScheduled()
    if (!this.#past || !isLarge(shown)) {
      this.#marks.value = runToEnd(this.#compare(shown))
      return
    }
    this.#cancelScheduled = this.#clock.after(largeBoard.restMs, () => {
      void this.#run((pace) => inSlices(this.#compare(shown), pace)).then(
        (found) => found !== undefined && (this.#marks.value = found),
      )
    })
  }

  cancelScheduled(): void {
    this.#cancelScheduled()
  }

  /** Differences of the two versions; null if they are the same version. */
  *#compare(shown: HistoryReplay): SlicedTask<readonly Mark[] | null> {
    const other = this.#past
    if (!other || shown.seq === other.seq) return null
    const [older, newer] = shown.seq < other.seq ? [shown, other] : [other, shown]
    return yield* getMarks(older.drawable(), newer.drawable())
  }
}
