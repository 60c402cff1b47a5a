/** One statement as an engine takes it: parameters are integers, text, bytes or null. */
export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
  /** Rows it must change; any other number undoes the whole batch. */
  readonly expectChanges?: number
}

export interface Result {
  readonly rows: readonly unknown[]
  readonly changes: number
}

/** A transaction that is open on its own connection. */
export interface Session {
  run(statement: Statement): Promise<Result>
  commit(): Promise<void>
  rollback(): Promise<void>
}

/** A database engine; SQLite and PostgreSQL answer alike. */
export interface Engine {
  readonly name: 'sqlite' | 'postgres'
  read(statement: Statement): Promise<Result>
  write(statement: Statement): Promise<Result>
  /** All statements in one transaction and one round trip, or none of them. */
  batch(statements: readonly Statement[]): Promise<readonly Result[]>
  begin(): Promise<Session>
  close(): Promise<void>
}
