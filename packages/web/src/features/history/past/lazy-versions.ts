import { loadChunk } from '../../../platform/chunks/chunk-retry.ts'
import type { ReadVersion } from './open-versions.ts'

/** Opens the history of a board to read some of its versions. Its code loads with the first of them. */
export function openLazyVersions(wid: string): ReadVersion {
  let read: ReadVersion | undefined
  return async (seq, options) => {
    read ??= (await loadChunk('versions', () => import('./open-versions.ts'))).openVersions(wid)
    return await read(seq, options)
  }
}
