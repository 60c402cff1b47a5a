import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { decodeAcceptedEdit, decodeChunk } from '@tavla/canvas/model'
import type { Database } from '../../db/database.ts'
import { randomIdPattern } from '../../ports/random/values.ts'
import { readChunk } from '../checkpoints/checkpoint-rows.ts'
import { oldestEdit, readJournal } from '../journal/journal.ts'

const inflate = promisify(inflateRaw)
/** Bytes of edits that are decoded before others get their turn. */
const PAGE_BYTES = 256 << 10

/**
 * Everything that looks like an id in what is kept of a board after an edit. The chunks are read where the journal
 * does not reach back so far; before the journal, so that what moves from it into chunks meanwhile is not missed.
 */
export async function* readIds(
  db: Database,
  wid: string,
  after: number,
): AsyncGenerator<ReadonlySet<string>> {
  const oldest = await oldestEdit(db, wid)
  if (oldest === null || oldest > after + 1) yield* readChunkIds(db, wid)
  for await (const entries of readJournal(db, wid, after, PAGE_BYTES)) {
    const ids = new Set<string>()
    for (const { bytes } of entries) addIds(ids, decodeAcceptedEdit(bytes).changes)
    yield ids
  }
}

async function* readChunkIds(db: Database, wid: string): AsyncGenerator<ReadonlySet<string>> {
  const chunks = await db.sql.selectFrom('chunks').select('hash').where('wid', '=', wid).execute()
  for (const { hash } of chunks) {
    const bytes = await readChunk(db, wid, hash)
    if (!bytes) throw new Error(`The chunk ${hash} of ${wid} is damaged, or was replaced meanwhile`)
    const ids = new Set<string>()
    addIds(
      ids,
      decodeChunk(await inflate(bytes)).entries.map(({ record }) => record),
    )
    yield ids
  }
}

function addIds(ids: Set<string>, value: unknown): void {
  const text = JSON.stringify(value, (_, part: unknown) => (ArrayBuffer.isView(part) ? undefined : part))
  for (const [id] of text.matchAll(randomIdPattern)) ids.add(id)
}
