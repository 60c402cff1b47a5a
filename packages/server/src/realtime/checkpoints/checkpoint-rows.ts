import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '../../db/database.ts'
import type { CheckpointRow } from '../../db/tables/journal.ts'

const StoredChunk = z.object({
  id: z.string(),
  page: z.string(),
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  /** Size in bytes as stored and sent. */
  size: z.int(),
  hash: z.string(),
})

/** A checkpoint's chunks; the record count reveals a missing chunk. */
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

/** The newest checkpoint at or before `seq` with an intact manifest; damaged ones are skipped. */
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

/** All chunks of these checkpoints; null when a manifest cannot be read. */
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

/** Null when it is missing or damaged. */
export function readManifest(row: CheckpointRow | undefined): Manifest | null {
  if (!row || getHash(row.manifest) !== row.hash) return null
  return Manifest.parse(JSON.parse(new TextDecoder().decode(row.manifest)))
}

/** Bytes of a chunk; null when missing or damaged. */
export async function readChunk(db: Database, wid: string, hash: string): Promise<Uint8Array | null> {
  const row = await db.sql
    .selectFrom('chunks')
    .select('bytes')
    .where('wid', '=', wid)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row && getHash(row.bytes) === hash ? row.bytes : null
}
