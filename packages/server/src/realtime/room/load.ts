import {
  BoardState,
  ChunkPlan,
  decodeAcceptedEdit,
  encodeAcceptedEdit,
  isRefusal,
  splitEditId,
} from '@tavla/canvas/model'
import type { Edit, RecordId } from '@tavla/canvas/model'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../ports/clock/port.ts'
import { Board } from '../board.ts'
import { nextChain } from '../journal/journal-chain.ts'
import { ChunkStore } from '../checkpoints/chunk-store.ts'
import { appendToJournal, type AppendGuard } from '../journal/journal.ts'
import { readHistory } from '../history/edit-history.ts'
import { realtimeLimits } from '../realtime-limits.ts'
import type { BoardModel } from '../model.ts'
import { readOlder, replayedByte } from '../history/older.ts'
import { type ReadCheckpoint, readNewest, stateInTurns } from '../checkpoints/read-checkpoint.ts'
import type { StoredCheckpoint, StoredChunk } from '../checkpoints/checkpoint-rows.ts'
import type { WorkTurn } from '../work-turn.ts'

/** The first page of every space. */
const firstPage = 'page-1'
/** Chunks are re-split when a board has more than twice as many as needed. */
const recordsPerChunk = 512

export interface LoadOptions {
  readonly model: BoardModel
  readonly db: Database
  readonly clock: Clock
  readonly guard: AppendGuard
  /** Number of this program's schema versions. */
  readonly schema: number
  /** Number of the journal's last edit. */
  readonly head: number
  /** The newest checkpoint up to it, if it was read already; its chunks were not. */
  readonly newest?: StoredCheckpoint | null
  /** Chain hash at the head. */
  readonly chain: string
  /** Owner of the space and author of its first page. */
  readonly owner: string
  /** Creates ids for new chunks. */
  readonly newId: () => string
  readonly random: () => number
  readonly turn: WorkTurn
}

export interface LoadedBoard {
  readonly board: Board
  readonly chunks: ChunkStore
  /** Number of the checkpoint that was read. */
  readonly checkpoint: number
  /** Chain hash at the end of the journal. */
  readonly chain: string
}

/**
 * Loads a board: the newest intact checkpoint and the journal after it. Throws when the journal has a gap
 * before its head: an incomplete board must not be used.
 */
export async function loadBoard(options: LoadOptions): Promise<LoadedBoard> {
  const { model, db, guard, head, newest, random } = options
  const checkpoint = await readNewest(db, guard.wid, head, newest)
  const seq = checkpoint?.stored.row.seq ?? 0
  const touched = new Set<RecordId>()
  let chunks: ChunkStore | null = null
  const note = (ids: Iterable<RecordId>): void => {
    if (chunks) chunks.touch(ids)
    else for (const id of ids) touched.add(id)
  }
  const state = await stateInTurns(checkpoint, options.turn)
  const older = readOlder({ model, db, wid: guard.wid, present: options.schema, turn: options.turn })
  const board = new Board({ model, state, seq, random, older, touched: note })
  const schema = checkpoint?.stored.row.schema
  const place = { model, db, wid: guard.wid, after: seq, schema, present: options.schema }
  for await (const { migrator, entries } of readHistory(place)) {
    if (migrator) note(board.migrate(migrator))
    for (const { bytes } of entries) {
      await options.turn.yieldWhenSpent()
      options.turn.spend(realtimeLimits.replayWork + bytes.length * replayedByte)
      replayNext(board, bytes)
    }
  }
  if (board.seq !== head) throw new Error(`The journal of ${guard.wid} ends at ${board.seq}, not at ${head}`)
  chunks = getChunkStore(options, state, checkpoint)
  chunks.touch(touched)
  const chain = head === 0 ? await addFirstPage(options, board) : options.chain
  return { board, chunks, checkpoint: seq, chain }
}

function replayNext(board: Board, bytes: Uint8Array): void {
  const taken = decodeAcceptedEdit(bytes)
  if (taken.seq !== board.seq + 1) throw new Error(`The journal goes on with ${taken.seq} after ${board.seq}`)
  board.replay(taken)
}

function getChunkStore(
  { model, newId }: LoadOptions,
  state: BoardState,
  checkpoint: ReadCheckpoint | null,
): ChunkStore {
  const stored = checkpoint?.stored.chunks ?? []
  const cut = (): ChunkPlan => new ChunkPlan(state, model.reducer.kinds, newId())
  if (isFragmented(stored, state.size) || !checkpoint) {
    return new ChunkStore(state, cut, [])
  }
  const known = stored.map(({ id, page }) => ({
    id,
    page,
    ids: (checkpoint.entries.get(id) ?? []).map((entry) => entry.record.id),
  }))
  const plan = ChunkPlan.stored(model.reducer.kinds, newId(), known, new BoardState())
  return new ChunkStore(state, cut, stored, plan)
}

/** Whether the chunks are cut anew when the board is loaded. */
export function isFragmented(stored: readonly StoredChunk[], records: number): boolean {
  const pages = new Set(stored.map(({ page }) => page)).size
  return stored.length > 2 * (records / recordsPerChunk + pages) + 2
}

/** Added as an edit with a fixed id, so that it happens once; returns the chain hash after it. */
async function addFirstPage(options: LoadOptions, board: Board): Promise<string> {
  const { db, clock, guard, schema, owner } = options
  const edit: Edit = {
    id: 'space:1',
    base: 0,
    mark: 'space',
    changes: [{ op: 'put', record: { id: firstPage, kind: 'page', parent: null, z: 'V' } }],
  }
  const time = clock.now()
  const outcome = board.apply(edit, { uid: owner, role: 'owner' }, time)
  if (isRefusal(outcome)) throw new Error(`The first page was refused: ${outcome.message}`)
  const bytes = encodeAcceptedEdit({ ...edit, seq: 1, time, by: owner, changes: outcome.taken })
  const { tab, counter } = splitEditId(edit.id) ?? { tab: 'space', counter: 1 }
  const chain = nextChain(options.chain, 1, bytes)
  const entry = { seq: 1, time, uid: owner, tab, counter, schema, bytes, chain }
  const appended = await appendToJournal(db, { ...guard, chain: options.chain }, [entry], [owner])
  if (appended === 'stale')
    throw new Error(`The board of ${guard.wid} was taken by somebody else while it was made`)
  return chain
}
