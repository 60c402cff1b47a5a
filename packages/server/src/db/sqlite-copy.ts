import { DatabaseSync } from 'node:sqlite'
import { afterRestore, type Query } from './facts.ts'

/** Copies a database, also while a server writes to it: one read transaction, so the copy is of one moment. */
export function copySqlite(from: string, to: string): void {
  const database = new DatabaseSync(from, { readOnly: true, timeout: 5_000 })
  try {
    database.prepare('vacuum into ?').run(to)
  } finally {
    database.close()
  }
}

/** Reads from a database file that nobody writes to. */
export async function withSqlite<T>(path: string, act: (query: Query) => Promise<T>): Promise<T> {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    return await act((sql) => Promise.resolve(database.prepare(sql).all()))
  } finally {
    database.close()
  }
}

/** What SQLite itself finds wrong with a file; empty when nothing is. */
export async function sqliteFaults(query: Query): Promise<readonly string[]> {
  const integrity = (await query('pragma integrity_check')).map((row) => String(row['integrity_check']))
  const foreign = await query('pragma foreign_key_check')
  return [
    ...integrity.filter((line) => line !== 'ok'),
    ...foreign.map(({ table }) => `a row of ${String(table)} refers to nothing`),
  ]
}

/** Makes a copy ready to be served in place of the database that it was taken from. */
export function prepareSqlite(path: string): void {
  const database = new DatabaseSync(path)
  try {
    database.exec(['begin', ...afterRestore('lower(hex(randomblob(12)))'), 'commit'].join(';'))
  } finally {
    database.close()
  }
}

/** Keeps servers away from a directory until the answer is called; null while one runs there. */
export function lockSqlite(lockFile: string): (() => void) | null {
  const lock = new DatabaseSync(lockFile)
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
  } catch {
    // Busy: a server holds it for as long as it lives.
    lock.close()
    return null
  }
  return () => lock.close()
}
