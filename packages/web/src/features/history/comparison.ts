import { signal, type ReadonlySignal } from '@preact/signals-core'
import { runToEnd, type HistoryReplay, type SlicedTask } from '@tavla/canvas/model'
import type { Clock } from '../../platform/dom/clock.ts'
import { getMarks, type Mark } from './past/marks.ts'
import { inSlices, type Pace } from './seek.ts'

/** Above so many records the differences wait until the version shown has not changed for a while, ms. */
const largeBoard = { records: 20_000, restMs: 150 }

function isLarge(past: HistoryReplay): boolean {
  return past.state.size > largeBoard.records
}

type Run = (
  act: (pace: Pace) => Promise<readonly Mark[] | null>,
) => Promise<readonly Mark[] | null | undefined>

/** A second past, which stands at the version compared with, and how it differs from the one shown. */
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

  /** The past shown is another one. */
  clear(): void {
    this.#past = null
  }

  /** Makes the second past at once where that is quick, and drops it where none is wanted. */
  prepare(shown: HistoryReplay): void {
    if (this.#version.peek() === null) this.#past = null
    else if (!isLarge(shown)) this.#past ??= runToEnd(shown.fork())
  }

  /** Makes the second past, if one is wanted. */
  async fork(shown: HistoryReplay, pace: Pace): Promise<void> {
    if (this.#version.peek() !== null) this.#past ??= await inSlices(shown.fork(), pace)
  }

  async update(shown: HistoryReplay, pace: Pace): Promise<void> {
    this.#marks.value = await inSlices(this.#compare(shown), pace)
  }

  /** Updates the differences: at once on a small board, else soon. */
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

  /** How the two versions differ; null where they are one. */
  *#compare(shown: HistoryReplay): SlicedTask<readonly Mark[] | null> {
    const other = this.#past
    if (!other || shown.seq === other.seq) return null
    const [older, newer] = shown.seq < other.seq ? [shown, other] : [other, shown]
    return yield* getMarks(older.drawable(), newer.drawable())
  }
}
