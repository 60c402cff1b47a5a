import type { ReadFiles } from './import-files.ts'

let pending: { readonly wid: string; readonly files: ReadFiles } | null = null

/** Files that were chosen on the dashboard and read there; the new board inserts them when it opens. */
export function setPendingImport(wid: string, files: ReadFiles): void {
  pending = { wid, files }
}

/** The files for this board, once; null if there are none. */
export function takePendingImport(wid: string): ReadFiles | null {
  if (pending?.wid !== wid) return null
  const { files } = pending
  pending = null
  return files
}
