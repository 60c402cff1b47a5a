import type { Dialect } from './dialect.ts'

/**
 * One step of the schema, forward only, never edited after release. `sample` inserts test data of this version; tests
 * run every later migration over it.
 */
export interface Migration {
  /** `0001_accounts`: four increasing digits. 0001–0009 belong to accounts and spaces, 0010 and up to the journal. */
  readonly name: string
  readonly up: (column: Dialect) => readonly string[]
  readonly sample: readonly string[]
}
