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

/** Chunks selected in one statement. */
const batchSize = 500

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

type Stored = Pick<StoredChunk, 'hash' | 'size'>

/**
 * Removes a person from a board's keyframes. Chunks are immutable: new ones are written beside them while
 * the board may be open; then manifests are switched and old chunks deleted while the board's lease is
 * held.
 */
export class ForgottenChunks {
  readonly #place: ErasureTarget
  /** Replacement by hash; null if the chunk is damaged. */
  readonly #known = new Map<string, Stored | null>()
  /** Number of chunks that named the person. */
  chunks = 0
  /** Number of keyframes that named the person. */
  keyframes = 0

  constructor(place: ErasureTarget) {
    this.#place = place
  }

  /** Writes the replacements of chunks that name the person. */
  async prepare(): Promise<void> {
    for (const { seq } of await this.#keyframes()) {
      for (const { hash, size } of readManifest(await this.#row(seq))?.chunks ?? [])
        await this.#replaced(hash, size)
    }
  }

  /**
   * Switches all manifests to the replacements and deletes unused chunks. A damaged keyframe cannot be
   * cleaned and is deleted; a board is never loaded from it.
   */
  async swap(commit: Commit): Promise<void> {
    await this.#checkPrepared()
    const named = new Set<string>()
    const damaged: number[] = []
    for (const { seq } of await this.#keyframes()) {
      const chunks = await this.#swapOne(seq, commit)
      if (chunks) for (const { hash } of chunks) named.add(hash)
      else damaged.push(seq)
    }
    if (damaged.length > 0) await this.#drop(damaged, commit)
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

  /**
   * Deletes nothing that may still be needed: without another way to load the board, an operator has to
   * look.
   */
  async #drop(damaged: readonly number[], commit: Commit): Promise<void> {
    const { db, wid } = this.#place
    const whole = (await this.#keyframes()).some(({ seq }) => !damaged.includes(seq))
    if (!whole && (await oldestEdit(db, wid)) !== 1)
      throw new Error(`Keyframes of ${wid} are damaged, and nothing else leads to the board`)
    const deletion = db.sql.deleteFrom('checkpoints').where('wid', '=', wid).where('seq', 'in', damaged)
    await commit([{ query: deletion }])
  }

  async #dropLoose(named: ReadonlySet<string>, commit: Commit): Promise<void> {
    const { db, wid } = this.#place
    const stored = await db.sql.selectFrom('chunks').select('hash').where('wid', '=', wid).execute()
    const loose = stored.filter(({ hash }) => !named.has(hash)).map(({ hash }) => hash)
    for (let at = 0; at < loose.length; at += batchSize) {
      const hashes = loose.slice(at, at + batchSize)
      await commit([
        { query: db.sql.deleteFrom('chunks').where('wid', '=', wid).where('hash', 'in', hashes) },
      ])
    }
  }

  /** Prepared chunks have no references yet, so another lease holder may have deleted them. */
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

/** Returns the same bytes when they do not name the person. */
async function withoutAccount(bytes: Uint8Array, { uid, as }: DeletedAccount): Promise<Uint8Array> {
  const chunk = decodeChunk(await inflate(bytes))
  if (!chunk.entries.some(({ record }) => record.by === uid)) return bytes
  const entries = chunk.entries.map((entry) =>
    entry.record.by === uid ? { ...entry, record: { ...entry.record, by: as } } : entry,
  )
  return await deflate(encodeChunk({ ...chunk, entries }))
}
