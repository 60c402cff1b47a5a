/** Runs in a worker thread, so that the event loop never waits for the disk. One connection, first in first out. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { Result, Statement } from './database-engine.ts'

export interface SqliteWorkerData {
  readonly file: string
  readonly readOnly: boolean
  /** Locked exclusively while this worker lives, so that a second server cannot start. */
  readonly lockFile: string | null
}

export type SqliteRequest =
  | { readonly id: number; readonly op: 'run'; readonly statement: Statement }
  | { readonly id: number; readonly op: 'batch'; readonly statements: readonly Statement[] }
  | { readonly id: number; readonly op: 'begin' | 'commit' | 'rollback' | 'close' }

export interface SqliteFailure {
  readonly message: string
  /** SQLite's extended result code; 0 for other errors. */
  readonly code: number
  /** Index of the batch's statement that changed an unexpected number of rows. */
  readonly conflict?: number
}

export type SqliteReply =
  | { readonly id: number; readonly results: readonly Result[] }
  | { readonly id: number; readonly failure: SqliteFailure }

const MAX_PREPARED = 500

const { file, readOnly, lockFile } = workerData as SqliteWorkerData
const port = parentPort
if (!port) throw new Error('sqlite-worker runs only as a worker')

class Conflict extends Error {
  readonly index: number
  constructor(index: number) {
    super('unexpected number of changes')
    this.index = index
  }
}

let lock: DatabaseSync | null = null
let db: DatabaseSync

interface PreparedStatement {
  readonly handle: StatementSync
  readonly returnsRows: boolean
}
const prepared = new Map<string, PreparedStatement>()

function open(): void {
  if (lockFile) {
    lock = new DatabaseSync(lockFile)
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
  }
  db = new DatabaseSync(file, { readOnly, timeout: 5000 })
  if (!readOnly)
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864')
  db.exec('PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY')
}

function prepare(sql: string): PreparedStatement {
  const known = prepared.get(sql)
  if (known) return known
  if (prepared.size >= MAX_PREPARED) prepared.delete(prepared.keys().next().value ?? '')
  const handle = db.prepare(sql)
  const entry = { handle, returnsRows: handle.columns().length > 0 }
  prepared.set(sql, entry)
  return entry
}

function run(statement: Statement): Result {
  const { handle, returnsRows } = prepare(statement.sql)
  const parameters = statement.parameters as SQLInputValue[]
  if (returnsRows) {
    const rows = handle.all(...parameters)
    return { rows, changes: rows.length }
  }
  return { rows: [], changes: Number(handle.run(...parameters).changes) }
}

function batch(statements: readonly Statement[]): Result[] {
  db.exec('BEGIN IMMEDIATE')
  try {
    const results = statements.map((statement, index) => {
      const result = run(statement)
      if (statement.expectChanges !== undefined && result.changes !== statement.expectChanges)
        throw new Conflict(index)
      return result
    })
    db.exec('COMMIT')
    return results
  } catch (error) {
    // A full disk may have rolled back already.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

function answer(request: SqliteRequest): Result[] {
  switch (request.op) {
    case 'run':
      return [run(request.statement)]
    case 'batch':
      return batch(request.statements)
    case 'begin':
      db.exec('BEGIN IMMEDIATE')
      return []
    case 'commit':
      db.exec('COMMIT')
      return []
    case 'rollback':
      if (db.isTransaction) db.exec('ROLLBACK')
      return []
    case 'close':
      db.close()
      lock?.close()
      return []
  }
}

function getFailure(error: unknown): SqliteFailure {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0
  const message = error instanceof Error ? error.message : String(error)
  return error instanceof Conflict ? { message, code, conflict: error.index } : { message, code }
}

port.on('message', (request: SqliteRequest) => {
  let reply: SqliteReply
  try {
    reply = { id: request.id, results: answer(request) }
  } catch (error) {
    reply = { id: request.id, failure: getFailure(error) }
  }
  port.postMessage(reply)
  if (request.op === 'close') port.close()
})

let opened: SqliteReply
try {
  open()
  opened = { id: 0, results: [] }
} catch (error) {
  opened = { id: 0, failure: getFailure(error) }
}
port.postMessage(opened)
