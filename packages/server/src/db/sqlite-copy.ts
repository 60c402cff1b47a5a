import { DatabaseSync } from 'node:sqlite'
import { afterRestore, type Query } from './facts.ts'

/** Copies a database in one read transaction, also while a server writes to it. */
export function copySqlite(from: string, to: string): void {
  const database = new DatabaseSync(from, { readOnly: true, timeout: 5_000 })
  try {
    database.prepare('vacuum into ?').run(to)
  } finally {
    database.close()
  }
}

/** Reads from a database file that has no writer. */
export async function withSqlite<T>(path: string, act: (query: Query) => Promise<T>): Promise<T> {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    return await act((sql) => Promise.resolve(database.prepare(sql).all()))
  } finally {
    database.close()
  }
}

/** Errors found by SQLite's integrity check; empty when there are none. */
export async function sqliteFaults(query: Query): Promise<readonly string[]> {
  const integrity = (await query('pragma integrity_check')).map((row) => String(row['integrity_check']))
  const foreign = await query('pragma foreign_key_check')
  return [
    ...integrity.filter((line) => line !== 'ok'),
    ...foreign.map(({ table }) => `a row of ${String(table)} refers to nothing`),
  ]
}

/** Prepares a copy for use in place of its original. */
export function prepareSqlite(path: string): void {
  const database = new DatabaseSync(path)
  try {
    database.exec(['begin', ...afterRestore('lower(hex(randomblob(12)))'), 'commit'].join(';'))
  } finally {
    database.close()
  }
}

/** Locks a directory against servers until the returned function is called; null while one runs there. */
export function lockSqlite(lockFile: string): (() => void) | null {
  const lock = new DatabaseSync(lockFile)
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
  } catch {
    // Busy: a running server holds the lock.
    lock.close()
    return null
  }
  return () => lock.close()
}
