import type { BoardPast, Retention, StoredEdits } from '../../ports/boards/port.ts'
import type { Database } from '../../db/database.ts'
import { newestCheckpoint, readChunk, type StoredCheckpoint } from '../checkpoints/checkpoint-rows.ts'
import { oldestEdit, readJournal, getSchemaVersions } from '../journal/journal.ts'
import { Page } from '../page.ts'
import { trimPast } from '../checkpoints/trim.ts'
import { readIds } from './read-ids.ts'

/** Earlier versions of boards from the database; needs no room, so any process can answer. */
export function boardPast(db: Database): BoardPast {
  return {
    reach: (wid) => getRetention(db, wid),
    getTimeAt: (wid, time) => getTimeAt(db, wid, time),
    getTime: (wid, seq) => getTime(db, wid, seq),
    async keyframe(wid, seq) {
      const found = await wholeCheckpoint(db, wid, seq)
      if (!found) return null
      const { row, chunks } = found
      const schema = await getSchemaVersions(db, row.schema)
      return {
        seq: row.seq,
        time: row.time,
        schema,
        chunks: chunks.map(({ hash, size }) => ({ hash, size })),
      }
    },
    async chunks(wid, { hashes, from, maxBytes }) {
      const list: { hash: string; bytes: Uint8Array }[] = []
      const page = new Page(maxBytes, from)
      for (const hash of hashes) {
        const bytes = await readChunk(db, wid, hash)
        const part = bytes ? page.add(bytes) : page.skip()
        if (part) list.push({ hash, bytes: part })
        if (page.isFull) return { list, next: hash, from: page.from }
      }
      return { list, next: null, from: 0 }
    },
    edits: (wid, range) => readEdits(db, wid, range),
    ids: (wid, after) => readIds(db, wid, after),
    trim: (wid, before) => trimPast(db, wid, before),
  }
}

async function getRetention(db: Database, wid: string): Promise<Retention | null> {
  const board = await db.sql.selectFrom('boards').select('head').where('wid', '=', wid).executeTakeFirst()
  if (!board) return null
  const oldest = await oldestEdit(db, wid)
  if (oldest === 1 || board.head === 0) return { first: 0, head: board.head }
  // Trimmed, or copied from another board: nothing older than its oldest keyframe exists.
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

/** The last edit made until this time; 0 before the first known one. */
async function getTimeAt(db: Database, wid: string, time: number): Promise<number> {
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

async function getTime(db: Database, wid: string, seq: number): Promise<number | null> {
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

/** Checks that its chunks exist; their content is verified when they are read. */
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
  { after, to, from, maxBytes }: Parameters<BoardPast['edits']>[1],
): Promise<StoredEdits> {
  const list: { schema: number; edits: Uint8Array[] }[] = []
  const page = new Page(maxBytes, from)
  let last = after
  for await (const entries of readJournal(db, wid, after, maxBytes)) {
    for (const { seq, schema, bytes } of entries) {
      if (seq > to) return await withVersions(db, list, { next: null, from: 0 })
      const part = page.add(bytes)
      const run = list.at(-1)
      if (part && run?.schema === schema) run.edits.push(part)
      else if (part) list.push({ schema, edits: [part] })
      if (page.isFull) return await withVersions(db, list, { next: last, from: page.from })
      last = seq
    }
    if (last >= to) break
  }
  return await withVersions(db, list, { next: null, from: 0 })
}

async function withVersions(
  db: Database,
  list: readonly { readonly schema: number; readonly edits: readonly Uint8Array[] }[],
  rest: Pick<StoredEdits, 'next' | 'from'>,
): Promise<StoredEdits> {
  const runs = []
  for (const { schema, edits } of list) runs.push({ schema: await getSchemaVersions(db, schema), edits })
  return { list: runs, ...rest }
}
