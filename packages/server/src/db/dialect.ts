import { type RawBuilder, sql } from 'kysely'
import type { Engine } from './engine.ts'

/** The few places where the engines differ; nothing else asks which engine it is on. */
export interface Dialect {
  /** Column types for migrations: integers of 64 bits, text, bytes. */
  readonly int: string
  readonly text: string
  readonly blob: string
  /** What follows the closing bracket of `create table`. */
  readonly strict: string
}

const dialects: Record<Engine['name'], Dialect> = {
  sqlite: { int: 'integer', text: 'text', blob: 'blob', strict: ' strict' },
  postgres: { int: 'bigint', text: 'text', blob: 'bytea', strict: '' },
}

export const dialectOf = (engine: Engine): Dialect => dialects[engine.name]

/** Finds `words` anywhere in a column that holds text folded by `foldForSearch`. */
export function contains(column: string, words: string): RawBuilder<boolean> {
  const pattern = `%${foldForSearch(words).replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`
}

/** Same letters whatever their case or form, on both engines. */
export const foldForSearch = (text: string): string => text.normalize('NFKC').toLowerCase()
