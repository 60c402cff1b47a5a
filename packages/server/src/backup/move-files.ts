import { createReadStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import { StartRefused } from '../db/database-errors.ts'
import { getFilesFolder } from '../ports/files/create.ts'
import { measure, writeFile } from '../ports/files/disk.ts'
import type { S3Files } from '../ports/files/s3.ts'
import { exists, isPassing, listFiles, openBucket } from './backup-files.ts'
import type { Progress } from './progress.ts'

export interface MovedFiles {
  readonly copied: number
  /** Those that were there already, from an earlier attempt. */
  readonly present: number
}

const anySize = Number.POSITIVE_INFINITY

/**
 * Copies all files of a server from its data folder into its bucket or back, those that are not there yet, and
 * compares all of them by hash. It can be broken off and repeated, also beside a running server. The source stays.
 */
export async function moveFiles(
  { dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>,
  to: 's3' | 'disk',
  progress: Progress,
): Promise<MovedFiles> {
  if (s3 === null) throw new StartRefused('No bucket is configured: set S3_BUCKET, as for the server.')
  const bucket = await openBucket({ dataDir, s3 })
  try {
    return to === 's3'
      ? await moveToBucket(getFilesFolder(dataDir), bucket, progress)
      : await moveToFolder(bucket, getFilesFolder(dataDir), progress)
  } finally {
    bucket.close()
  }
}

const readHash = async (path: string): Promise<string> => (await measureFile(path)).hash

const measureFile = (path: string) => measure(createReadStream(path), anySize)

async function readBucketHash(bucket: S3Files, path: string): Promise<string | null> {
  const bytes = await bucket.readPath(path)
  return bytes && (await measure(bytes, anySize)).hash
}

async function listBucket(bucket: S3Files): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>()
  for await (const { path, size } of bucket.list()) found.set(path, size)
  return found
}

async function moveToBucket(folder: string, bucket: S3Files, progress: Progress): Promise<MovedFiles> {
  const paths = (await listFiles(folder)).filter((path) => !isPassing(path))
  const there = await listBucket(bucket)
  let copied = 0
  progress.step('Copying files into the bucket')
  for (const [index, path] of paths.entries()) {
    progress.count(index + 1, paths.length)
    const from = join(folder, path)
    // Deleted since it was listed.
    if (!(await exists(from))) continue
    const { size, hash } = await measureFile(from)
    if (there.get(path) === size) continue
    await bucket.putPath(path, { from, size, hash })
    copied += 1
  }
  await compare(folder, bucket, paths, progress)
  return { copied, present: paths.length - copied }
}

async function moveToFolder(bucket: S3Files, folder: string, progress: Progress): Promise<MovedFiles> {
  const paths = [...(await listBucket(bucket)).keys()]
  let copied = 0
  progress.step('Copying files out of the bucket')
  for (const [index, path] of paths.entries()) {
    progress.count(index + 1, paths.length)
    const target = join(folder, path)
    if (await exists(target)) continue
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    const bytes = await bucket.readPath(path)
    if (!bytes) continue
    const part = `${target}.part`
    try {
      await writeFile(part, bytes, anySize)
      await rename(part, target)
    } finally {
      await rm(part, { force: true })
    }
    copied += 1
  }
  await compare(folder, bucket, paths, progress)
  return { copied, present: paths.length - copied }
}

/** What a running server deletes at one place may still be at the other. */
async function compare(
  folder: string,
  bucket: S3Files,
  paths: readonly string[],
  progress: Progress,
): Promise<void> {
  progress.step('Comparing both')
  const different: string[] = []
  for (const [index, path] of paths.entries()) {
    progress.count(index + 1, paths.length)
    if (!(await exists(join(folder, path)))) continue
    const there = await readBucketHash(bucket, path)
    if (there !== null && there !== (await readHash(join(folder, path)))) different.push(path)
  }
  if (different.length > 0)
    throw new StartRefused(
      `${different.length} files differ between folder and bucket, the first is ${different[0]}. Remove the wrong one of each and repeat.`,
    )
}
