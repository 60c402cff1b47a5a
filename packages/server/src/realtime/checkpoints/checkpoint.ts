import type { Database } from '../../db/database.ts'
import type { Clock } from '../../ports/clock/port.ts'
import type { Board } from '../board.ts'
import { encodeManifest, getHash, type Manifest, type StoredChunk } from './checkpoint-rows.ts'
import { type ChangedChunk, type ChunkStore, packEntries } from './chunk-store.ts'
import { type AppendGuard, mustBeOurs } from '../journal/journal.ts'
import { realtimeLimits } from '../realtime-limits.ts'
import { pruneCheckpoints } from './prune.ts'
import type { SlicedEdits } from '../edits/sliced-edits.ts'

export interface CheckpointsOptions {
  readonly db: Database
  readonly clock: Clock
  readonly guard: AppendGuard
  readonly schema: number
  readonly board: Board
  readonly chunks: ChunkStore
  readonly slices: SlicedEdits
  /** Number of the newest checkpoint. */
  readonly last: number
  /**
   * Runs once the board's current state is in the journal; `undone` runs instead when some of it was
   * reverted.
   */
  readonly whenCommitted: (act: () => void, undone: () => void) => void
  readonly onError: (message: string, error: unknown) => void
  /** A checkpoint was stored within this time. */
  readonly onStored?: ((ms: number) => void) | undefined
}

/**
 * Writes changed chunks and then switches to a new checkpoint. The journal is authoritative and a
 * checkpoint only speeds up opening, so a failed one is simply retried later.
 */
export class Checkpoints {
  readonly #options: CheckpointsOptions
  #last: number
  #running: Promise<void> | null = null
  #cancel: () => void = () => undefined
  /** Resolves when the room ends: what is not committed by then never will be. */
  readonly #stopped = Promise.withResolvers<false>()

  constructor(options: CheckpointsOptions) {
    this.#options = options
    this.#last = options.last
    this.#schedule()
  }

  /** Called after every flush: starts a checkpoint after enough edits or time. */
  consider(): void {
    if (this.#options.board.seq - this.#last >= realtimeLimits.checkpointEdits) void this.save()
  }

  /** Brings the checkpoint up to the journal; also resolves when that fails, because nothing is lost. */
  async save(): Promise<void> {
    // In a loop: two who waited for the same one must not both go on.
    while (this.#running) await this.#running
    if (this.#options.board.seq !== this.#last) await this.#run()
  }

  /**
   * The last checkpoint before the room closes. It may re-split all chunks, because no open page would have
   * to fetch them again.
   */
  async saveAndResplit(): Promise<void> {
    while (this.#running) await this.#running
    if (this.#options.board.seq === this.#last) return
    await this.#run(true)
  }

  async #run(canResplit = false): Promise<void> {
    this.#running = this.#write(canResplit).catch((error: unknown) =>
      this.#options.onError('A checkpoint failed', error),
    )
    await this.#running
    this.#running = null
  }

  /** Lets a running checkpoint finish; starts no new one. */
  stop(): void {
    this.#cancel()
    this.#stopped.resolve(false)
  }

  #schedule(): void {
    this.#cancel = this.#options.clock.after(realtimeLimits.checkpointAfter, () => {
      void this.save()
      this.#schedule()
    })
  }

  async #write(canResplit: boolean): Promise<void> {
    const { board, chunks, slices, whenCommitted, clock, onStored } = this.#options
    const startedAt = clock.now()
    // Entries are immutable, so collecting them in one step gives a consistent snapshot however long
    // writing takes.
    const { seq, records, changed } = await slices.read(() => {
      if (canResplit) chunks.gather()
      return { seq: board.seq, records: board.state.size, changed: chunks.collect() }
    })
    try {
      const committed = new Promise<boolean>((resolve) =>
        whenCommitted(
          () => resolve(true),
          () => resolve(false),
        ),
      )
      if (!(await Promise.race([committed, this.#stopped.promise]))) return chunks.failed(changed)
      const written = await this.#writeChunks(changed, seq)
      await this.#swap(seq, { records, chunks: chunks.manifest(written) })
      chunks.stored(written)
      this.#last = seq
      onStored?.(clock.now() - startedAt)
    } catch (error) {
      chunks.failed(changed)
      throw error
    }
    await pruneCheckpoints(this.#options.db, this.#options.guard.wid, this.#options.clock.now())
  }

  async #writeChunks(changed: readonly ChangedChunk[], seq: number): Promise<readonly StoredChunk[]> {
    const { db, guard } = this.#options
    const written: StoredChunk[] = []
    let slice: { readonly wid: string; readonly hash: string; readonly bytes: Uint8Array }[] = []
    let size = 0
    const flush = async (): Promise<void> => {
      const rows = slice
      slice = []
      size = 0
      if (rows.length === 0) return
      await db.transaction(async (tx) => {
        await mustBeOurs(tx, guard)
        await tx
          .insertInto('chunks')
          .values(rows)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      })
    }
    for (const { id, page, box, entries } of changed) {
      const bytes = await packEntries(entries, seq)
      const hash = getHash(bytes)
      if (size + bytes.length > realtimeLimits.checkpointSlice) await flush()
      slice.push({ wid: guard.wid, hash, bytes })
      size += bytes.length
      written.push({ id, page, box, size: bytes.length, hash })
    }
    await flush()
    return written
  }

  async #swap(seq: number, content: Manifest): Promise<void> {
    const { db, clock, guard, schema } = this.#options
    const manifest = encodeManifest(content)
    const row = { wid: guard.wid, seq, time: clock.now(), schema, manifest, hash: getHash(manifest) }
    const swap = db.sql
      .updateTable('boards')
      .set({ checkpoint: seq })
      .where('wid', '=', guard.wid)
      .where('fence', '=', guard.fence)
    const insert = db.sql.insertInto('checkpoints').values(row)
    await db.batch([{ query: swap, expectChanges: 1 }, { query: insert }])
  }
}
