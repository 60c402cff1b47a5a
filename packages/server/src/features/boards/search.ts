import type { SpaceMatch } from '@tavla/contract'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { App } from '../../context.ts'
import { findFolded, foldForSearch } from '../../db/fold.ts'

type Match = z.input<typeof SpaceMatch>

/** Characters of context around a match. */
const BEFORE = 24
const AROUND = 120

/** Condition on space ids: the account is a member and the board contains the text. */
export function findWritten({ db }: App, uid: string, key: string): RawBuilder<boolean> {
  const holds = db.dialect.containsWords('board_texts', 'folded', key)
  return sql<boolean>`spaces.wid in (
    select board_texts.wid from board_texts
    where board_texts.wid in (select members.wid from members where members.uid = ${uid}) and ${holds})`
}

/** The first match on each of these boards. The caller has checked access. */
export async function findMatches(
  app: App,
  wids: readonly string[],
  key: string,
): Promise<ReadonlyMap<string, Match>> {
  if (wids.length === 0 || foldForSearch(key) === '') return new Map()
  const { sql: rows, dialect } = app.db
  const found = await rows
    .selectFrom('board_texts as shown')
    .select(['shown.wid', 'shown.page', 'shown.element', 'shown.text'])
    .where('shown.id', 'in', (eb) =>
      eb
        .selectFrom('board_texts')
        .select((some) => some.fn.min('board_texts.id').as('id'))
        .where('board_texts.wid', 'in', wids)
        .where(dialect.containsWords('board_texts', 'folded', key))
        .groupBy('board_texts.wid'),
    )
    .execute()
  return new Map(found.map(({ wid, page, element, text }) => [wid, { page, element, ...excerpt(text, key) }]))
}

/** An excerpt around the match, and the match's range in it. */
export function excerpt(text: string, key: string): Pick<Match, 'text' | 'from' | 'to'> {
  const { from, to } = findFolded(text, key) ?? { from: 0, to: 0 }
  const start = from <= BEFORE ? 0 : wordStart(text, from - BEFORE, from)
  const end = Math.min(text.length, Math.max(start + AROUND, to))
  const head = start > 0 ? '…' : ''
  const shown = text.slice(start, end).toWellFormed()
  return {
    text: head + shown + (end < text.length ? '…' : ''),
    from: from - start + head.length,
    to: to - start + head.length,
  }
}

/** Start of a word before the match, if there is one within the context. */
function wordStart(text: string, at: number, before: number): number {
  const space = text.indexOf(' ', at)
  return space >= 0 && space < before ? space + 1 : at
}
