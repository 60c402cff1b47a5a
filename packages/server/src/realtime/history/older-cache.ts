import type { RecordId, RemovedEntry, TextEntry, Writer } from '@tavla/canvas/model'

/** Data from before the room was loaded, read from the journal on demand. */
export interface ReplayedHistory {
  /** Texts before this number are unknown: not requested, or trimmed. */
  readonly since: number
  /** The same for removed records, which are kept longer. */
  readonly removedSince: number
  /** Number of the last edit that was read. */
  readonly to: number
  /** Removed records by the number of the edit that removed them, after `removedSince`. */
  readonly removed: ReadonlyMap<number, readonly RemovedEntry[]>
  /** Text changes after `since`, by record. */
  readonly texts: ReadonlyMap<RecordId, readonly TextEntry[]>
}

export interface OlderReader {
  replayFrom(since: number): Promise<ReplayedHistory>
  writers(seqs: readonly number[]): Promise<ReadonlyMap<number, Writer>>
}

/** Caches journal data from before a room was loaded: one replay at a time, shared by all who need it. */
export class OlderCache {
  readonly #reader: Pick<OlderReader, 'replayFrom'>
  #known: ReplayedHistory | null = null
  #removed: ReadonlyMap<number, ReadonlyMap<RecordId, RemovedEntry>> = new Map()
  #reading: Promise<void> | null = null
  /** Lowest number that somebody waits for and the running replay does not cover. */
  #wanted = Number.POSITIVE_INFINITY

  constructor(reader: Pick<OlderReader, 'replayFrom'>) {
    this.#reader = reader
  }

  /** Whether all records removed by this edit are known, even if there are none. */
  coversRemoved(removedAt: number): boolean {
    const known = this.#known
    return known !== null && removedAt > known.removedSince && removedAt <= known.to
  }

  /** Whether all text changes after `since` up to `to` are known. */
  coversTexts(since: number, to: number): boolean {
    return this.#known !== null && since >= this.#known.since && to <= this.#known.to
  }

  removed(removedAt: number, id: RecordId): RemovedEntry | undefined {
    return this.#removed.get(removedAt)?.get(id)
  }

  texts(id: RecordId): readonly TextEntry[] {
    return this.#known?.texts.get(id) ?? []
  }

  /** Reads from `since` on, unless it is known by the time the request would run. */
  async require(since: number, isKnown: () => boolean): Promise<void> {
    this.#wanted = Math.min(this.#wanted, since)
    // The running replay may have started before this request; the next one has not.
    for (let replays = 0; replays < 2 && !isKnown(); replays += 1) await (this.#reading ??= this.#read())
  }

  async #read(): Promise<void> {
    const since = this.#wanted
    this.#wanted = Number.POSITIVE_INFINITY
    try {
      const known = await this.#reader.replayFrom(since)
      this.#known = known
      this.#removed = new Map(
        [...known.removed].map(([seq, entries]) => [
          seq,
          new Map(entries.map((entry) => [entry.record.id, entry])),
        ]),
      )
    } finally {
      this.#reading = null
    }
  }
}
