import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import type { S3Access } from '../config.ts'
import { StartRefused } from '../db/database-errors.ts'
import { lockSqlite } from '../db/sqlite-copy.ts'
import { exists, listFiles } from './backup-files.ts'
import { readPart } from './manifest.ts'

export interface StoredObject {
  readonly size: number
  /** When it was written, ms. */
  readonly writtenAt: number
}

/** Where a store of backups is: a folder or a bucket. Paths have `/` between their parts. */
export interface BackupPlace {
  /** For messages. */
  readonly name: string
  /** Folder for what is written, on the same disk where there is one. */
  readonly staging: string
  /** Everything below a folder, by path. */
  list(folder: string): Promise<ReadonlyMap<string, StoredObject>>
  /** Null: it does not exist. */
  read(path: string): Promise<Readable | null>
  /** Takes the file `from`, whole or not at all; it may be gone afterwards. */
  write(path: string, from: string): Promise<void>
  remove(path: string): Promise<void>
  /** Null: somebody else writes here. */
  lock(): Promise<(() => void) | null>
  close(): void
}

const STAGING = '.writing'

export function isBucketUrl(to: string): boolean {
  return to.startsWith('s3:')
}

/** `s3://bucket/prefix`, or a folder. */
export async function openPlace(
  to: string,
  { dataDir, access }: { readonly dataDir: string; readonly access: S3Access },
): Promise<BackupPlace> {
  if (!isBucketUrl(to)) return folderPlace(resolve(to))
  const found = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/([\w-]+(?:\/[\w-]+)*))?\/?$/.exec(to)
  const [, bucket, prefix = ''] = found ?? []
  if (bucket === undefined)
    throw new StartRefused(`${to} is no place for backups. Name a folder, or s3://bucket/prefix.`)
  const { s3Files } = await import('../ports/files/s3.ts')
  const staging = join(dataDir, STAGING)
  const files = s3Files({ ...access, bucket, prefix, uploads: 'server' }, staging)
  return {
    name: to,
    staging,
    async list(folder) {
      const objects = new Map<string, StoredObject>()
      for await (const { path, size, writtenAt } of files.listAll(`${folder}/`))
        objects.set(path, { size, writtenAt })
      return objects
    },
    read: (path) => files.readPath(path),
    async write(path, from) {
      const { size, hash } = await readPart(dirname(from), from.slice(dirname(from).length + 1))
      await files.putPath(path, { from, size, hash })
    },
    remove: (path) => files.removePath(path),
    // A bucket has no lock; the store removes only what is older than a backup can take.
    lock: () => Promise.resolve(() => undefined),
    close: () => files.close(),
  }
}

function folderPlace(root: string): BackupPlace {
  return {
    name: root,
    staging: join(root, STAGING),
    async list(folder) {
      const objects = new Map<string, StoredObject>()
      for (const path of await listFiles(join(root, folder))) {
        const { size, mtimeMs: writtenAt } = await stat(join(root, folder, path))
        objects.set(`${folder}/${path}`, { size, writtenAt })
      }
      return objects
    },
    read: async (path) => ((await exists(join(root, path))) ? createReadStream(join(root, path)) : null),
    async write(path, from) {
      const target = join(root, path)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await flush(from)
      await rename(from, target)
      await flush(dirname(target))
    },
    remove: (path) => rm(join(root, path), { force: true }),
    async lock() {
      await mkdir(root, { recursive: true, mode: 0o700 })
      return lockSqlite(join(root, 'lock.db'))
    },
    close: () => undefined,
  }
}

/** Contents and renames survive a power cut only once they were flushed. */
async function flush(path: string): Promise<void> {
  const file = await open(path, 'r')
  await file.sync().finally(() => file.close())
}
