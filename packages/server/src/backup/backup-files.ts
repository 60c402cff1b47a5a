import { cp, mkdir, readdir, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config, S3Config } from '../config.ts'
import { getFilesFolder, getTemporaryFolder } from '../ports/files/create.ts'
import { writeFile } from '../ports/files/disk.ts'
import type { S3Files } from '../ports/files/s3.ts'

/** Every file below a folder, as relative sorted paths; empty when the folder does not exist. */
export async function listFiles(root: string): Promise<readonly string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
  return paths.map((path) => path.replaceAll('\\', '/')).sort()
}

/** A partially written file, or one of the storage's own. */
export const isPassing = (path: string): boolean => path.endsWith('.part') || path.startsWith('.')

/** Where the files of a server are: a folder or a bucket. */
export interface FileSource {
  list(): AsyncIterable<string>
  /** False: it was deleted meanwhile. */
  copy(path: string, target: string): Promise<boolean>
}

const folderSource = (from: string): FileSource => ({
  async *list() {
    for (const path of await listFiles(from)) if (!isPassing(path)) yield path
  },
  async copy(path, target) {
    try {
      await cp(join(from, path), target)
      return true
    } catch (error) {
      if (await exists(join(from, path))) throw error
      return false
    }
  },
})

const bucketSource = (bucket: S3Files): FileSource => ({
  async *list() {
    for await (const { path } of bucket.list()) yield path
  },
  async copy(path, target) {
    const bytes = await bucket.readPath(path)
    if (!bytes) return false
    await writeFile(target, bytes, Number.POSITIVE_INFINITY)
    return true
  },
})

export async function openSource({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): Promise<FileSource> {
  return s3 === null ? folderSource(getFilesFolder(dataDir)) : bucketSource(await openBucket({ dataDir, s3 }))
}

export async function openBucket(config: {
  readonly dataDir: string
  readonly s3: S3Config
}): Promise<S3Files> {
  const { s3Files } = await import('../ports/files/s3.ts')
  return s3Files(config.s3, getTemporaryFolder(config.dataDir))
}

/** Copies files into a folder that neither it nor the caller has. */
export async function copyNewFiles(
  source: FileSource,
  to: string,
  { isKnown, onFile }: { isKnown(path: string): boolean; onFile(done: number): void },
): Promise<void> {
  let done = 0
  for await (const path of source.list()) {
    const target = join(to, path)
    if (isKnown(path) || (await exists(target))) continue
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    const part = `${target}.part`
    if (await source.copy(path, part)) await rename(part, target)
    onFile((done += 1))
  }
}

export const exists = async (path: string): Promise<boolean> => (await stat(path).catch(() => null)) !== null
