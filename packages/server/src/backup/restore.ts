import { copyFile, cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { migrations } from '../../migrations/index.ts'
import type { Config } from '../config.ts'
import { StartRefused } from '../db/database-errors.ts'
import { type Query, readBrokenBoards, readDatabaseState } from '../db/facts.ts'
import { restorePostgres } from '../db/postgres-copy.ts'
import { lockSqlite, prepareSqlite, sqliteFaults, withSqlite } from '../db/sqlite-copy.ts'
import { getContents, markPhase, replacedName, undoRestore } from './unfinished.ts'
import type { Manifest, Part } from './manifest.ts'
import { type BackupSource, type ReadBackup, withBackup } from './read-backup.ts'
import { openBucket } from './backup-files.ts'
import type { S3Files } from '../ports/files/s3.ts'
import type { Progress } from './progress.ts'

/** Folder in which a restore is prepared. */
const temporaryName = '.restoring'

export interface RestoreOptions extends BackupSource {
  /** Allows existing data to be replaced. */
  readonly replace: boolean
  readonly progress: Progress
}

type DataLocation = Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>

/**
 * Checks that a backup is complete and readable by this version; returns what it is or throws an explanatory error.
 */
export async function verifyBackup(
  { dataDir }: Pick<DataLocation, 'dataDir'>,
  source: BackupSource,
  progress: Progress,
): Promise<Omit<ReadBackup, 'folder'>> {
  return await withBackup(
    source,
    { dataDir, withFiles: false, progress },
    async ({ folder, manifest, name }) => {
      await checkContents(folder, manifest)
      return { manifest, name }
    },
  )
}

async function checkContents(folder: string, manifest: Manifest): Promise<void> {
  const known = new Set(migrations.map(({ name }) => name))
  const newer = manifest.database.migrations.filter((name) => !known.has(name))
  if (newer.length > 0)
    throw new StartRefused(
      `The backup was made by a newer version of Tavla (${newer.join(', ')}). Restore it with that version.`,
    )
  if (manifest.engine === 'sqlite')
    await withSqlite(join(folder, 'database/tavla.db'), (query) => verifyDatabase(query, manifest))
}

/**
 * Replaces a server's data by a backup. Everything is verified and prepared beside the data first. When anything
 * fails, power included, the old data stays: the next restore or start undoes the rest.
 */
export async function restoreBackup(place: DataLocation, options: RestoreOptions): Promise<ReadBackup> {
  const { dataDir } = place
  const { progress } = options
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const unlock = lockSqlite(join(dataDir, 'lock.db'))
  if (!unlock) throw new StartRefused(`A Tavla server is using ${dataDir}. Stop it first.`)
  try {
    return await withBackup(options, { dataDir, withFiles: true, progress }, async (backup) => {
      await checkContents(backup.folder, backup.manifest)
      await replaceData(place, backup, options)
      return backup
    })
  } finally {
    unlock()
  }
}

async function replaceData(
  place: DataLocation,
  { folder: from, manifest }: ReadBackup,
  { replace, progress }: RestoreOptions,
): Promise<void> {
  const { dataDir, databaseUrl } = place
  const engine = databaseUrl ? 'postgres' : 'sqlite'
  if (manifest.engine !== engine)
    throw new StartRefused(
      `The backup is of ${getName(manifest.engine)}, and this server uses ${getName(engine)}. ` +
        (engine === 'sqlite' ? 'Set DATABASE_URL.' : 'Unset DATABASE_URL.'),
    )
  await undoRestore(dataDir)
  const old = await getContents(dataDir)
  if (old.length > 0 && !replace)
    throw new StartRefused(
      `${dataDir} is not empty (${old.join(', ')}). Add --replace to put the backup in its place, or set DATA_DIR to another folder.`,
    )
  try {
    progress.step('Laying the backup ready')
    await writeTemporary(from, place, manifest)
    if (databaseUrl) await swapPostgres(place, databaseUrl, { from, replace, progress }, manifest)
    else await swap(dataDir)
    await markPhase(dataDir, null)
    await rm(join(dataDir, replacedName), { recursive: true, force: true })
  } finally {
    await rm(join(dataDir, temporaryName), { recursive: true, force: true })
  }
}

const getName = (engine: Manifest['engine']): string =>
  engine === 'sqlite' ? 'the embedded database' : 'PostgreSQL'

async function writeTemporary(
  from: string,
  { dataDir, s3 }: DataLocation,
  manifest: Manifest,
): Promise<void> {
  const staged = join(dataDir, temporaryName)
  await rm(staged, { recursive: true, force: true })
  await mkdir(staged, { recursive: true, mode: 0o700 })
  const files = manifest.parts.filter((part) => part.path.startsWith('files/'))
  // Names in a bucket are random and never used again, so what is added there changes nothing of the old state.
  if (s3) await addToBucket(await openBucket({ dataDir, s3 }), from, files)
  else await mkdir(join(staged, 'files'), { mode: 0o700 })
  for (const { path } of s3 ? [] : files) {
    await mkdir(dirname(join(staged, path)), { recursive: true, mode: 0o700 })
    await cp(join(from, path), join(staged, path))
  }
  if (manifest.hasSecret) await copyFile(join(from, 'secret'), join(staged, 'secret'))
  if (manifest.engine === 'postgres') return
  const database = join(staged, 'tavla.db')
  await copyFile(join(from, 'database/tavla.db'), database)
  prepareSqlite(database)
  await withSqlite(database, (query) => verifyDatabase(query, manifest))
}

async function addToBucket(bucket: S3Files, from: string, files: readonly Part[]): Promise<void> {
  const present = new Map<string, number>()
  for await (const { path, size } of bucket.list()) present.set(path, size)
  for (const { path, size, hash } of files) {
    const name = path.slice('files/'.length)
    if (present.get(name) !== size) await bucket.putPath(name, { from: join(from, path), size, hash })
  }
}

/** Checks that the database holds what the manifest says. */
async function verifyDatabase(query: Query, { engine, database }: Manifest): Promise<void> {
  const problems = engine === 'sqlite' ? [...(await sqliteFaults(query))] : []
  for (const wid of await readBrokenBoards(query)) problems.push(`the journal of ${wid} has a gap`)
  if (!isDeepStrictEqual(await readDatabaseState(query), database))
    problems.push('it is not what its manifest says')
  if (problems.length > 0)
    throw new StartRefused(`The database of the backup is damaged: ${problems.join(', ')}.`)
}

/**
 * Moves the old data aside and the new data in, or changes nothing; the phase file stays until the caller removes it.
 */
async function swap(dataDir: string): Promise<void> {
  const [replaced, staged] = [join(dataDir, replacedName), join(dataDir, temporaryName)]
  await rm(replaced, { recursive: true, force: true })
  await mkdir(replaced, { mode: 0o700 })
  try {
    await markPhase(dataDir, 'old')
    for (const name of await getContents(dataDir)) await rename(join(dataDir, name), join(replaced, name))
    await markPhase(dataDir, 'new')
    for (const name of await readdir(staged)) await rename(join(staged, name), join(dataDir, name))
  } catch (error) {
    await undoRestore(dataDir)
    throw error
  }
}

interface PostgresSwap extends Pick<RestoreOptions, 'replace' | 'progress'> {
  /** Folder of the backup. */
  readonly from: string
}

async function swapPostgres(
  { dataDir }: DataLocation,
  url: string,
  { from, replace, progress }: PostgresSwap,
  manifest: Manifest,
): Promise<void> {
  try {
    await restorePostgres({
      url,
      directory: join(from, 'database'),
      migrations: manifest.database.migrations,
      check: async (query, isEmpty) => (isEmpty ? undefined : canReplace(query, replace)),
      onTable: (table, rows) => progress.report(`${table}: ${rows} rows`),
      async beforeCommit(query) {
        await verifyDatabase(query, manifest)
        await swap(dataDir)
      },
    })
  } catch (error) {
    // The database was rolled back, so its files are too.
    await undoRestore(dataDir)
    throw error
  }
}

async function canReplace(query: Query, replace: boolean): Promise<void> {
  const now = '(extract(epoch from clock_timestamp()) * 1000)'
  const alive = await query(`select id from nodes where alive_until > ${now}`)
  if (alive.length > 0) throw new StartRefused('A Tavla server is using this database. Stop it first.')
  if (!replace)
    throw new StartRefused(
      'The database is not empty. Add --replace to put the backup in its place, or name another one in DATABASE_URL.',
    )
}
