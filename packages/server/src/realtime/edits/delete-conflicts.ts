import type { Applied } from '@tavla/canvas/model'
import { frameLimits } from '@tavla/contract/realtime'
import type { MissedDelete } from '@tavla/contract/realtime'
import type { BatchQuery, Database } from '../../db/database.ts'

/** A delete that was skipped for a record, because this person had changed it after the delete was made. */
export interface DeleteConflict extends MissedDelete {
  readonly uid: string
}

/** Authors to notify of an edit, each with at most as many records as one message holds. */
export function getDeleteConflicts(
  { skippedDeletes }: Pick<Applied, 'skippedDeletes'>,
  { seq, by }: { readonly seq: number; readonly by: string },
): readonly DeleteConflict[] {
  const idsByUid = new Map<string, string[]>()
  for (const { id, uids } of skippedDeletes) {
    for (const uid of uids) {
      const ids = idsByUid.get(uid)
      if (!ids) idsByUid.set(uid, [id])
      else if (ids.length < frameLimits.missedDeletes) ids.push(id)
    }
  }
  return [...idsByUid].map(([uid, ids]) => ({ uid, seq, by, ids }))
}

/**
 * The skipped deletes that a board's people have not seen yet: in memory for those who join, in the
 * database for the next room. Neither journal nor page has them, since a reloaded page has read neither.
 */
export class DeleteConflicts {
  readonly #db: Database
  readonly #wid: string
  /** By person, oldest first. */
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

  /**
   * Queries for the transaction that journals the edits; a person's oldest conflicts are dropped to make
   * room.
   */
  queries(conflicts: readonly DeleteConflict[]): readonly BatchQuery[] {
    const { sql } = this.#db
    const wid = this.#wid
    const writes = conflicts.map(({ uid, seq, by, ids }): BatchQuery => {
      const row = { by_uid: by, ids: JSON.stringify(ids) }
      const insert = sql.insertInto('delete_conflicts').values({ wid, uid, seq, ...row })
      // Left over from a manually restored journal; must not block the board.
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

  /** Adds conflicts that are in the database. */
  add(conflicts: readonly DeleteConflict[]): void {
    for (const conflict of conflicts) {
      const { uid } = conflict
      this.#unseen.set(uid, getNewest([...(this.#unseen.get(uid) ?? []), conflict]))
    }
  }

  /** This person has seen those up to this number. */
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

/** The latest ones that together fit into one message; at least one. */
function getNewest(conflicts: readonly DeleteConflict[]): readonly DeleteConflict[] {
  let records = 0
  const first = conflicts.findLastIndex(({ ids }) => {
    records += ids.length
    return records > frameLimits.missedDeletes
  })
  return conflicts.slice(first + 1)
}
