import type { ReplicaReceiver } from '@tavla/canvas/model'
import { type Clock, sleep } from '../dom/clock.ts'
import type { CachedBatch, CachedBoard } from './cached-boards-database.ts'

/** A cached board that is being loaded. */
export interface CachedReplay {
  /** Resolves when every chunk is loaded; rejects with the first read error. */
  readonly done: Promise<unknown>
  receive(chunkId: string): void
  failed(error: unknown): void
}

export function startCachedReplay({ facts }: CachedBoard): CachedReplay {
  const missing = new Set(facts.chunks.map(({ id }) => id))
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  if (missing.size === 0) resolve(undefined)
  // The caller that waits for it may have failed before.
  promise.catch(() => undefined)
  return {
    done: promise,
    receive(chunkId) {
      missing.delete(chunkId)
      if (missing.size === 0) resolve(undefined)
    },
    failed: reject,
  }
}

/** Bytes of cached edits after which the event loop is released. */
const bytesPerSlice = 64 * 1024

/** Replays the cached edits onto the board. */
export async function replayBatches(
  batches: readonly CachedBatch[],
  receive: Pick<ReplicaReceiver, 'batch'>,
  clock: Clock,
): Promise<void> {
  let bytesSinceYield = 0
  for (const { bytes, chain } of batches) {
    receive.batch(bytes, chain)
    bytesSinceYield += bytes.length
    if (bytesSinceYield < bytesPerSlice) continue
    bytesSinceYield = 0
    await sleep(0, clock)
  }
}
