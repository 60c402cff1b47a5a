import type { Database } from '../../db/database.ts'
import type { Board } from '../board.ts'
import { readChunk } from './checkpoint-rows.ts'
import type { ChunkStore, ReadyChunk } from './chunk-store.ts'
import { realtimeLimits } from '../realtime-limits.ts'
import type { SlicedEdits } from '../edits/sliced-edits.ts'
import type { WorkTurn } from '../work-turn.ts'

interface ChunkSource {
  readonly wid: string
  readonly db: Database
  readonly board: Board
  readonly chunks: ChunkStore
  readonly turn: WorkTurn
  readonly slices: SlicedEdits
}

/** A chunk as stored, or compressed from memory if it has changed. */
export async function readyChunk(
  { wid, db, board, chunks, turn, slices }: ChunkSource,
  id: string,
): Promise<ReadyChunk> {
  const stored = chunks.unchanged(id)
  const bytes = stored && (await readChunk(db, wid, stored.hash))
  // Changed meanwhile or damaged on disk: taken from memory.
  if (bytes && chunks.unchanged(id) === stored) return { seq: 0, hash: stored.hash, bytes }
  turn.spend(realtimeLimits.packWork)
  return await slices.read(() => chunks.pack(id, board.seq, `${board.generation}:${board.seq}`))
}
