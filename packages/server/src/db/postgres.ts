import pg from 'pg'
import type { Engine, Result, Session, Statement } from './engine.ts'
import { BatchConflict, DatabaseUnavailable, DuplicateRow, SerializationFailure } from './errors.ts'

const { Pool, DatabaseError, types } = pg

/** Type numbers whose usual JavaScript form differs from SQLite's. */
const INT8 = 20
const NUMERIC = 1700
const BYTEA = 17

/** `pg` answers int8 and sums as text and bytes as Buffer; here both engines answer numbers and Uint8Array. */
const parsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8 || oid === NUMERIC) return Number
    if (oid === BYTEA) return (value: string) => Uint8Array.from(Buffer.from(value.slice(2), 'hex'))
    return types.getTypeParser(oid, format)
  },
}

export interface PostgresOptions {
  readonly url: string
  /** Connections at most. */
  readonly size: number
  readonly onError: (error: Error) => void
}

export function openPostgres({ url, size, onError }: PostgresOptions): Engine {
  const pool = new Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 10_000,
    options: '-c synchronous_commit=on',
    types: parsers,
  })
  // Without listeners a dropped connection would end the process.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))

  return {
    name: 'postgres',
    read: (statement) => run(pool, statement),
    write: (statement) => run(pool, statement),
    batch: (statements) => batch(pool, statements),
    begin: () => begin(pool),
    close: () => pool.end(),
  }
}

async function run(on: pg.Pool | pg.PoolClient, statement: Statement): Promise<Result> {
  try {
    const result = await on.query(statement.sql, [...statement.parameters])
    return { rows: result.rows as unknown[], changes: result.rowCount ?? 0 }
  } catch (error) {
    throw errorOf(error)
  }
}

const plain = (sql: string): Statement => ({ sql, parameters: [] })

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw errorOf(error)
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
    broken = await run(client, plain('ROLLBACK')).then(
      () => false,
      () => true,
    )
    throw error
  } finally {
    client.release(broken)
  }
}

/** Serializable, so that a transaction sees the same world as on SQLite, where there is one writer. */
async function begin(pool: pg.Pool): Promise<Session> {
  const client = await connect(pool)
  const end = async (sql: string) => {
    try {
      await run(client, plain(sql))
    } catch (error) {
      if (sql === 'ROLLBACK') client.release(true)
      throw error
    }
    client.release()
  }
  try {
    await run(client, plain('BEGIN ISOLATION LEVEL SERIALIZABLE'))
  } catch (error) {
    client.release(true)
    throw error
  }
  return {
    run: (statement) => run(client, statement),
    commit: () => end('COMMIT'),
    rollback: () => end('ROLLBACK'),
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

function errorOf(error: unknown): unknown {
  if (error instanceof DatabaseError) {
    const state = error.code ?? ''
    if (state === '23505') return new DuplicateRow(error.message)
    if (SERIALIZATION.has(state)) return new SerializationFailure(error.message)
    if (state === '53100' || state === '58030') return new DatabaseUnavailable('full', error)
    // Connection lost, too many clients, shutting down or starting up, made read-only by a failover.
    if (/^(08|53|57P|25006)/.test(state)) return new DatabaseUnavailable('away', error)
    return error
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const message = error instanceof Error ? error.message : ''
  const lost = NETWORK.has(code) || /terminated|timeout|Connection|not queryable/i.test(message)
  return lost ? new DatabaseUnavailable('away', error) : error
}
