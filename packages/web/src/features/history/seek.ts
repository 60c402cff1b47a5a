import type { HistoryReplay, SlicedTask } from '@tavla/canvas/model'
import { type Clock, sleep } from '../../platform/dom/clock.ts'

/** Length of a slice, ms; then the page renders and handles input. */
const sliceMs = 12
/** Maximum number of edits between two reads of the clock; fewer if edits are large. */
const maxStride = 50

/** A long task that can be cancelled and reports its progress, from 0 to 1. */
export interface TaskContext {
  readonly clock: Clock
  readonly signal: AbortSignal
  onProgress(part: number): void
}

/** A replay that can seek to another version. */
export interface SeekTarget {
  readonly replay: HistoryReplay
  readonly to: number
  advance(next: number): void
}

/** Seeks to another version and yields to the event loop in between; `advance` does the next few steps. */
export async function seek(
  replay: HistoryReplay,
  to: number,
  { clock, signal, onProgress }: TaskContext,
  advance: (next: number) => void = (next) => void replay.seek(next),
): Promise<void> {
  const from = replay.seq
  let sliceStart = clock.now()
  let stride = 1
  while (replay.seq !== to) {
    const before = clock.now()
    advance(replay.seq < to ? Math.min(to, replay.seq + stride) : Math.max(to, replay.seq - stride))
    const now = clock.now()
    stride = now - before > 2 * sliceMs ? 1 : Math.min(maxStride, 2 * stride)
    if (now - sliceStart < sliceMs) continue
    onProgress(Math.abs(replay.seq - from) / Math.abs(to - from))
    await sleep(0, clock)
    signal.throwIfAborted()
    sliceStart = clock.now()
  }
}

/** Runs sliced work and yields to the event loop between slices. */
export async function runInSlices<Result>(
  task: SlicedTask<Result>,
  { clock, signal, onProgress }: TaskContext,
): Promise<Result> {
  for (let sliceStart = clock.now(); ;) {
    const step = task.next()
    if (step.done) return step.value
    if (clock.now() - sliceStart < sliceMs) continue
    onProgress(step.value)
    await sleep(0, clock)
    signal.throwIfAborted()
    sliceStart = clock.now()
  }
}

/** A share of a longer task. */
export function getSubtask(context: TaskContext, from: number, to: number): TaskContext {
  return { ...context, onProgress: (part) => context.onProgress(from + part * (to - from)) }
}
