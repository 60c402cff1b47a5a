import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Random } from '../ports/random/port.ts'
import { randomId } from '../ports/random/values.ts'

/** What a server is called among those of one database, whenever it starts again. */
export interface NodeName {
  readonly name: string
  release(): void
}

/**
 * The name that stands in the data folder. Only one process of a folder may use it: the lock dies with its holder, so
 * anyone who gets it knows that the last holder is gone. Null where another process has it, or the folder knows no locks; then
 * a dead process is known by its time alone.
 */
export function claimNodeName(directory: string, random: Random): NodeName | null {
  let lock: DatabaseSync | null = null
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    const lockFile = join(directory, 'lock.db')
    closeSync(openSync(lockFile, 'a', 0o600))
    chmodSync(lockFile, 0o600)
    lock = new DatabaseSync(lockFile)
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
    const held = lock
    return { name: findName(directory, random), release: () => held.close() }
  } catch {
    lock?.close()
    return null
  }
}

function findName(directory: string, random: Random): string {
  const file = join(directory, 'node')
  try {
    const name = readFileSync(file, 'utf8').trim()
    if (name !== '') return name
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  const name = randomId(random)
  writeFileSync(file, name, { mode: 0o600 })
  return name
}
