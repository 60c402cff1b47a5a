import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { StartRefused } from '../db/database-errors.ts'
import {
  type DatabaseState,
  type Query,
  readBrokenBoards,
  readDatabaseState,
  readStoredFiles,
} from '../db/facts.ts'
import { dumpPostgres } from '../db/postgres-copy.ts'
import { copySqlite, sqliteFaults, withSqlite } from '../db/sqlite-copy.ts'
import type { Clock } from '../ports/clock/port.ts'
import { diskPath } from '../ports/files/disk.ts'
import { fileKey } from '../ports/files/port.ts'
import { copyNewFiles, exists, listFiles, openSource } from './backup-files.ts'
import { backupFormat, findDamage, type Manifest, manifestName, type Part, readPart } from './manifest.ts'
import type { Progress } from './progress.ts'

/** What is read from the database copy. */
interface Snapshot {
  readonly databaseState: DatabaseState
  readonly files: readonly string[]
}

/** Attempts at copying the database again when a file it refers to was deleted while files were copied. */
const tries = 5

/**
 * Backs up a server, running or not, into a new folder: database, files and secret of one moment. The copy is
 * verified before the folder gets its final name, so an existing backup is complete.
 */
export async function createBackup(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'secret' | 's3'>,
  to: string,
  { clock, progress }: { readonly clock: Clock; readonly progress: Progress },
): Promise<Manifest> {
  const target = resolve(to)
  if ((await readdir(target).catch(() => [])).length > 0)
    throw new StartRefused(`${target} is not empty. Name a folder for this backup alone.`)
  const part = `${target}.${randomBytes(4).toString('hex')}.part`
  await mkdir(join(part, 'files'), { recursive: true, mode: 0o700 })
  try {
    const manifest = await writeBackup(config, part, clock, progress)
    progress.step('Reading the backup back')
    const damage = await findDamage(part, manifest.parts, (done) =>
      progress.count(done, manifest.parts.length),
    )
    if (damage.length > 0) throw new Error(`The backup is not as it was written: ${damage.join(', ')}`)
    await rm(target, { recursive: true, force: true })
    await rename(part, target)
    await flush(dirname(target))
    return manifest
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
}

async function writeBackup(
  { dataDir, databaseUrl, secret, s3 }: Pick<Config, 'dataDir' | 'databaseUrl' | 'secret' | 's3'>,
  part: string,
  clock: Clock,
  progress: Progress,
): Promise<Manifest> {
  const files = join(part, 'files')
  const source = await openSource({ dataDir, s3 })
  const copyFiles = async (): Promise<void> => {
    progress.step('Copying files')
    await copyNewFiles(source, files, (done) => progress.count(done))
  }
  for (let tried = 1; ; tried += 1) {
    // Files are copied before and after the database: each one it refers to existed before, or was added since.
    await copyFiles()
    progress.step('Copying the database')
    const at = new Date(clock.now()).toISOString()
    const snapshot = databaseUrl
      ? await snapshotPostgres(databaseUrl, part, progress)
      : await snapshotSqlite(dataDir, part)
    await copyFiles()
    const missing = await findMissing(files, snapshot.files)
    if (missing.length === 0) {
      const hasSecret = secret === null && (await exists(join(dataDir, 'secret')))
      if (hasSecret) await copyFile(join(dataDir, 'secret'), join(part, 'secret'))
      const parts: Part[] = []
      for (const path of await listFiles(part)) parts.push(await readPart(part, path))
      const engine = databaseUrl ? 'postgres' : 'sqlite'
      const { migrations, ...counts } = snapshot.databaseState
      const database = { migrations: [...migrations], ...counts }
      const manifest: Manifest = { format: backupFormat, engine, at, hasSecret, database, parts }
      await writeFile(join(part, manifestName), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 })
      for (const path of [...parts.map((one) => one.path), manifestName, '.']) await flush(join(part, path))
      return manifest
    }
    if (tried === tries)
      throw new StartRefused(
        `${missing.length} files that the database names are not in ${s3 ? `the bucket ${s3.bucket}` : join(dataDir, 'files')}, the first is ${missing[0]}.`,
      )
    await rm(join(part, 'database'), { recursive: true, force: true })
  }
}

async function snapshotSqlite(dataDir: string, part: string): Promise<Snapshot> {
  const source = join(dataDir, 'tavla.db')
  if (!(await exists(source)))
    throw new StartRefused(`There is no database in ${dataDir}. Is DATA_DIR right?`)
  await mkdir(join(part, 'database'), { mode: 0o700 })
  const copy = join(part, 'database/tavla.db')
  copySqlite(source, copy)
  return await withSqlite(copy, async (query) => {
    const faults = await sqliteFaults(query)
    if (faults.length > 0)
      throw new StartRefused(`The database in ${dataDir} is damaged: ${faults.join(', ')}`)
    return await getSnapshot(query)
  })
}

async function snapshotPostgres(url: string, part: string, progress: Progress): Promise<Snapshot> {
  const directory = join(part, 'database')
  await mkdir(directory, { mode: 0o700 })
  return await dumpPostgres(
    url,
    directory,
    (table, rows) => progress.report(`${table}: ${rows} rows`),
    getSnapshot,
  )
}

async function getSnapshot(query: Query): Promise<Snapshot> {
  const broken = await readBrokenBoards(query)
  if (broken.length > 0)
    throw new StartRefused(`The journals of these boards have gaps: ${broken.join(', ')}`)
  return { databaseState: await readDatabaseState(query), files: await readStoredFiles(query) }
}

async function findMissing(files: string, ids: readonly string[]): Promise<readonly string[]> {
  const present = new Set(await listFiles(files))
  return ids.filter((id) => !present.has(diskPath(fileKey(id))))
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r')
  await file.sync().finally(() => file.close())
}
