import type { ReplicaReceiver } from '@tavla/canvas/model'
import { type Clock, sleep } from '../dom/clock.ts'
import type { CachedBatch, CachedBoard } from './cached-boards-database.ts'

/** A kept board on its way to the screen. */
export interface CachedReplay {
  /** Once every part has come; rejects with the first that could not be read. */
  readonly done: Promise<unknown>
  came(chunkId: string): void
  failed(error: unknown): void
}

export function startCachedReplay({ facts }: CachedBoard): CachedReplay {
  const missing = new Set(facts.chunks.map(({ id }) => id))
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  if (missing.size === 0) resolve(undefined)
  // Anyone who waits for it may have failed before.
  promise.catch(() => undefined)
  return {
    done: promise,
    came(chunkId) {
      missing.delete(chunkId)
      if (missing.size === 0) resolve(undefined)
    },
    failed: reject,
  }
}

/** Bytes of kept edits between which the page has a turn. */
const replayedAtOnce = 64 * 1024

/** Plays what happened on the board since it was kept. */
export async function feed(
  batches: readonly CachedBatch[],
  receive: Pick<ReplicaReceiver, 'batch'>,
  clock: Clock,
): Promise<void> {
  let eaten = 0
  for (const { bytes, chain } of batches) {
    receive.batch(bytes, chain)
    eaten += bytes.length
    if (eaten < replayedAtOnce) continue
    eaten = 0
    await sleep(0, clock)
  }
}
