import { chunkTimeoutMs } from '@tavla/contract'
import { clock } from '../dom/clock.ts'
import type { Clock } from '../dom/clock.ts'
import { pageStyles } from '../dom/style-sheets.ts'
import type { PageStyles } from '../dom/style-sheets.ts'

/** A script or style chunk could not be loaded or took too long. The page offers a reload. */
export class ChunkError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ChunkError'
  }
}

interface ChunkDeps {
  readonly clock: Clock
  readonly styles: PageStyles
}

/**
 * Loads a lazy component with its style sheets. A failure is retried once, at once; the second one reports
 * `Loading chunk {n} failed`, or `Loading CSS chunk {n} failed` for its style sheet.
 */
export async function loadChunk<T>(
  name: string,
  load: () => Promise<T>,
  deps: ChunkDeps = { clock, styles: pageStyles },
): Promise<T> {
  let cancel = () => {}
  const timeout = new Promise<never>((_resolve, reject) => {
    cancel = deps.clock.after(chunkTimeoutMs, () =>
      reject(new ChunkError(`Loading chunk ${name} failed (timeout)`)),
    )
  })
  const attempt = async (): Promise<T> => {
    const loaded = await load()
    await deps.styles.reloadFailed()
    return loaded
  }
  try {
    return await Promise.race([attempt().catch(attempt), timeout])
  } catch (cause) {
    if (cause instanceof ChunkError) throw cause
    throw new ChunkError(`Loading ${isStyleFailure(cause) ? 'CSS chunk' : 'chunk'} ${name} failed`, { cause })
  } finally {
    cancel()
  }
}

/** Parses the error message of the bundler's loader for style sheets. */
function isStyleFailure(cause: unknown): boolean {
  return cause instanceof Error && /preload CSS/i.test(cause.message)
}
