import type { HistoryReplay, SlicedTask } from '@tavla/canvas/model'
import { type Clock, sleep } from '../../platform/dom/clock.ts'

/** Length of a slice, ms; then the page renders and handles input. */
const sliceMs = 12
/** Maximum number of edits between two reads of the clock; fewer if edits are large. */
const longestStride = 50

/** A long task that can be cancelled and reports its progress, from 0 to 1. */
export interface Pace {
  readonly clock: Clock
  readonly signal: AbortSignal
  tell(part: number): void
}

/** A replay that can seek to another version. */
export interface Way {
  readonly on: HistoryReplay
  readonly to: number
  walk(next: number): void
}

/** Seeks to another version and yields to the event loop in between; `walk` does the next few steps. */
export async function seek(
  past: HistoryReplay,
  to: number,
  { clock, signal, tell }: Pace,
  walk: (next: number) => void = (next) => void past.seek(next),
): Promise<void> {
  const from = past.seq
  let began = clock.now()
  let stride = 1
  while (past.seq !== to) {
    const before = clock.now()
    walk(past.seq < to ? Math.min(to, past.seq + stride) : Math.max(to, past.seq - stride))
    const now = clock.now()
    stride = now - before > 2 * sliceMs ? 1 : Math.min(longestStride, 2 * stride)
    if (now - began < sliceMs) continue
    tell(Math.abs(past.seq - from) / Math.abs(to - from))
    await sleep(0, clock)
    signal.throwIfAborted()
    began = clock.now()
  }
}

/** Runs sliced work and yields to the event loop between slices. */
export async function inSlices<Result>(
  work: SlicedTask<Result>,
  { clock, signal, tell }: Pace,
): Promise<Result> {
  for (let began = clock.now(); ;) {
    const step = work.next()
    if (step.done) return step.value
    if (clock.now() - began < sliceMs) continue
    tell(step.value)
    await sleep(0, clock)
    signal.throwIfAborted()
    began = clock.now()
  }
}

/** A share of a longer task. */
export function getPart(pace: Pace, from: number, to: number): Pace {
  return { ...pace, tell: (part) => pace.tell(from + part * (to - from)) }
}
