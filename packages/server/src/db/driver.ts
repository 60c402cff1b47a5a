import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Engine, Result, Session, Statement } from './database-engine.ts'

/** The transaction that runs in this call chain. */
export interface RunningTransaction {
  /** Called around each statement, for the idle check. */
  readonly busy: () => void
  readonly idle: () => void
  ended: boolean
}

export const running = new AsyncLocalStorage<RunningTransaction>()

/** True inside a transaction that has not ended. */
export const insideTransaction = (): boolean => running.getStore()?.ended === false

export const getStatement = (query: CompiledQuery): Statement => ({
  sql: query.sql,
  parameters: query.parameters,
})

export function kyselyDialect(engine: Engine): Dialect {
  const sqlite = engine.name === 'sqlite'
  return {
    createDriver: () => new EngineDriver(engine),
    createAdapter: () => (sqlite ? new TwoThreadsAdapter() : new PostgresAdapter()),
    createIntrospector: (db) => (sqlite ? new SqliteIntrospector(db) : new PostgresIntrospector(db)),
    createQueryCompiler: () => (sqlite ? new SqliteQueryCompiler() : new PostgresQueryCompiler()),
  }
}

/** Kysely's adapter would serialize everything on one connection; reader and writer keep their own order here. */
class TwoThreadsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class EngineDriver implements Driver {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  init(): Promise<void> {
    return Promise.resolve()
  }

  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(new EngineConnection(this.#engine))
  }

  beginTransaction(connection: DatabaseConnection): Promise<void> {
    return requireEngineConnection(connection).begin()
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await requireEngineConnection(connection).session().commit()
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await requireEngineConnection(connection).session().rollback()
  }

  releaseConnection(): Promise<void> {
    return Promise.resolve()
  }

  /** Kysely skips this call when no query was run, so the database closes the engine itself. */
  destroy(): Promise<void> {
    return Promise.resolve()
  }
}

function requireEngineConnection(connection: DatabaseConnection): EngineConnection {
  if (!(connection instanceof EngineConnection)) throw new Error('A connection of another driver')
  return connection
}

class EngineConnection implements DatabaseConnection {
  readonly #engine: Engine
  #session: Session | null = null

  constructor(engine: Engine) {
    this.#engine = engine
  }

  async begin(): Promise<void> {
    this.#session = await this.#engine.begin()
  }

  session(): Session {
    if (!this.#session) throw new Error('No transaction was begun')
    return this.#session
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.#run(query)
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.changes) }
  }

  // eslint-disable-next-line require-yield -- the interface asks for a generator; rows are never streamed here
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are not streamed: page through them')
  }

  async #run(query: CompiledQuery): Promise<Result> {
    const statement = getStatement(query)
    if (this.#session) {
      const transaction = running.getStore()
      if (transaction?.ended) throw new Error('The transaction of this statement has ended')
      transaction?.busy()
      try {
        return await this.#session.run(statement)
      } finally {
        transaction?.idle()
      }
    }
    if (insideTransaction())
      throw new Error(
        'The global handle was used inside a transaction: it would wait for itself. Use the transaction.',
      )
    return query.query.kind === 'SelectQueryNode'
      ? this.#engine.read(statement)
      : this.#engine.write(statement)
  }
}
