import type { App } from '../../context.ts'
import { foldForSearch } from '../../db/fold.ts'
import type { BoardText } from '../../drawing/board-reader.ts'

/** Rows changed in one transaction, so that editing never waits long for it. */
const AT_ONCE = 200

/** Updates the searchable texts of a board, writing only the differences. */
export async function storeTexts({ db }: App, wid: string, texts: readonly BoardText[]): Promise<void> {
  const known = await db.sql
    .selectFrom('board_texts')
    .select(['id', 'page', 'element', 'text'])
    .where('wid', '=', wid)
    .execute()
  const getName = ({ page, element, text }: BoardText): string => JSON.stringify([page, element, text])
  const wanted = new Map(texts.map((text) => [getName(text), text]))
  const removedSeqs: number[] = []
  // Unchanged rows stay; duplicates are deleted.
  for (const row of known) if (!wanted.delete(getName(row))) removedSeqs.push(row.id)
  for (let at = 0; at < removedSeqs.length; at += AT_ONCE) {
    const ids = removedSeqs.slice(at, at + AT_ONCE)
    await db.sql.deleteFrom('board_texts').where('id', 'in', ids).execute()
  }
  const rows = [...wanted.values()].map((text) => ({ wid, ...text, folded: foldForSearch(text.text) }))
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const some = rows.slice(at, at + AT_ONCE)
    await db.transaction(async (tx) => {
      const space = await tx.selectFrom('spaces').select('wid').where('wid', '=', wid).executeTakeFirst()
      if (space) await tx.insertInto('board_texts').values(some).execute()
    })
  }
}
