import type { HistoryReplay, SlicedTask } from '@tavla/canvas/model'
import { type Clock, sleep } from '../../platform/dom/clock.ts'

/** So long at a time; then the page draws and listens. */
const sliceMs = 12
/** Most edits between two looks at the clock; where edits are large, fewer. */
const longestStride = 50

/** Work that takes its time: it can be called off, and tells which part of it is done, from 0 to 1. */
export interface Pace {
  readonly clock: Clock
  readonly signal: AbortSignal
  tell(part: number): void
}

/** A replay that can be moved to another version. */
export interface Way {
  readonly on: HistoryReplay
  readonly to: number
  walk(next: number): void
}

/** Seeks to another version and yields to the event loop on the way; `walk` takes the next few steps. */
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

/** A part of a longer work. */
export function getPart(pace: Pace, from: number, to: number): Pace {
  return { ...pace, tell: (part) => pace.tell(from + part * (to - from)) }
}
