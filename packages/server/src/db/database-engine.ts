/** A statement for an engine: parameters are integers, text, bytes or null. */
export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
  /** Number of rows it must change; any other number rolls the whole batch back. */
  readonly expectChanges?: number
}

export interface Result {
  readonly rows: readonly unknown[]
  readonly changes: number
}

/** An open transaction on its own connection. */
export interface Session {
  run(statement: Statement): Promise<Result>
  commit(): Promise<void>
  rollback(): Promise<void>
}

/** A database engine; SQLite and PostgreSQL behave alike. */
export interface Engine {
  readonly name: 'sqlite' | 'postgres'
  read(statement: Statement): Promise<Result>
  write(statement: Statement): Promise<Result>
  /** Runs all statements in one transaction and one round trip. */
  batch(statements: readonly Statement[]): Promise<readonly Result[]>
  begin(): Promise<Session>
  close(): Promise<void>
  /** Connections of the pool, and statements that wait for one; null: the engine has none. */
  readonly pool: PoolFigures | null
}

export interface PoolFigures {
  readonly used: number
  readonly idle: number
  readonly waiting: number
}
