import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Engine, Result, Session, Statement } from './database-engine.ts'
import { BatchConflict, DatabaseUnavailable, DuplicateRow, StartRefused } from './database-errors.ts'
import type { SqliteFailure, SqliteReply, SqliteRequest, SqliteWorkerData } from './sqlite-worker.ts'

type Unnumbered<T> = T extends unknown ? Omit<T, 'id'> : never

/** SQLite's result codes that are handled; the low byte is the family. */
const BUSY = 5
const IO_ERROR = 10
const FULL = 13
const IO_ERROR_FSYNC = 1034
const IO_ERROR_DIR_FSYNC = 1290
const CONSTRAINT_PRIMARY_KEY = 1555
const CONSTRAINT_UNIQUE = 2067

/** A worker thread with one connection; replies come in the order of requests. */
class SqliteThread {
  readonly #worker: Worker
  readonly #waiting = new Map<
    number,
    { resolve(results: readonly Result[]): void; reject(error: Error): void }
  >()
  readonly #onFatal: (error: Error) => void
  #lastId = 0
  #closing = false

  constructor(data: SqliteWorkerData, onFatal: (error: Error) => void) {
    this.#onFatal = onFatal
    this.#worker = new Worker(new URL('./sqlite-worker.ts', import.meta.url), {
      workerData: data,
      execArgv: [],
    })
    this.#worker.on('message', (reply: SqliteReply) => this.#settle(reply))
    this.#worker.on('error', (error) => this.#die(error))
    this.#worker.on('exit', () => this.#die(new Error('The database thread ended')))
  }

  opened(): Promise<unknown> {
    return new Promise((resolve, reject) => this.#waiting.set(0, { resolve, reject }))
  }

  ask(request: Unnumbered<SqliteRequest>): Promise<readonly Result[]> {
    return new Promise((resolve, reject) => {
      if (this.#closing) return reject(new DatabaseUnavailable('away', 'closed'))
      const id = ++this.#lastId
      this.#waiting.set(id, { resolve, reject })
      this.#worker.postMessage({ ...request, id })
    })
  }

  async close(): Promise<void> {
    if (this.#closing) return
    const answered = this.ask({ op: 'close' })
    this.#closing = true
    await answered
    await this.#worker.terminate()
  }

  #settle(reply: SqliteReply): void {
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if ('results' in reply) return waiting?.resolve(reply.results)
    // After a failed fsync it is unknown what reached the disk: continuing could acknowledge lost data.
    const { code } = reply.failure
    const error = getError(reply.failure)
    if (code === IO_ERROR_FSYNC || code === IO_ERROR_DIR_FSYNC) this.#onFatal(error)
    waiting?.reject(error)
  }

  #die(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(new DatabaseUnavailable('away', error))
    this.#waiting.clear()
    if (!this.#closing) this.#onFatal(error)
    this.#closing = true
  }
}

function getError(failure: SqliteFailure): Error {
  if (failure.conflict !== undefined) return new BatchConflict(failure.conflict)
  if (failure.code === CONSTRAINT_UNIQUE || failure.code === CONSTRAINT_PRIMARY_KEY)
    return new DuplicateRow(failure.message)
  const error = Object.assign(new Error(failure.message), { code: failure.code })
  const family = failure.code & 0xff
  if (family === FULL) return new DatabaseUnavailable('full', error)
  return family === BUSY || family === IO_ERROR ? new DatabaseUnavailable('away', error) : error
}

function isBusy(error: unknown): boolean {
  const cause = error instanceof DatabaseUnavailable ? error.cause : null
  return cause instanceof Error && 'code' in cause && cause.code === BUSY
}

/** Serializes transactions and single writes in the order they were requested. */
class Mutex {
  #held = false
  readonly #waiting: (() => void)[] = []

  /** Runs `pass` when no transaction holds the writer; immediately if nobody waits. */
  through<T>(pass: () => Promise<T>): Promise<T> {
    if (!this.#held && this.#waiting.length === 0) return pass()
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => void pass().then(resolve, reject))
    })
  }

  async hold(): Promise<() => void> {
    await this.through(() => {
      this.#held = true
      return Promise.resolve()
    })
    return () => {
      this.#held = false
      while (!this.#held) {
        const next = this.#waiting.shift()
        if (!next) break
        next()
      }
    }
  }
}

export interface SqliteOptions {
  /** Directory of the database; created if missing, readable by its owner only. */
  readonly directory: string
  /** An fsync failed or the thread died: the process must end. */
  readonly onFatal: (error: Error) => void
}

/** Creates the file before SQLite does, so that it is never readable by others. */
function ownerOnlyFile(directory: string, name: string): string {
  const path = join(directory, name)
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
  return path
}

export async function openSqlite({ directory, onFatal }: SqliteOptions): Promise<Engine> {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  chmodSync(directory, 0o700)
  const file = ownerOnlyFile(directory, 'tavla.db')
  const lockFile = ownerOnlyFile(directory, 'lock.db')
  const writer = await openThread({ file, readOnly: false, lockFile }, onFatal, directory)
  const reader = await openThread({ file, readOnly: true, lockFile: null }, onFatal, directory)
  const mutex = new Mutex()
  const one = async (thread: SqliteThread, statement: Statement): Promise<Result> =>
    (await thread.ask({ op: 'run', statement }))[0] ?? { rows: [], changes: 0 }

  async function begin(): Promise<Session> {
    const release = await mutex.hold()
    try {
      await writer.ask({ op: 'begin' })
    } catch (error) {
      release()
      throw error
    }
    const rollback = () =>
      writer.ask({ op: 'rollback' }).then(
        () => release(),
        (error: unknown) => (release(), Promise.reject(error)),
      )
    return {
      run: (statement) => one(writer, statement),
      // A failed commit leaves the transaction open; the caller rolls back, and only then is the writer free.
      commit: async () => {
        await writer.ask({ op: 'commit' })
        release()
      },
      rollback,
    }
  }

  return {
    name: 'sqlite',
    pool: null,
    read: (statement) => one(reader, statement),
    write: (statement) => mutex.through(() => one(writer, statement)),
    batch: (statements) => mutex.through(() => writer.ask({ op: 'batch', statements })),
    begin,
    async close() {
      await reader.close()
      await mutex.through(() => writer.close())
    },
  }
}

async function openThread(data: SqliteWorkerData, onFatal: (error: Error) => void, directory: string) {
  let running = false
  const thread = new SqliteThread(data, (error) => running && onFatal(error))
  try {
    await thread.opened()
  } catch (error) {
    await thread.close().catch(() => undefined)
    if (isBusy(error) && data.lockFile)
      throw new StartRefused(
        `Another Tavla server is already using ${directory}. Stop it, or set DATA_DIR to another directory.`,
      )
    throw new StartRefused(`The database in ${directory} cannot be opened: ${String(error)}`)
  }
  running = true
  return thread
}
