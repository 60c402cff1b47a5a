import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { decodeChunk, encodeChunk } from '@tavla/canvas/model'
import type { CheckpointRow } from '../../db/tables/journal.ts'
import {
  encodeManifest,
  getHash,
  readChunk,
  readManifest,
  type StoredChunk,
} from '../checkpoints/checkpoint-rows.ts'
import type { Commit, ErasureTarget, DeletedAccount } from './erase-edits.ts'
import { oldestEdit } from '../journal/journal.ts'

/** Chunks asked about in one statement. */
const atOnce = 500

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

type Stored = Pick<StoredChunk, 'hash' | 'size'>

/**
 * Takes somebody out of a board's keyframes. Chunks are never changed in place: new ones are written beside them, which
 * harms nobody while the board is open, then manifests are swapped and old chunks go, which needs the board held.
 */
export class ForgottenChunks {
  readonly #place: ErasureTarget
  /** By hash: what stands in its place; null where it is no longer what was written. */
  readonly #known = new Map<string, Stored | null>()
  /** Chunks that named them. */
  chunks = 0
  /** Keyframes that named them. */
  keyframes = 0

  constructor(place: ErasureTarget) {
    this.#place = place
  }

  /** Writes what will stand in the place of chunks that name them. */
  async prepare(): Promise<void> {
    for (const { seq } of await this.#keyframes()) {
      for (const { hash, size } of readManifest(await this.#row(seq))?.chunks ?? [])
        await this.#replaced(hash, size)
    }
  }

  /**
   * Lets all manifests name chunks without them, and takes away what none of them names then. A keyframe that is not as it
   * was written cannot be cleaned; it goes, as the board is never made from it.
   */
  async swap(commit: Commit): Promise<void> {
    await this.#checkPrepared()
    const named = new Set<string>()
    const spoiled: number[] = []
    for (const { seq } of await this.#keyframes()) {
      const chunks = await this.#swapOne(seq, commit)
      if (chunks) for (const { hash } of chunks) named.add(hash)
      else spoiled.push(seq)
    }
    if (spoiled.length > 0) await this.#drop(spoiled, commit)
    await this.#dropLoose(named, commit)
  }

  async #swapOne(seq: number, commit: Commit): Promise<readonly StoredChunk[] | null> {
    const { db, wid } = this.#place
    const manifest = readManifest(await this.#row(seq))
    if (!manifest) return null
    const chunks: StoredChunk[] = []
    for (const chunk of manifest.chunks) {
      const stored = await this.#replaced(chunk.hash, chunk.size)
      if (!stored) return null
      chunks.push({ ...chunk, ...stored })
    }
    if (chunks.every(({ hash }, index) => hash === manifest.chunks[index]?.hash)) return chunks
    const bytes = encodeManifest({ ...manifest, chunks })
    const swap = db.sql
      .updateTable('checkpoints')
      .set({ manifest: bytes, hash: getHash(bytes) })
      .where('wid', '=', wid)
      .where('seq', '=', seq)
    await commit([{ query: swap, expectChanges: 1 }])
    this.keyframes += 1
    return chunks
  }

  async #replaced(hash: string, size: number): Promise<Stored | null> {
    const known = this.#known.get(hash)
    if (known !== undefined) return known
    const { db, wid, deletedAccount } = this.#place
    const bytes = await readChunk(db, wid, hash)
    const clean = bytes && (await withoutAccount(bytes, deletedAccount))
    const stored =
      clean === bytes ? bytes && { hash, size } : clean && { hash: getHash(clean), size: clean.length }
    if (clean && stored && stored.hash !== hash) {
      await db.sql
        .insertInto('chunks')
        .values({ wid, hash: stored.hash, bytes: clean })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      this.chunks += 1
    }
    this.#known.set(hash, stored)
    return stored
  }

  /** Nothing that may still be needed goes: without another way to the board, somebody must look. */
  async #drop(spoiled: readonly number[], commit: Commit): Promise<void> {
    const { db, wid } = this.#place
    const whole = (await this.#keyframes()).some(({ seq }) => !spoiled.includes(seq))
    if (!whole && (await oldestEdit(db, wid)) !== 1)
      throw new Error(`Keyframes of ${wid} are damaged, and nothing else leads to the board`)
    const gone = db.sql.deleteFrom('checkpoints').where('wid', '=', wid).where('seq', 'in', spoiled)
    await commit([{ query: gone }])
  }

  async #dropLoose(named: ReadonlySet<string>, commit: Commit): Promise<void> {
    const { db, wid } = this.#place
    const stored = await db.sql.selectFrom('chunks').select('hash').where('wid', '=', wid).execute()
    const loose = stored.filter(({ hash }) => !named.has(hash)).map(({ hash }) => hash)
    for (let at = 0; at < loose.length; at += atOnce) {
      const hashes = loose.slice(at, at + atOnce)
      await commit([
        { query: db.sql.deleteFrom('chunks').where('wid', '=', wid).where('hash', 'in', hashes) },
      ])
    }
  }

  /** Nothing names what was prepared, so anyone who held the board since may have taken it away. */
  async #checkPrepared(): Promise<void> {
    const { db, wid } = this.#place
    const stored = await db.sql.selectFrom('chunks').select('hash').where('wid', '=', wid).execute()
    const there = new Set(stored.map(({ hash }) => hash))
    for (const [hash, known] of this.#known) if (!known || !there.has(known.hash)) this.#known.delete(hash)
  }

  async #keyframes(): Promise<readonly Pick<CheckpointRow, 'seq'>[]> {
    const { db, wid } = this.#place
    return await db.sql
      .selectFrom('checkpoints')
      .select('seq')
      .where('wid', '=', wid)
      .orderBy('seq')
      .execute()
  }

  async #row(seq: number): Promise<CheckpointRow | undefined> {
    const { db, wid } = this.#place
    return await db.sql
      .selectFrom('checkpoints')
      .selectAll()
      .where('wid', '=', wid)
      .where('seq', '=', seq)
      .executeTakeFirst()
  }
}

/** The same bytes when they are not in it. */
async function withoutAccount(bytes: Uint8Array, { uid, as }: DeletedAccount): Promise<Uint8Array> {
  const chunk = decodeChunk(await inflate(bytes))
  if (!chunk.entries.some(({ record }) => record.by === uid)) return bytes
  const entries = chunk.entries.map((entry) =>
    entry.record.by === uid ? { ...entry, record: { ...entry.record, by: as } } : entry,
  )
  return await deflate(encodeChunk({ ...chunk, entries }))
}
