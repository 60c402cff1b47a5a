import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartRefused } from '../db/database-errors.ts'
import { lockSqlite } from '../db/sqlite-copy.ts'

/** Exists while a restore swaps data and names its phase: `old` data moving aside, or `new` data moving in. */
const phaseName = '.restore-phase'
/** Holds the old data until the new data is in place. */
export const replacedName = '.replaced'
const names: ReadonlySet<string> = new Set(['tavla.db', 'tavla.db-wal', 'tavla.db-shm', 'files', 'secret'])

type Phase = 'old' | 'new'

/** Names of the server's data files in a folder. */
export async function getContents(dataDir: string): Promise<readonly string[]> {
  return (await readdir(dataDir)).filter((name) => names.has(name)).sort()
}

export async function markPhase(dataDir: string, phase: Phase | null): Promise<void> {
  const path = join(dataDir, phaseName)
  if (phase) await writeFile(path, phase, { mode: 0o600, flush: true })
  else await rm(path, { force: true })
}

const readPhase = (dataDir: string): Promise<string | null> =>
  readFile(join(dataDir, phaseName), 'utf8').catch(() => null)

/** After an interrupted restore: moves the old data back. */
export async function undoRestore(dataDir: string): Promise<void> {
  const phase = await readPhase(dataDir)
  if (phase === null) return
  const replaced = join(dataDir, replacedName)
  // While old data is moved aside, what is still in place is old.
  if (phase === 'new')
    for (const name of await getContents(dataDir)) await rm(join(dataDir, name), { recursive: true })
  for (const name of await readdir(replaced)) await rename(join(replaced, name), join(dataDir, name))
  await markPhase(dataDir, null)
}

/** The same before a server starts, unless the restore is still running. */
export async function recoverFromRestore(dataDir: string): Promise<void> {
  if ((await readPhase(dataDir)) === null) return
  const unlock = lockSqlite(join(dataDir, 'lock.db'))
  if (!unlock)
    throw new StartRefused(`A backup is being restored into ${dataDir}. Start again when that has ended.`)
  try {
    await undoRestore(dataDir)
  } finally {
    unlock()
  }
}
