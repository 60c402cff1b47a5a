import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '../../db/database.ts'
import type { CheckpointRow } from '../../db/tables/journal.ts'

const StoredChunk = z.object({
  id: z.string(),
  page: z.string(),
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  /** In bytes as stored and sent. */
  size: z.int(),
  hash: z.string(),
})

/** What a checkpoint consists of; the count tells when a chunk is missing. */
const Manifest = z.object({ records: z.int(), chunks: z.array(StoredChunk) })

export type StoredChunk = z.infer<typeof StoredChunk>
export type Manifest = z.infer<typeof Manifest>

export interface StoredCheckpoint extends Manifest {
  readonly row: CheckpointRow
}

export const getHash = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 32)

export const encodeManifest = (manifest: Manifest): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(manifest))

/** The newest checkpoint at or before `seq` whose manifest is whole; damaged ones are passed over. */
export async function newestCheckpoint(
  db: Database,
  wid: string,
  seq: number = Number.MAX_SAFE_INTEGER,
): Promise<StoredCheckpoint | null> {
  let below = seq
  for (;;) {
    const row = await db.sql
      .selectFrom('checkpoints')
      .selectAll()
      .where('wid', '=', wid)
      .where('seq', '<=', below)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!row) return null
    const manifest = readManifest(row)
    if (manifest) return { row, ...manifest }
    below = row.seq - 1
  }
}

/** All chunks that these checkpoints name; null when one of them cannot be read. */
export async function readManifests(
  db: Database,
  wid: string,
  seqs: readonly number[],
): Promise<readonly StoredChunk[] | null> {
  const all: StoredChunk[] = []
  for (const seq of seqs) {
    const row = await db.sql
      .selectFrom('checkpoints')
      .selectAll()
      .where('wid', '=', wid)
      .where('seq', '=', seq)
      .executeTakeFirst()
    const manifest = row && readManifest(row)
    if (!manifest) return null
    all.push(...manifest.chunks)
  }
  return all
}

/** Null when there is none, or not as it was written. */
export function readManifest(row: CheckpointRow | undefined): Manifest | null {
  if (!row || getHash(row.manifest) !== row.hash) return null
  return Manifest.parse(JSON.parse(new TextDecoder().decode(row.manifest)))
}

/** Bytes of a chunk, or null when they are gone or not what they were. */
export async function readChunk(db: Database, wid: string, hash: string): Promise<Uint8Array | null> {
  const row = await db.sql
    .selectFrom('chunks')
    .select('bytes')
    .where('wid', '=', wid)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row && getHash(row.bytes) === hash ? row.bytes : null
}
