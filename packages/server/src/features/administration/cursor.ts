import { type RawBuilder, sql as raw } from 'kysely'
import { z } from 'zod'
import { invalid } from '../../refusals.ts'

const Cursor = z.tuple([z.union([z.string(), z.number()]), z.string()])

/** Where a page ends: the last row's value of the sorted column and its id. */
type Cursor = z.infer<typeof Cursor>

export const writeCursor = (cursor: Cursor): string =>
  Buffer.from(JSON.stringify(cursor)).toString('base64url')

function readCursor(text: string): Cursor {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw invalid({ after: 'is no cursor of this list' })
  }
}

export interface Keyset {
  readonly column: string
  readonly id: string
  readonly desc: boolean
  readonly after: string | undefined
}

/** True for the rows behind a cursor: an index on both columns answers it, however deep the page. */
export function isBehind({ column, id, desc, after }: Keyset): RawBuilder<boolean> | null {
  if (after === undefined) return null
  const [value, last] = readCursor(after)
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
