import { loadChunk } from '../../../platform/chunks/chunk-retry.ts'

/** Loads what exports boards to files and images. */
export function loadExport(): Promise<typeof import('./export-board.ts')> {
  return loadChunk('export', () => import('./export-board.ts'))
}
