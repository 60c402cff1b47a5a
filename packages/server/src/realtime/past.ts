import type { BoardPast, Reach, StoredEdits } from '../ports/boards/port.ts'
import type { Database } from '../db/database.ts'
import { newestCheckpoint, readChunk, type StoredCheckpoint } from './checkpoint-rows.ts'
import { oldestEdit, readJournal, schemaVersionsOf } from './journal.ts'
import { trimPast } from './trim.ts'

/** What the database keeps of boards as they were; needs no room, so any process can answer. */
export function boardPast(db: Database): BoardPast {
  return {
    reach: (wid) => reachOf(db, wid),
    momentAt: (wid, time) => momentAt(db, wid, time),
    timeOf: (wid, seq) => timeOf(db, wid, seq),
    async keyframe(wid, seq) {
      const found = await wholeCheckpoint(db, wid, seq)
      if (!found) return null
      const { row, chunks } = found
      const schema = await schemaVersionsOf(db, row.schema)
      return {
        seq: row.seq,
        time: row.time,
        schema,
        chunks: chunks.map(({ hash, size }) => ({ hash, size })),
      }
    },
    async chunks(wid, hashes) {
      const found: { hash: string; bytes: Uint8Array }[] = []
      for (const hash of hashes) {
        const bytes = await readChunk(db, wid, hash)
        if (bytes) found.push({ hash, bytes })
      }
      return found
    },
    edits: (wid, range) => readEdits(db, wid, range),
    trim: (wid, before) => trimPast(db, wid, before),
  }
}

async function reachOf(db: Database, wid: string): Promise<Reach | null> {
  const board = await db.sql.selectFrom('boards').select('head').where('wid', '=', wid).executeTakeFirst()
  if (!board) return null
  const oldest = await oldestEdit(db, wid)
  if (oldest === 1 || board.head === 0) return { first: 0, head: board.head }
  // Trimmed, or copied from another board: what was before its oldest keyframe is not here.
  const keyframe = await db.sql
    .selectFrom('checkpoints')
    .select('seq')
    .where('wid', '=', wid)
    .where('seq', '>=', oldest === null ? 0 : oldest - 1)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return { first: keyframe?.seq ?? board.head, head: board.head }
}

/** The last edit that had been made at this time; 0 before the first one that is known. */
async function momentAt(db: Database, wid: string, time: number): Promise<number> {
  const row = await db.sql
    .selectFrom('journal')
    .select('seq')
    .where('wid', '=', wid)
    .where('time', '<=', time)
    .orderBy('time', 'desc')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.seq ?? 0
}

async function timeOf(db: Database, wid: string, seq: number): Promise<number | null> {
  const edit = await db.sql
    .selectFrom('journal')
    .select('time')
    .where('wid', '=', wid)
    .where('seq', '=', seq)
    .executeTakeFirst()
  if (edit) return edit.time
  const keyframe = await db.sql
    .selectFrom('checkpoints')
    .select('time')
    .where('wid', '=', wid)
    .where('seq', '=', seq)
    .executeTakeFirst()
  return keyframe?.time ?? null
}

/** Looks whether its chunks are there; whether they are what they were is seen when they are read. */
async function wholeCheckpoint(db: Database, wid: string, seq: number): Promise<StoredCheckpoint | null> {
  let found = await newestCheckpoint(db, wid, seq)
  while (found) {
    const hashes = [...new Set(found.chunks.map(({ hash }) => hash))]
    let present = 0
    for (let at = 0; at < hashes.length; at += 500) {
      const { count } = await db.sql
        .selectFrom('chunks')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('wid', '=', wid)
        .where('hash', 'in', hashes.slice(at, at + 500))
        .executeTakeFirstOrThrow()
      present += count
    }
    if (present === hashes.length) return found
    found = await newestCheckpoint(db, wid, found.row.seq - 1)
  }
  return null
}

async function readEdits(
  db: Database,
  wid: string,
  { after, to, maxBytes }: { readonly after: number; readonly to: number; readonly maxBytes: number },
): Promise<StoredEdits> {
  const list: { schema: number; edits: Uint8Array[] }[] = []
  let size = 0
  let last = after
  for await (const page of readJournal(db, wid, after)) {
    for (const { seq, schema, bytes } of page) {
      if (seq > to) return await withVersions(db, list, null)
      if (size > 0 && size + bytes.length > maxBytes) return await withVersions(db, list, last)
      const run = list.at(-1)
      if (run?.schema === schema) run.edits.push(bytes)
      else list.push({ schema, edits: [bytes] })
      size += bytes.length
      last = seq
    }
    if (last >= to) break
  }
  return await withVersions(db, list, null)
}

async function withVersions(
  db: Database,
  list: readonly { readonly schema: number; readonly edits: readonly Uint8Array[] }[],
  next: number | null,
): Promise<StoredEdits> {
  const runs = []
  for (const { schema, edits } of list) runs.push({ schema: await schemaVersionsOf(db, schema), edits })
  return { list: runs, next }
}
