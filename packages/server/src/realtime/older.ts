import {
  BoardState,
  decodeTaken,
  type RecordId,
  type RemovedEntry,
  replay,
  type TextEntry,
} from '@tavla/canvas/model'
import type { Database } from '../db/database.ts'
import type { OlderReader } from './board.ts'
import { readJournal } from './journal.ts'
import { reducer } from './model.ts'
import { readNewest } from './read-checkpoint.ts'

/** Numbers asked for in one statement. */
const atOnce = 500

/** Reads what a loaded board no longer remembers; rare (undo after a reload, long absence), so it may take a moment. */
export function readOlder(db: Database, wid: string): OlderReader {
  return {
    async replayFrom(since) {
      const checkpoint = await readNewest(db, wid, since)
      const state = new BoardState()
      for (const entries of checkpoint?.entries.values() ?? [])
        for (const entry of entries) state.write(entry.record.id, entry)
      const seq = checkpoint?.stored.row.seq ?? 0
      state.texts.startAt(seq)
      const removed = new Map<number, readonly RemovedEntry[]>()
      const texts = new Map<RecordId, TextEntry[]>()
      for await (const page of readJournal(db, wid, seq)) {
        for (const { bytes } of page) {
          const taken = decodeTaken(bytes)
          const applied = replay(state, reducer.kinds, taken)
          if (taken.seq <= since) continue
          if (applied.removed.length > 0) removed.set(taken.seq, applied.removed)
          for (const { id, entry } of applied.revert.texts) texts.set(id, [...(texts.get(id) ?? []), entry])
        }
      }
      return { removed, texts }
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
