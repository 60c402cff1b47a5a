import {
  decodeTaken,
  migrateState,
  type RecordId,
  type RemovedEntry,
  replay,
  type TextEntry,
} from '@tavla/canvas/model'
import type { Database } from '../db/database.ts'
import type { OlderReader } from './board.ts'
import { readHistory } from './history.ts'
import { oldestEdit } from './journal.ts'
import { migratedEntry } from './board.ts'
import type { BoardModel } from './model.ts'
import { type ReadCheckpoint, readNewest, stateOf } from './read-checkpoint.ts'

/** Numbers asked for in one statement. */
const atOnce = 500

export interface OlderPlace {
  readonly model: BoardModel
  readonly db: Database
  readonly wid: string
  /** Number of the present schema versions. */
  readonly present: number
}

/** Where a trimmed journal begins: edits before it are known to nobody. */
async function oldestNeeded(db: Database, wid: string): Promise<ReadCheckpoint | null> {
  const oldest = await oldestEdit(db, wid)
  return oldest !== null && oldest > 1 ? await readNewest(db, wid, oldest - 1) : null
}

/** Reads what a loaded board no longer remembers; rare (undo after a reload, long absence), so it may take a moment. */
export function readOlder(place: OlderPlace): OlderReader {
  const { model, db, wid } = place
  return {
    async replayFrom(since) {
      const checkpoint = (await readNewest(db, wid, since)) ?? (await oldestNeeded(db, wid))
      const state = stateOf(checkpoint)
      const removed = new Map<number, readonly RemovedEntry[]>()
      const texts = new Map<RecordId, TextEntry[]>()
      const { seq: after, schema } = checkpoint?.stored.row ?? { seq: 0, schema: undefined }
      for await (const { migrator, entries } of readHistory({ ...place, after, schema })) {
        if (migrator) {
          migrateState(state, migrator)
          for (const [seq, gone] of removed)
            removed.set(
              seq,
              gone.map((entry) => migratedEntry(entry, migrator)),
            )
        }
        for (const { bytes } of entries) {
          const taken = decodeTaken(bytes)
          const applied = replay(state, model.reducer.kinds, taken)
          if (taken.seq <= since) continue
          if (applied.removed.length > 0) removed.set(taken.seq, applied.removed)
          for (const { id, entry } of applied.revert.texts) texts.set(id, [...(texts.get(id) ?? []), entry])
        }
      }
      return { since: after > since ? after : 0, removed, texts }
    },
    async writers(seqs) {
      const writers = new Map<number, { readonly uid: string; readonly time: number }>()
      for (let at = 0; at < seqs.length; at += atOnce) {
        const rows = await db.sql
          .selectFrom('journal')
          .select(['seq', 'uid', 'time'])
          .where('wid', '=', wid)
          .where('seq', 'in', seqs.slice(at, at + atOnce))
          .execute()
        for (const { seq, uid, time } of rows) writers.set(seq, { uid, time })
      }
      return writers
    },
  }
}
