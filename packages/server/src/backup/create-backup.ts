import { copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupConfig, Config } from '../config.ts'
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
import { isBucketUrl, openPlace } from './backup-place.ts'
import { type AddedParts, BackupStore } from './backup-store.ts'
import { backupFormat, type Manifest, type Part, readPart } from './manifest.ts'
import type { Progress } from './progress.ts'

/** What is read from the database copy. */
interface Snapshot {
  readonly databaseState: DatabaseState
  readonly files: readonly string[]
}

/** Attempts at copying the database again when a file it refers to was deleted while files were copied. */
const tries = 5

type Source = Pick<Config, 'dataDir' | 'databaseUrl' | 'secret' | 's3'>

export interface CreatedBackup {
  readonly name: string
  readonly manifest: Manifest
  readonly added: AddedParts
  /** Older backups that were removed. */
  readonly expired: readonly string[]
}

export interface BackupOptions {
  /** A folder, or `s3://bucket/prefix`. */
  readonly to: string
  readonly settings: Pick<BackupConfig, 'access' | 'keep'>
  readonly passphrase: string | null
  readonly clock: Clock
  readonly progress: Progress
}

/**
 * Adds a backup of a server, running or not, to a store: database, files and secret of one moment. Files that an
 * earlier backup has are neither read nor copied again. What was written is read back before the backup counts.
 */
export async function createBackup(source: Source, options: BackupOptions): Promise<CreatedBackup> {
  const { to, settings, passphrase, clock, progress } = options
  const place = await openPlace(to, { dataDir: source.dataDir, access: settings.access })
  if (!isBucketUrl(to)) await refuseOthers(place.name)
  const unlock = await place.lock()
  if (!unlock) throw new StartRefused(`Another backup is being written to ${to}.`)
  try {
    await rm(place.staging, { recursive: true, force: true })
    await mkdir(place.staging, { recursive: true, mode: 0o700 })
    const store = await BackupStore.openOrCreate(place, passphrase)
    const [newest] = await store.listNames()
    const earlier = newest === undefined ? [] : (await store.read(newest)).parts
    const folder = join(place.staging, 'backup')
    const manifest = await writeBackup(source, folder, { clock, progress, earlier })
    progress.step('Storing the backup and reading it back')
    const name = manifest.at.replaceAll(':', '-')
    const onPart = (done: number): void => progress.count(done, manifest.parts.length)
    const added = await store.add(name, manifest, { folder, onPart })
    const expired = await store.prune(settings.keep, clock.now())
    return { name, manifest, added, expired }
  } finally {
    await rm(place.staging, { recursive: true, force: true })
    place.close()
    unlock()
  }
}

/** A folder with other contents is probably a mistake. */
async function refuseOthers(folder: string): Promise<void> {
  const names: readonly string[] = await readdir(folder).catch(() => [])
  if (names.length > 0 && !names.includes('store.json') && !names.every((name) => isOwn.has(name)))
    throw new StartRefused(`${folder} is not empty. Name a folder for backups alone.`)
}

/** What an attempt leaves that was broken off before there was a store. */
const isOwn: ReadonlySet<string> = new Set(['.writing', 'lock.db'])

interface WriteOptions {
  readonly clock: Clock
  readonly progress: Progress
  /** Parts of an earlier backup: its files need not be copied, since a file of a name never changes. */
  readonly earlier?: readonly Part[]
}

/** Writes a backup into an empty folder, but for files of an earlier one. */
export async function writeBackup(
  { dataDir, databaseUrl, secret, s3 }: Source,
  part: string,
  { clock, progress, earlier = [] }: WriteOptions,
): Promise<Manifest> {
  const files = join(part, 'files')
  await mkdir(files, { recursive: true, mode: 0o700 })
  const known = new Map(
    earlier.flatMap((one) => (one.path.startsWith('files/') ? [[one.path.slice(6), one] as const] : [])),
  )
  /** Those of the known files that the server still has. */
  const unchanged = new Map<string, Part>()
  const source = await openSource({ dataDir, s3 })
  const copyFiles = async (): Promise<void> => {
    progress.step('Copying files')
    await copyNewFiles(source, files, {
      isKnown(path) {
        const one = known.get(path)
        if (one) unchanged.set(path, one)
        return one !== undefined
      },
      onFile: (done) => progress.count(done),
    })
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
    const missing = await findMissing(files, snapshot.files, unchanged)
    if (missing.length === 0) {
      const hasSecret = secret === null && (await exists(join(dataDir, 'secret')))
      if (hasSecret) await copyFile(join(dataDir, 'secret'), join(part, 'secret'))
      const parts = [...unchanged.values()]
      for (const path of await listFiles(part)) parts.push(await readPart(part, path))
      const engine = databaseUrl ? 'postgres' : 'sqlite'
      const { migrations, ...counts } = snapshot.databaseState
      const database = { migrations: [...migrations], ...counts }
      return { format: backupFormat, engine, at, hasSecret, database, parts }
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

async function findMissing(
  files: string,
  ids: readonly string[],
  unchanged: ReadonlyMap<string, Part>,
): Promise<readonly string[]> {
  const present = new Set([...(await listFiles(files)), ...unchanged.keys()])
  return ids.filter((id) => !present.has(diskPath(fileKey(id))))
}
