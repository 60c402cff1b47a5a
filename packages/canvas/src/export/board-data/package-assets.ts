import type { BoardAsset } from '../../document/codec/board-file.ts'
import type { ReadFile } from '../files.ts'
import type { TaskOptions } from '../run-in-slices.ts'
import type { ZipEntry } from './zip-writer.ts'

/** Files of a package: each is read and stored once, however many boards and versions show it. */
export interface PackageAssets {
  readonly byId: ReadonlyMap<string, BoardAsset>
  /** Files that could not be read and are only named. */
  readonly missing: readonly string[]
  /** Reads those that are not known yet; returns what has to be stored in the package. */
  read(ids: readonly string[], work: TaskOptions): Promise<readonly ZipEntry[]>
}

/** A file with its media type. */
export interface FileBytes {
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

export function createPackageAssets(read: ReadFile): PackageAssets {
  const byId = new Map<string, BoardAsset>()
  const missing: string[] = []
  const known = new Set<string>()
  return {
    byId,
    missing,
    async read(ids, work) {
      const entries: ZipEntry[] = []
      const fresh = ids.filter((id) => !known.has(id))
      for (const [i, id] of fresh.entries()) {
        work.signal?.throwIfAborted()
        known.add(id)
        const asset = await readAsset(id, read)
        if (asset === undefined) missing.push(id)
        else {
          const path = `assets/${known.size}.${getEnding(asset.type)}`
          byId.set(id, { id, type: asset.type, path })
          entries.push({ path, parts: [asset.bytes], isPacked: true })
        }
        work.onProgress?.((i + 1) / fresh.length)
      }
      return entries
    },
  }
}

export async function readAsset(id: string, read: ReadFile): Promise<FileBytes | undefined> {
  try {
    const blob = await read(id)
    return { type: blob.type, bytes: new Uint8Array(await blob.arrayBuffer()) }
  } catch {
    // One lost picture must not cost the whole export: the caller says which it was.
    return undefined
  }
}

const getEnding = (type: string): string => /^\w+\/([a-z0-9]{1,8})/.exec(type)?.[1] ?? 'bin'
