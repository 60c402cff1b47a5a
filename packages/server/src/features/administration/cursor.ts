import { type RawBuilder, type SelectQueryBuilder, type Simplify, sql as raw } from 'kysely'
import { z } from 'zod'
import type { Sql } from '../../db/database.ts'
import { invalid } from '../../refusals.ts'

const Cursor = z.tuple([z.union([z.string(), z.number()]), z.string()])

/** Where a page ends: the last row's value of the sorted column and its id. */
type Cursor = z.infer<typeof Cursor>

export const writeCursor = (cursor: Cursor): string =>
  Buffer.from(JSON.stringify(cursor)).toString('base64url')

const foreignCursor = () => invalid({ after: 'is no cursor of this list' })

function readCursor(text: string): Cursor {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw foreignCursor()
  }
}

export interface Keyset {
  readonly column: string
  readonly id: string
  readonly desc: boolean
  readonly after: string | undefined
  /** Whether the sorted column holds text; the others hold numbers. */
  readonly isText?: boolean
}

/** True for the rows behind a cursor: an index on both columns answers it, however deep the page. */
export function isBehind({ column, id, desc, after, isText = false }: Keyset): RawBuilder<boolean> | null {
  if (after === undefined) return null
  const [value, last] = readCursor(after)
  // PostgreSQL fails on a value of another type than the column's.
  if ((typeof value === 'string') !== isText) throw foreignCursor()
  const than = raw.raw(desc ? '<' : '>')
  return raw<boolean>`(${raw.ref(column)}, ${raw.ref(id)}) ${than} (${value}, ${last})`
}

/** Cuts the one row too many off, and says where the next page begins. */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  getCursor: (row: Row) => Cursor,
): { readonly rows: readonly Row[]; readonly next: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, next: rows.length > limit && last ? writeCursor(getCursor(last)) : null }
}

/** Whether a list ordered by time begins with the newest; `byDefault` where its order was not chosen. */
export function isNewestFirst(
  { sort, desc }: { readonly sort?: 'time' | undefined; readonly desc?: boolean | undefined },
  byDefault = true,
): boolean {
  return sort === undefined ? byDefault : desc === true
}

interface PageOrder extends Keyset {
  readonly limit: number
}

export interface ListPage<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  readonly next: string | null
}

/** One page of what a query selects, how much it selects in all, and where the next page begins. */
export async function readPage<DB, TB extends keyof DB, O>(
  sql: Sql,
  query: SelectQueryBuilder<DB, TB, O>,
  order: PageOrder,
  getCursor: (row: Simplify<O>) => Cursor,
): Promise<ListPage<Simplify<O>>> {
  const behind = isBehind(order)
  const direction = order.desc ? 'desc' : 'asc'
  const found = await (behind ? query.where(behind) : query)
    .orderBy(raw.ref(order.column), direction)
    .orderBy(raw.ref(order.id), direction)
    .limit(order.limit + 1)
    .execute()
  const counted = await raw<{ count: number }>`select count(*) as count from (${query}) as counted`.execute(
    sql,
  )
  return { ...cutPage(found, order.limit, getCursor), total: counted.rows[0]?.count ?? 0 }
}
