import type { Applied } from '@tavla/canvas/model'
import { frameLimits } from '@tavla/contract/realtime'
import type { MissedDelete } from '@tavla/contract/realtime'
import type { BatchQuery, Database } from '../../db/database.ts'

/** A delete that passed over what this person had changed after it was made. */
export interface DeleteConflict extends MissedDelete {
  readonly uid: string
}

/** Authors to be informed of an edit, each with at most as many records as one message names. */
export function getDeleteConflicts(
  { skippedDeletes }: Pick<Applied, 'skippedDeletes'>,
  { seq, by }: { readonly seq: number; readonly by: string },
): readonly DeleteConflict[] {
  const getIds = new Map<string, string[]>()
  for (const { id, uids } of skippedDeletes) {
    for (const uid of uids) {
      const ids = getIds.get(uid)
      if (!ids) getIds.set(uid, [id])
      else if (ids.length < frameLimits.missedDeletes) ids.push(id)
    }
  }
  return [...getIds].map(([uid, ids]) => ({ uid, seq, by, ids }))
}

/**
 * What the people of one board have not seen yet of deletes that passed over their work: in memory for those who come, in
 * the database for the next room. Journal and page cannot say it: a page that was loaded anew has read neither.
 */
export class DeleteConflicts {
  readonly #db: Database
  readonly #wid: string
  /** By person, the oldest first. */
  readonly #unseen = new Map<string, readonly DeleteConflict[]>()

  constructor(db: Database, wid: string, unseen: readonly DeleteConflict[] = []) {
    this.#db = db
    this.#wid = wid
    this.add(unseen)
  }

  static async read(db: Database, wid: string): Promise<DeleteConflicts> {
    const rows = await db.sql
      .selectFrom('delete_conflicts')
      .select(['uid', 'seq', 'by_uid', 'ids'])
      .where('wid', '=', wid)
      .orderBy('seq')
      .execute()
    const unseen = rows.map(({ by_uid: by, ids, ...row }) => ({
      ...row,
      by,
      ids: JSON.parse(ids) as string[],
    }))
    return new DeleteConflicts(db, wid, unseen)
  }

  of(uid: string): readonly MissedDelete[] {
    return (this.#unseen.get(uid) ?? []).map(({ seq, by, ids }) => ({ seq, by, ids }))
  }

  /** For the transaction in which their edits are journaled; the oldest of a person make room. */
  queries(conflicts: readonly DeleteConflict[]): readonly BatchQuery[] {
    const { sql } = this.#db
    const wid = this.#wid
    const writes = conflicts.map(({ uid, seq, by, ids }): BatchQuery => {
      const row = { by_uid: by, ids: JSON.stringify(ids) }
      const insert = sql.insertInto('delete_conflicts').values({ wid, uid, seq, ...row })
      // Left by a manually restored journal; it must not stop the board.
      return {
        query: insert.onConflict((conflict) => conflict.columns(['wid', 'uid', 'seq']).doUpdateSet(row)),
      }
    })
    const dropped = [...Map.groupBy(conflicts, ({ uid }) => uid)].flatMap(([uid, fresh]) => {
      const all = [...(this.#unseen.get(uid) ?? []), ...fresh]
      const [oldest] = getNewest(all)
      if (!oldest || oldest === all[0]) return []
      const drop = sql.deleteFrom('delete_conflicts').where('wid', '=', wid).where('uid', '=', uid)
      return [{ query: drop.where('seq', '<', oldest.seq) }]
    })
    return [...writes, ...dropped]
  }

  /** They are in the database. */
  add(conflicts: readonly DeleteConflict[]): void {
    for (const conflict of conflicts) {
      const { uid } = conflict
      this.#unseen.set(uid, getNewest([...(this.#unseen.get(uid) ?? []), conflict]))
    }
  }

  /** This person has those up to this number on a device. */
  async seen(uid: string, seq: number): Promise<void> {
    const unseen = this.#unseen.get(uid)
    const left = unseen?.filter((conflict) => conflict.seq > seq) ?? []
    if (!unseen || left.length === unseen.length) return
    if (left.length > 0) this.#unseen.set(uid, left)
    else this.#unseen.delete(uid)
    await this.#db.sql
      .deleteFrom('delete_conflicts')
      .where('wid', '=', this.#wid)
      .where('uid', '=', uid)
      .where('seq', '<=', seq)
      .execute()
  }
}

/** The last of them that together name no more records than one message names; at least one. */
function getNewest(conflicts: readonly DeleteConflict[]): readonly DeleteConflict[] {
  let records = 0
  const first = conflicts.findLastIndex(({ ids }) => {
    records += ids.length
    return records > frameLimits.missedDeletes
  })
  return conflicts.slice(first + 1)
}
