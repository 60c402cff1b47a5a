import { signal, type ReadonlySignal } from '@preact/signals-core'
import { runToEnd, type HistoryReplay, type SlicedTask } from '@tavla/canvas/model'
import type { Clock } from '../../platform/dom/clock.ts'
import { getMarks, type Mark } from './past/marks.ts'
import { runInSlices, type TaskContext } from './seek.ts'

/** For boards larger than this, differences are computed once the shown version has not changed for a while, ms. */
const largeBoard = { records: 20_000, delayMs: 150 }

function isLarge(replay: HistoryReplay): boolean {
  return replay.state.size > largeBoard.records
}

type RunTask = (
  task: (context: TaskContext) => Promise<readonly Mark[] | null>,
) => Promise<readonly Mark[] | null | undefined>

/** A second replay, at the version compared with, and its differences from the shown one. */
export class Comparison {
  readonly #clock: Clock
  readonly #runTask: RunTask
  readonly #version = signal<number | null>(null)
  readonly #marks = signal<readonly Mark[] | null>(null)
  #replay: HistoryReplay | null = null
  #cancelScheduled = (): void => undefined

  constructor(clock: Clock, runTask: RunTask) {
    this.#clock = clock
    this.#runTask = runTask
  }

  /** The version compared with; null for none. */
  get version(): ReadonlySignal<number | null> {
    return this.#version
  }

  get marks(): ReadonlySignal<readonly Mark[] | null> {
    return this.#marks
  }

  get replay(): HistoryReplay | null {
    return this.#replay
  }

  setVersion(version: number | null): void {
    this.#version.value = version
  }

  /** Replaces the shown replay. */
  clear(): void {
    this.#replay = null
  }

  /** Creates the second replay at once if that is fast, and drops it if none is needed. */
  prepare(shown: HistoryReplay): void {
    if (this.#version.peek() === null) this.#replay = null
    else if (!isLarge(shown)) this.#replay ??= runToEnd(shown.fork())
  }

  /** Creates the second replay if one is needed. */
  async fork(shown: HistoryReplay, context: TaskContext): Promise<void> {
    if (this.#version.peek() !== null) this.#replay ??= await runInSlices(shown.fork(), context)
  }

  async update(shown: HistoryReplay, context: TaskContext): Promise<void> {
    this.#marks.value = await runInSlices(this.#compare(shown), context)
  }

  /** Updates the differences: at once on a small board, else after a delay. */
  updateSoon(shown: HistoryReplay): void {
    this.cancelScheduled()
    if (!this.#replay || !isLarge(shown)) {
      this.#marks.value = runToEnd(this.#compare(shown))
      return
    }
    this.#cancelScheduled = this.#clock.after(largeBoard.delayMs, () => {
      void this.#runTask((context) => runInSlices(this.#compare(shown), context)).then(
        (marks) => marks !== undefined && (this.#marks.value = marks),
      )
    })
  }

  cancelScheduled(): void {
    this.#cancelScheduled()
  }

  /** Differences of the two versions; null if they are the same version. */
  *#compare(shown: HistoryReplay): SlicedTask<readonly Mark[] | null> {
    const other = this.#replay
    if (!other || shown.seq === other.seq) return null
    const [older, newer] = shown.seq < other.seq ? [shown, other] : [other, shown]
    return yield* getMarks(older.drawable(), newer.drawable())
  }
}
