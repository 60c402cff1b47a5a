import type { Step } from 'prosemirror-transform'
import type { RecordId } from './record.ts'

/** Steps of one person's tab, in the form they had at that tab's base. */
export interface StepGroup {
  readonly seq: number
  readonly steps: readonly Step[]
  /** Journal number of the edit that these undo. */
  readonly at?: number | undefined
}

/** One text change as it went into a record. */
export interface TextEntry extends StepGroup {
  /** Id of the edit. */
  readonly edit: string
  /** Undo `steps`, in order of application. */
  readonly inverted: readonly Step[]
  /** Account and tab: steps of one author build on each other. */
  readonly author: string
  readonly base: number
  /** As the author stated them at `base`, on top of `under`. */
  readonly sent: readonly Step[]
  /** The author's earlier steps that were not part of `base`, in the form they had there. */
  readonly under: readonly StepGroup[]
}

const NONE: readonly TextEntry[] = []
/** Of one record; older entries are dropped, and late steps then need the journal. */
const MAX_ENTRIES = 4_000

/** Text steps by record, in the order they went in. */
export class TextLog {
  private readonly logs = new Map<RecordId, { since: number; readonly entries: TextEntry[] }>()
  private floor = 0

  /** Entries of this record after this number are all here. */
  since(id: RecordId): number {
    return Math.max(this.floor, this.logs.get(id)?.since ?? 0)
  }

  entries(id: RecordId): readonly TextEntry[] {
    return this.logs.get(id)?.entries ?? NONE
  }

  push(id: RecordId, entry: TextEntry): void {
    const log = this.logs.get(id)
    if (log) log.entries.push(entry)
    else this.logs.set(id, { since: this.floor, entries: [entry] })
  }

  pop(id: RecordId): void {
    this.logs.get(id)?.entries.pop()
  }

  /** The board was loaded at this number: what was typed before is not known here. */
  startAt(seq: number): void {
    this.floor = seq
    this.logs.clear()
  }

  /** This record was loaded at this number. */
  startRecordAt(id: RecordId, seq: number): void {
    this.logs.set(id, { since: seq, entries: [] })
  }

  /** Forgets what is older than this number, and the oldest of overlong logs. */
  trim(seq: number): void {
    this.floor = Math.max(this.floor, seq)
    for (const [id, log] of this.logs) {
      const surplus = Math.max(0, log.entries.length - MAX_ENTRIES)
      const old = log.entries.findIndex((entry, index) => entry.seq > this.floor && index >= surplus)
      const dropped = log.entries.splice(0, old < 0 ? log.entries.length : old)
      log.since = Math.max(log.since, dropped.at(-1)?.seq ?? 0)
      if (log.entries.length === 0) this.logs.delete(id)
    }
  }
}
