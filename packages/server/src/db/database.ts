import { type CompiledQuery, Kysely, type Transaction } from 'kysely'
import type { Clock } from '../ports/clock/port.ts'
import { type Dialect, getDialect } from './dialect.ts'
import { insideTransaction, kyselyDialect, type RunningTransaction, running, getStatement } from './driver.ts'
import type { Engine, Result, PoolFigures } from './database-engine.ts'
import { SerializationFailure } from './database-errors.ts'
import type { Tables } from './tables/tables.ts'

/** Parameter of row functions: the global handle or a transaction. Reads outside a transaction see committed data. */
export type Sql = Kysely<Tables>
/** Parameter of row functions whose statements must share a transaction. */
export type Tx = Transaction<Tables>

/** A query of a batch and the number of rows it must change, or the batch is rolled back. */
export interface BatchQuery {
  readonly query: { compile(): CompiledQuery }
  readonly expectChanges?: number
}

/** A transaction may await only its own statements; one that idles longer is rolled back. */
const IDLE_MS = 250
/** Limit of one message to the writer: the largest edit and its columns fit. */
const MAX_BYTES = (1 << 20) + (64 << 10)
const TRIES = 12

export class Database {
  /** The global handle; it throws inside a transaction. */
  readonly sql: Sql
  readonly dialect: Dialect
  readonly #engine: Engine
  readonly #clock: Clock

  constructor(engine: Engine, clock: Clock) {
    this.#engine = engine
    this.#clock = clock
    this.dialect = getDialect(engine)
    this.sql = new Kysely<Tables>({ dialect: kyselyDialect(engine) })
  }

  get pool(): PoolFigures | null {
    return this.#engine.pool
  }

  /**
   * Runs `act` in a transaction and resolves after the commit. `act` awaits only its own statements, has no other
   * effects, and runs again after a serialization conflict.
   */
  async transaction<T>(act: (tx: Tx) => Promise<T>): Promise<T> {
    if (insideTransaction()) throw new Error('A transaction inside a transaction: pass the first one on')
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.sql.transaction().execute((tx) => this.#guarded(tx, act))
      } catch (error) {
        if (!(error instanceof SerializationFailure) || attempt === TRIES) throw error
        await this.#clock.sleep(attempt * 5)
      }
    }
  }

  /** Runs all queries in one message and one transaction, with at most 1 MiB of parameters. */
  async batch(queries: readonly BatchQuery[]): Promise<readonly Result[]> {
    if (insideTransaction()) throw new Error('A batch inside a transaction: use the transaction')
    const statements = queries.map(({ query, expectChanges }) => ({
      ...getStatement(query.compile()),
      ...(expectChanges === undefined ? {} : { expectChanges }),
    }))
    const bytes = statements.reduce((sum, { parameters }) => sum + getSize(parameters), 0)
    if (bytes > MAX_BYTES) throw new Error(`A batch of ${bytes} bytes: at most ${MAX_BYTES} go in at once`)
    return this.#engine.batch(statements)
  }

  async close(): Promise<void> {
    await this.sql.destroy()
    await this.#engine.close()
  }

  /** Rejects when the transaction idles too long; Kysely then rolls it back. */
  #guarded<T>(tx: Tx, act: (tx: Tx) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let statements = 0
      let cancel = () => {}
      const tooLong = () => {
        state.ended = true
        reject(new Error(`A transaction waited ${IDLE_MS} ms for something else than its statements`))
      }
      const watch = () => {
        cancel = this.#clock.after(IDLE_MS, tooLong)
      }
      const state: RunningTransaction = {
        ended: false,
        busy: () => {
          if (statements++ === 0) cancel()
        },
        idle: () => {
          if (--statements === 0 && !state.ended) watch()
        },
      }
      const end = () => {
        state.ended = true
        cancel()
      }
      watch()
      running
        .run(state, () => act(tx))
        .then(
          (value) => (end(), resolve(value)),
          (error: unknown) => (end(), reject(error)),
        )
    })
  }
}

function getSize(parameters: readonly unknown[]): number {
  return parameters.reduce<number>((sum, value) => {
    if (value instanceof Uint8Array) return sum + value.byteLength
    return sum + (typeof value === 'string' ? value.length : 8)
  }, 0)
}
