import {
  decodeAcceptedEdit,
  migrateState,
  type RecordId,
  type RemovedEntry,
  replay,
  type TextEntry,
} from '@tavla/canvas/model'
import type { Database } from '../../db/database.ts'
import type { OlderReader } from './older-cache.ts'
import { readHistory } from './edit-history.ts'
import { oldestEdit } from '../journal/journal.ts'
import { realtimeLimits } from '../realtime-limits.ts'
import { migratedEntry } from '../board.ts'
import type { BoardModel } from '../model.ts'
import { type ReadCheckpoint, readNewest, stateInTurns } from '../checkpoints/read-checkpoint.ts'
import type { WorkTurn } from '../work-turn.ts'

/** Journal numbers selected in one statement. */
const batchSize = 500
/** Work units per byte of an edit that is decoded and replayed. */
export const replayedByte = 0.3

export interface OlderSource {
  readonly model: BoardModel
  readonly db: Database
  readonly wid: string
  /** Number of the current schema versions. */
  readonly present: number
  readonly turn: WorkTurn
}

/** Start of a trimmed journal: earlier edits no longer exist. */
async function oldestNeeded(db: Database, wid: string): Promise<ReadCheckpoint | null> {
  const oldest = await oldestEdit(db, wid)
  return oldest !== null && oldest > 1 ? await readNewest(db, wid, oldest - 1) : null
}

/**
 * Reads what a loaded board no longer has in memory; needed rarely (undo after a reload, long absence), so
 * it may be slow.
 */
export function readOlder(place: OlderSource): OlderReader {
  const { model, db, wid, turn } = place
  return {
    async replayFrom(since) {
      const checkpoint = (await readNewest(db, wid, since)) ?? (await oldestNeeded(db, wid))
      const state = await stateInTurns(checkpoint, turn)
      const removed = new Map<number, readonly RemovedEntry[]>()
      const texts = new Map<RecordId, TextEntry[]>()
      const { seq: after, schema } = checkpoint?.stored.row ?? { seq: 0, schema: undefined }
      let to = after
      let removedSince = after
      let removedCount = 0
      for await (const { migrator, entries } of readHistory({ ...place, after, schema })) {
        if (migrator) {
          migrateState(state, migrator)
          for (const [seq, removal] of removed)
            removed.set(
              seq,
              removal.map((entry) => migratedEntry(entry, migrator)),
            )
        }
        for (const { bytes } of entries) {
          await turn.yieldWhenSpent()
          turn.spend(realtimeLimits.replayWork + bytes.length * replayedByte)
          const taken = decodeAcceptedEdit(bytes)
          const applied = replay(state, model.reducer.kinds, taken)
          to = taken.seq
          if (applied.removed.length > 0) removed.set(to, applied.removed)
          removedCount += applied.removed.length
          for (const [oldest, removal] of removed) {
            if (removedCount <= realtimeLimits.maxRemoved || oldest > since) break
            removed.delete(oldest)
            removedCount -= removal.length
            removedSince = oldest
          }
          if (to <= since) continue
          for (const { id, entry } of applied.revert.texts) texts.set(id, [...(texts.get(id) ?? []), entry])
        }
      }
      return { since: Math.max(after, since), removedSince, to, removed, texts }
    },
    async writers(seqs) {
      const writers = new Map<number, { readonly uid: string; readonly time: number }>()
      for (let at = 0; at < seqs.length; at += batchSize) {
        const rows = await db.sql
          .selectFrom('journal')
          .select(['seq', 'uid', 'time'])
          .where('wid', '=', wid)
          .where('seq', 'in', seqs.slice(at, at + batchSize))
          .execute()
        for (const { seq, uid, time } of rows) writers.set(seq, { uid, time })
      }
      return writers
    },
  }
}
