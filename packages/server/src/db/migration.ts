import type { Dialect } from './dialect.ts'

/**
 * One step of the schema, forward only, never edited after release. `sample` is test data of this version: the tests
 * put it in and run every later step over it.
 */
export interface Migration {
  /** `0001_accounts`: four digits that only grow. 0001–0009 are the accounts' and spaces', 0010 and up the journal's. */
  readonly name: string
  readonly up: (column: Dialect) => readonly string[]
  readonly sample: readonly string[]
}
