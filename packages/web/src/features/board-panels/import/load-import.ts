import { loadChunk } from '../../../platform/chunks/chunk-retry.ts'
import { whenIdle } from '../../../platform/chunks/idle.ts'

/** What reads files and inserts what is in them, which a board that is only drawn on does not need. */
export function loadImport(): Promise<typeof import('./insert-read-files.ts')> {
  return loadChunk('import', () => import('./insert-read-files.ts'))
}

/** Loads it when the page has nothing else to do: images are inserted without a connection as well. */
export function preloadImport(): () => void {
  return whenIdle(() => void loadImport().catch(() => undefined))
}
