import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Random } from '../ports/random/port.ts'
import { randomId } from '../ports/random/values.ts'

/** A server's stable name among the servers of one database. */
export interface NodeName {
  readonly name: string
  release(): void
}

/**
 * Reads or creates the name in the data folder and locks it. The lock ends with its process, so the process that gets it knows
 * that the previous holder is dead. Null if another process has it or the file system has no locks; a dead process is
 * then detected by its time alone.
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
