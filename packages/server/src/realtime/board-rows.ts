import type { Change } from '@tavla/canvas/model'
import type { Database } from '../db/database.ts'
import type { Boards } from '../ports/boards/port.ts'
import { encodeManifest, getHash, newestCheckpoint } from './checkpoints/checkpoint-rows.ts'
import { copyChunks } from './checkpoints/copy-chunks.ts'
import { eraseAuthor, type ForgetOptions } from './erasure/erase-author.ts'
import { realtimeLimits } from './realtime-limits.ts'
import { boardPast } from './history/past.ts'
import { readNewest, stateInTurns } from './checkpoints/read-checkpoint.ts'
import { WorkTurn } from './work-turn.ts'

export interface BoardRowsOptions extends ForgetOptions {
  /** Applies changes with somebody as author, without a connection of theirs. */
  readonly change: (wid: string, uid: string, changes: readonly Change[]) => Promise<void>
  /** Writes pending edits of an open board to journal and checkpoint. */
  readonly settle: (wid: string) => Promise<void>
  readonly reserveWork: Boards['reserveWork']
}

/** Operations on whole boards, for duplicating and deleting spaces. */
export function boardRows(options: BoardRowsOptions): Boards {
  const { change, clock, db, newId, reserveWork, settle } = options
  const turn = new WorkTurn(clock, realtimeLimits.workPerTurn)
  return {
    change,
    reserveWork,
    async copy(from, to) {
      await settle(from)
      const checkpoint = await newestCheckpoint(db, from)
      // Never opened: the copy gets its first page like a new space.
      if (!checkpoint) return
      const { seq, time, schema } = checkpoint.row
      await db.sql
        .insertInto('boards')
        .values({ wid: to, epoch: newId(), head: 0, chain: '', fence: 0, owner: '', checkpoint: 0 })
        .execute()
      const manifest = encodeManifest(await copyChunks(db, checkpoint, to))
      // The copy continues the original's journal numbers; history stays with the original.
      await db.batch([
        {
          query: db.sql
            .insertInto('checkpoints')
            .values({ wid: to, seq, time, schema, manifest, hash: getHash(manifest) }),
        },
        { query: db.sql.updateTable('boards').set({ head: seq, checkpoint: seq }).where('wid', '=', to) },
        { query: getAuthors(db, from, to) },
      ])
    },
    async read(wid) {
      const board = await db.sql.selectFrom('boards').select('head').where('wid', '=', wid).executeTakeFirst()
      if (!board) return null
      await settle(wid)
      const checkpoint = await readNewest(db, wid, Number.MAX_SAFE_INTEGER)
      return checkpoint && stateInTurns(checkpoint, turn)
    },
    past: boardPast(db),
    forget: (wid, deletedAccount) => eraseAuthor(options, wid, deletedAccount),
    async erase(tx, wid) {
      await tx.deleteFrom('authors').where('wid', '=', wid).execute()
      await tx.deleteFrom('delete_conflicts').where('wid', '=', wid).execute()
      await tx.deleteFrom('trimmed_tabs').where('wid', '=', wid).execute()
      await tx.deleteFrom('journal').where('wid', '=', wid).execute()
      await tx.deleteFrom('chunks').where('wid', '=', wid).execute()
      await tx.deleteFrom('checkpoints').where('wid', '=', wid).execute()
      await tx.deleteFrom('boards').where('wid', '=', wid).execute()
    },
  }
}

/** Some may have no work left on the board; erasing them later then finds nothing. */
function getAuthors(db: Database, from: string, to: string) {
  return db.sql
    .insertInto('authors')
    .columns(['wid', 'uid'])
    .expression((eb) =>
      eb
        .selectFrom('authors')
        .select((select) => [select.val(to).as('wid'), 'uid'])
        .where('wid', '=', from),
    )
}
