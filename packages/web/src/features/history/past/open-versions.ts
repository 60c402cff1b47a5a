import type { HistoryReplay, BoardState } from '@tavla/canvas/model'
import { api } from '../../../platform/network/api.ts'
import { clock } from '../../../platform/dom/clock.ts'
import { inflate } from '../../../platform/inflate.ts'
import { getSubtask, runInSlices, seek, type TaskContext } from '../seek.ts'
import { createHistoryReader, type HistoryReader } from './history-reader.ts'

/** If the next version is further away, in edits, it is read from the keyframe before it. */
const maxEditsBetween = 2_000

interface ReadOptions {
  readonly signal?: AbortSignal | undefined
  /** Fraction that is done, 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined
}

/** Reads the board at a version, as drawable records; versions are asked for in ascending order, one at a time. */
export type ReadVersion = (seq: number, options?: ReadOptions) => Promise<BoardState>

/** Opens the history of a board to read some of its versions. */
export function openVersions(wid: string): ReadVersion {
  return createVersionReader(createHistoryReader({ wid, calls: api.space, inflate }), clock)
}

export function createVersionReader(reader: HistoryReader, time: TaskContext['clock']): ReadVersion {
  let replay: HistoryReplay | undefined
  return async (seq, { signal = new AbortController().signal, onProgress = () => undefined } = {}) => {
    const context: TaskContext = { clock: time, signal, onProgress }
    const reading = getSubtask(context, 0, 0.6)
    if (replay && seq - replay.head <= maxEditsBetween) {
      if (seq > replay.head) await reader.extend(replay, seq, reading)
    } else replay = await reader.read({ from: seq, to: seq }, reading)
    await seek(replay, seq, getSubtask(context, 0.6, 0.9))
    return await runInSlices(replay.copyInSlices(), getSubtask(context, 0.9, 1))
  }
}
