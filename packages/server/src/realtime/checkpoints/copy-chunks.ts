import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { decodeChunk, isSuggestion } from '@tavla/canvas/model'
import type { Database } from '../../db/database.ts'
import {
  getHash,
  type Manifest,
  readChunk,
  type StoredCheckpoint,
  type StoredChunk,
} from './checkpoint-rows.ts'
import { packEntries } from './chunk-store.ts'
import { getSlices } from '../slices.ts'

const inflate = promisify(inflateRaw)

/** Replacement of a chunk that contains suggestions; `chunk` is null if it contained nothing else. */
interface Rewritten {
  readonly chunk: StoredChunk | null
  readonly dropped: number
}

/**
 * Copies the chunks of a checkpoint to the board `to` without open suggestions, which were made for the
 * original's members. Returns the copy's manifest.
 */
export async function copyChunks(
  db: Database,
  { row, chunks, records }: StoredCheckpoint,
  to: string,
): Promise<Manifest> {
  const copiedChunks: StoredChunk[] = []
  const asTheyAre: StoredChunk[] = []
  let dropped = 0
  for (const chunk of chunks) {
    const rewritten = await withoutSuggestions(db, row.wid, chunk, to)
    if (!rewritten) asTheyAre.push(chunk)
    dropped += rewritten?.dropped ?? 0
    const copied = rewritten ? rewritten.chunk : chunk
    if (copied) copiedChunks.push(copied)
  }
  await copyRows(db, row.wid, asTheyAre, to)
  await mustHold(db, row.wid, copiedChunks, to)
  return { records: records - dropped, chunks: copiedChunks }
}

/** Null when the chunk contains no suggestions. */
async function withoutSuggestions(
  db: Database,
  from: string,
  chunk: StoredChunk,
  to: string,
): Promise<Rewritten | null> {
  const stored = await readChunk(db, from, chunk.hash)
  if (!stored) throw changedMeanwhile(from)
  const { seq, entries } = decodeChunk(await inflate(stored))
  const others = entries.filter(({ record }) => !isSuggestion(record))
  const dropped = entries.length - others.length
  if (dropped === 0) return null
  if (others.length === 0) return { chunk: null, dropped }
  const bytes = await packEntries(others, seq)
  const hash = getHash(bytes)
  await db.sql
    .insertInto('chunks')
    .values({ wid: to, hash, bytes })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { chunk: { ...chunk, hash, size: bytes.length }, dropped }
}

async function copyRows(
  db: Database,
  from: string,
  chunks: readonly StoredChunk[],
  to: string,
): Promise<void> {
  for (const slice of getSlices(chunks)) {
    await db.sql
      .insertInto('chunks')
      .columns(['wid', 'hash', 'bytes'])
      .expression((eb) =>
        eb
          .selectFrom('chunks')
          .select((select) => [select.val(to).as('wid'), 'hash', 'bytes'])
          .where('wid', '=', from)
          .where('hash', 'in', slice),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

async function mustHold(
  db: Database,
  from: string,
  chunks: readonly StoredChunk[],
  to: string,
): Promise<void> {
  const { count } = await db.sql
    .selectFrom('chunks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('wid', '=', to)
    .executeTakeFirstOrThrow()
  // An author may have been erased meanwhile.
  if (count !== new Set(chunks.map(({ hash }) => hash)).size) throw changedMeanwhile(from)
}

function changedMeanwhile(wid: string): Error {
  return new Error(`The board of ${wid} changed while it was copied`)
}
