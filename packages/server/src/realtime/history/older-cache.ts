import type { RecordId, RemovedEntry, TextEntry, Writer } from '@tavla/canvas/model'

/** What edits refer to from before the room was loaded, read from the journal when it is asked for. */
export interface Older {
  /** Texts before this number are not known: they were not asked for, or the journal was trimmed up to here. */
  readonly since: number
  /** The same for removed records, which are kept from further back. */
  readonly removedSince: number
  /** Number of the last edit that was read. */
  readonly to: number
  /** Removed records by the journal number that removed them, for numbers after `removedSince`. */
  readonly removed: ReadonlyMap<number, readonly RemovedEntry[]>
  /** Text changes after `since`, by record. */
  readonly texts: ReadonlyMap<RecordId, readonly TextEntry[]>
}

export interface OlderReader {
  replayFrom(since: number): Promise<Older>
  writers(seqs: readonly number[]): Promise<ReadonlyMap<number, Writer>>
}

/** What the journal says about the time before a room was loaded: one replay at a time, shared by everybody who asks. */
export class OlderCache {
  readonly #reader: Pick<OlderReader, 'replayFrom'>
  #known: Older | null = null
  #removed: ReadonlyMap<number, ReadonlyMap<RecordId, RemovedEntry>> = new Map()
  #reading: Promise<void> | null = null
  /** Lowest number that somebody waits for and the present replay does not bring. */
  #wanted = Number.POSITIVE_INFINITY

  constructor(reader: Pick<OlderReader, 'replayFrom'>) {
    this.#reader = reader
  }

  /** Everything that this edit removed is known, even if that is nothing. */
  coversRemoved(removedAt: number): boolean {
    const known = this.#known
    return known !== null && removedAt > known.removedSince && removedAt <= known.to
  }

  /** All text entries after `since` up to `to` are known. */
  coversTexts(since: number, to: number): boolean {
    return this.#known !== null && since >= this.#known.since && to <= this.#known.to
  }

  removed(removedAt: number, id: RecordId): RemovedEntry | undefined {
    return this.#removed.get(removedAt)?.get(id)
  }

  texts(id: RecordId): readonly TextEntry[] {
    return this.#known?.texts.get(id) ?? []
  }

  /** Reads what came after `since`, unless it is known by the time it would be this requester's turn. */
  async require(since: number, isKnown: () => boolean): Promise<void> {
    this.#wanted = Math.min(this.#wanted, since)
    // The first may have begun before this was asked for; the second has not.
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
