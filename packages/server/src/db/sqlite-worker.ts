/** Runs in a worker thread, so that the event loop never waits for the disk. One connection, first in first out. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
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

type BatchRequest = Extract<SqliteRequest, { op: 'batch' }>

const MAX_PREPARED = 500
/** Batches that are committed together, and the bytes after which no other joins them: the first waits for all. */
const MAX_TOGETHER = 64
const MAX_TOGETHER_BYTES = 256 * 1024

const { file, readOnly, lockFile } = workerData as SqliteWorkerData
const port = parentPort
if (!port) throw new Error('sqlite-worker runs only as a worker')
const requests = port

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

function runAll(statements: readonly Statement[]): Result[] {
  return statements.map((statement, index) => {
    const result = run(statement)
    if (statement.expectChanges !== undefined && result.changes !== statement.expectChanges)
      throw new Conflict(index)
    return result
  })
}

/** One of several batches of a transaction: one that fails undoes only itself. */
function answerOne({ id, statements }: BatchRequest): SqliteReply {
  db.exec('SAVEPOINT one')
  try {
    const results = runAll(statements)
    db.exec('RELEASE one')
    return { id, results }
  } catch (error) {
    // A full disk may have rolled back all of them.
    if (!db.isTransaction) throw error
    db.exec('ROLLBACK TO one; RELEASE one')
    return { id, failure: getFailure(error) }
  }
}

/**
 * Answers batches by one transaction, because a commit waits for the disk, however little it writes: boards that are
 * edited at the same time need not wait for each other's.
 */
function answerTogether(requests: readonly BatchRequest[]): SqliteReply[] {
  try {
    db.exec('BEGIN IMMEDIATE')
    const replies = requests.map(answerOne)
    db.exec('COMMIT')
    return replies
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    return requests.map(({ id }) => ({ id, failure: getFailure(error) }))
  }
}

function answer(request: Exclude<SqliteRequest, BatchRequest>): Result[] {
  switch (request.op) {
    case 'run':
      return [run(request.statement)]
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

/** The request that has waited longest, if any. */
function takeWaiting(): SqliteRequest | undefined {
  return (receiveMessageOnPort(requests) as { message: SqliteRequest } | undefined)?.message
}

function getBytes({ statements }: BatchRequest): number {
  const values = statements.flatMap(({ parameters }) => parameters)
  return values.reduce((sum: number, value) => sum + (value instanceof Uint8Array ? value.byteLength : 0), 0)
}

/** Answers a batch and those that wait behind it, and returns the other request that was found after them. */
function answerBatches(first: BatchRequest): SqliteRequest | undefined {
  const together = [first]
  let bytes = getBytes(first)
  let next: SqliteRequest | undefined
  while (together.length < MAX_TOGETHER && bytes < MAX_TOGETHER_BYTES) {
    next = takeWaiting()
    if (next?.op !== 'batch') break
    together.push(next)
    bytes += getBytes(next)
    next = undefined
  }
  for (const reply of answerTogether(together)) requests.postMessage(reply)
  return next
}

function answerOther(request: Exclude<SqliteRequest, BatchRequest>): void {
  let reply: SqliteReply
  try {
    reply = { id: request.id, results: answer(request) }
  } catch (error) {
    reply = { id: request.id, failure: getFailure(error) }
  }
  requests.postMessage(reply)
  if (request.op === 'close') requests.close()
}

requests.on('message', (message: SqliteRequest) => {
  let request: SqliteRequest | undefined = message
  while (request) {
    if (request.op === 'batch') request = answerBatches(request)
    else {
      answerOther(request)
      request = undefined
    }
  }
})

let opened: SqliteReply
try {
  open()
  opened = { id: 0, results: [] }
} catch (error) {
  opened = { id: 0, failure: getFailure(error) }
}
requests.postMessage(opened)
