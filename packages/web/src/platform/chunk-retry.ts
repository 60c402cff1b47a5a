import { chunkTimeoutMs } from '@tavla/contract'
import { clock } from './clock.ts'
import type { Clock } from './clock.ts'

/** A script or style chunk did not come: missing, or too late. The page offers a reload. */
export class ChunkError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ChunkError'
  }
}

/**
 * Loads a lazy part. One failure is tried again at once (a dropped connection is common, and it costs nothing);
 * the second one says `Loading chunk {n} failed`, or `Loading CSS chunk {n} failed` for its style sheet.
 */
export async function loadChunk<T>(name: string, load: () => Promise<T>, on: Clock = clock): Promise<T> {
  let cancel = () => {}
  const late = new Promise<never>((_resolve, reject) => {
    cancel = on.after(chunkTimeoutMs, () => reject(new ChunkError(`Loading chunk ${name} failed (timeout)`)))
  })
  try {
    return await Promise.race([load().catch(load), late])
  } catch (cause) {
    if (cause instanceof ChunkError) throw cause
    throw new ChunkError(`Loading ${isStyleFailure(cause) ? 'CSS chunk' : 'chunk'} ${name} failed`, { cause })
  } finally {
    cancel()
  }
}

/** The bundler's loader names style sheets in its own words. */
function isStyleFailure(cause: unknown): boolean {
  return cause instanceof Error && /preload CSS/i.test(cause.message)
}
