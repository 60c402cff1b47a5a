import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { BoardState, decodeChunk, type Entry, runToEnd, type SlicedWork } from '@tavla/canvas/model'
import type { Database } from '../../db/database.ts'
import { newestCheckpoint, readChunk, type StoredCheckpoint } from './checkpoint-rows.ts'
import { realtimeLimits } from '../realtime-limits.ts'
import type { WorkTurn } from '../work-turn.ts'

const inflate = promisify(inflateRaw)

/** A checkpoint's records by chunk. */
export interface ReadCheckpoint {
  readonly stored: StoredCheckpoint
  readonly entries: ReadonlyMap<string, readonly Entry[]>
}

/** The newest checkpoint up to `seq` with all chunks intact; damaged ones are skipped. `newest`: read already. */
export async function readNewest(
  db: Database,
  wid: string,
  seq: number,
  newest?: StoredCheckpoint | null,
): Promise<ReadCheckpoint | null> {
  let stored = newest ?? (await newestCheckpoint(db, wid, seq))
  while (stored) {
    const entries = await readEntries(db, wid, stored)
    if (entries) return { stored, entries }
    stored = await newestCheckpoint(db, wid, stored.row.seq - 1)
  }
  return null
}

/** Whether this checkpoint and all its chunks are intact. */
export async function readExactly(db: Database, wid: string, seq: number): Promise<boolean> {
  const stored = await newestCheckpoint(db, wid, seq)
  return stored?.row.seq === seq && (await readEntries(db, wid, stored)) !== null
}

async function readEntries(
  db: Database,
  wid: string,
  { chunks, records }: StoredCheckpoint,
): Promise<ReadCheckpoint['entries'] | null> {
  const all = new Map<string, readonly Entry[]>()
  let count = 0
  for (const { id, hash } of chunks) {
    const bytes = await readChunk(db, wid, hash)
    if (!bytes) return null
    const { entries } = decodeChunk(await inflate(bytes))
    all.set(id, entries)
    count += entries.length
  }
  return count === records ? all : null
}

/** The records of a checkpoint; an empty board without one. */
export function getState(checkpoint: ReadCheckpoint | null): BoardState {
  return runToEnd(getStates(checkpoint))
}

/** The same, yielding to the event loop between chunks. */
export async function stateInTurns(checkpoint: ReadCheckpoint | null, turn: WorkTurn): Promise<BoardState> {
  const slices = getStates(checkpoint)
  for (;;) {
    await turn.yieldWhenSpent()
    turn.spend(realtimeLimits.chunkWork)
    const step = slices.next()
    if (step.done) return step.value
  }
}

function* getStates(checkpoint: ReadCheckpoint | null): SlicedWork<BoardState> {
  const state = new BoardState()
  for (const entries of checkpoint?.entries.values() ?? []) {
    for (const entry of entries) state.write(entry.record.id, entry)
    yield
  }
  state.texts.startAt(checkpoint?.stored.row.seq ?? 0)
  return state
}
