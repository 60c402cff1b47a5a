import { Socket } from 'node:net'
import pg from 'pg'
import type { Clock } from '../ports/clock/port.ts'
import type { Engine, Result, Session, Statement } from './database-engine.ts'
import { BatchConflict, DatabaseUnavailable, DuplicateRow, SerializationFailure } from './database-errors.ts'
import { destroyAll, type PostgresTimeouts, usualTimeouts, watchForSilence } from './postgres-silence.ts'

const { Pool, DatabaseError, types } = pg

/** Type OIDs whose default JavaScript form differs from SQLite's. */
const INT8 = 20
const NUMERIC = 1700
const BYTEA = 17

/** `pg` returns int8 and sums as text and bytes as Buffer; here both engines return numbers and Uint8Array. */
const parsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8 || oid === NUMERIC) return Number
    if (oid === BYTEA) return (value: string) => Uint8Array.from(Buffer.from(value.slice(2), 'hex'))
    return types.getTypeParser(oid, format)
  },
}

export interface PostgresOptions {
  readonly url: string
  /** Maximum number of connections. */
  readonly size: number
  readonly clock: Clock
  readonly timeouts?: PostgresTimeouts
  /** A connection was lost. */
  readonly onError: (error: Error) => void
  /** The server stopped responding, or responds again. */
  readonly onAway?: (error: Error) => void
  readonly onBack?: () => void
}

/** A transaction awaits only its own statements, so one that idles this long belongs to a dead process. */
const IDLE_TRANSACTION_MS = 5_000
/** TCP keep-alive of idle connections, ms, and the server's own settings for detecting that this process died. */
const KEEP_ALIVE_MS = 10_000
const SERVER_SETTINGS = [
  'synchronous_commit=on',
  'tcp_keepalives_idle=30',
  'tcp_keepalives_interval=10',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=30000',
]

/** How long closing waits for connections before they are destroyed, ms. */
const CLOSE_MS = 2_000

export function openPostgres(options: PostgresOptions): Engine {
  const { url, size, clock, onError, timeouts = usualTimeouts } = options
  const sockets = new Set<Socket>()
  const config: pg.ClientConfig = {
    connectionString: url,
    connectionTimeoutMillis: timeouts.connect,
    statement_timeout: timeouts.statement,
    query_timeout: timeouts.answer,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    options: SERVER_SETTINGS.map((setting) => `-c ${setting}`).join(' '),
    types: parsers,
    stream() {
      const socket = new Socket()
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      return socket
    },
  }
  const pool = new Pool({ ...config, max: size })
  // Without listeners a dropped connection would end the process.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  const watch = watchForSilence({
    config,
    clock,
    timeouts,
    onAway(error) {
      options.onAway?.(error)
      destroyAll(sockets, error)
    },
    onBack: () => options.onBack?.(),
  })
  /** Rejects at once while the server is known to be away. */
  const whileHere = <T>(act: () => Promise<T>): Promise<T> =>
    watch.away ? Promise.reject(new DatabaseUnavailable('away', watch.away)) : act()

  return {
    name: 'postgres',
    get pool() {
      const { totalCount, idleCount: idle, waitingCount: waiting } = pool
      return { used: totalCount - idle, idle, waiting }
    },
    read: (statement) => whileHere(() => run(pool, statement)),
    write: (statement) => whileHere(() => run(pool, statement)),
    batch: (statements) => whileHere(() => batch(pool, statements)),
    begin: () => whileHere(() => begin(pool)),
    async close() {
      watch.stop()
      const cancel = clock.after(CLOSE_MS, () => destroyAll(sockets, new Error('The pool is closed')))
      await pool.end()
      cancel()
    },
  }
}

async function run(on: pg.Pool | pg.PoolClient, statement: Statement): Promise<Result> {
  try {
    const result = await on.query(statement.sql, [...statement.parameters])
    return { rows: result.rows as unknown[], changes: result.rowCount ?? 0 }
  } catch (error) {
    throw getError(error)
  }
}

const plain = (sql: string): Statement => ({ sql, parameters: [] })

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw getError(error)
  }
}

async function batch(pool: pg.Pool, statements: readonly Statement[]): Promise<readonly Result[]> {
  const client = await connect(pool)
  let broken = false
  try {
    await run(client, plain('BEGIN'))
    const results: Result[] = []
    for (const [index, statement] of statements.entries()) {
      const result = await run(client, statement)
      if (statement.expectChanges !== undefined && result.changes !== statement.expectChanges)
        throw new BatchConflict(index)
      results.push(result)
    }
    await run(client, plain('COMMIT'))
    return results
  } catch (error) {
    broken = isAway(error) || (await rollback(client))
    throw error
  } finally {
    client.release(broken)
  }
}

/** A lost connection cannot be rolled back. */
const isAway = (error: unknown): boolean => error instanceof DatabaseUnavailable && error.reason === 'away'

/** True when the rollback failed and the connection cannot be reused. */
const rollback = (client: pg.PoolClient): Promise<boolean> =>
  run(client, plain('ROLLBACK')).then(
    () => false,
    () => true,
  )

/** Serializable, so that a transaction sees the same data as on SQLite, which has one writer. */
async function begin(pool: pg.Pool): Promise<Session> {
  const client = await connect(pool)
  let isLost = false
  const ask = async (statement: Statement): Promise<Result> => {
    try {
      return await run(client, statement)
    } catch (error) {
      isLost ||= isAway(error)
      throw error
    }
  }
  try {
    await ask(plain('BEGIN ISOLATION LEVEL SERIALIZABLE'))
  } catch (error) {
    client.release(true)
    throw error
  }
  return {
    run: ask,
    async commit() {
      await ask(plain('COMMIT'))
      client.release()
    },
    async rollback() {
      client.release(isLost || (await rollback(client)))
    },
  }
}

const SERIALIZATION = new Set(['40001', '40P01'])
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOENT',
])

function getError(error: unknown): unknown {
  if (error instanceof DatabaseError) {
    const state = error.code ?? ''
    if (state === '23505') return new DuplicateRow(error.message)
    if (SERIALIZATION.has(state)) return new SerializationFailure(error.message)
    if (state === '53100' || state === '58030') return new DatabaseUnavailable('full', error)
    // Connection lost, too many clients, shutting down or starting up, or made read-only by a failover.
    if (/^(08|53|57P|25006)/.test(state)) return new DatabaseUnavailable('away', error)
    return error
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const message = error instanceof Error ? error.message : ''
  const lost = NETWORK.has(code) || /terminated|timeout|Connection|not queryable/i.test(message)
  return lost ? new DatabaseUnavailable('away', error) : error
}
