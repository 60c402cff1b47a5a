import type { Step } from 'prosemirror-transform'
import type { RecordId } from '../model/record.ts'

/** Steps of one tab, as stated at that tab's base. */
export interface StepGroup {
  readonly seq: number
  readonly steps: readonly Step[]
  /** Journal number of the edit that these steps undo. */
  readonly at?: number | undefined
}

/** One applied text change of a record. */
export interface TextEntry extends StepGroup {
  /** Id of the edit. */
  readonly edit: string
  /** Inverse of `steps`, in order of application. */
  readonly inverted: readonly Step[]
  /** Account and tab: steps of one author build on each other. */
  readonly author: string
  readonly base: number
  /** Steps as the author stated them at `base`, on top of `under`. */
  readonly sent: readonly Step[]
  /** The author's earlier steps that were not part of `base`, as stated there. */
  readonly under: readonly StepGroup[]
}

const NONE: readonly TextEntry[] = []
/** Maximum entries over all records, a few kilobytes each at most. Older ones must be read from the journal. */
const MAX_ENTRIES = 40_000

/** Recent text steps by record in order of application, limited in number. */
export class TextLog {
  readonly #logs = new Map<RecordId, { since: number; readonly entries: TextEntry[] }>()
  #floor = 0
  #count = 0

  /** All entries of this record after the returned number are available. */
  since(id: RecordId): number {
    return Math.max(this.#floor, this.#logs.get(id)?.since ?? 0)
  }

  entries(id: RecordId): readonly TextEntry[] {
    return this.#logs.get(id)?.entries ?? NONE
  }

  push(id: RecordId, entry: TextEntry): void {
    const log = this.#logs.get(id)
    if (log) log.entries.push(entry)
    else this.#logs.set(id, { since: this.#floor, entries: [entry] })
    this.#count += 1
    if (this.#count > MAX_ENTRIES) this.#trim()
  }

  pop(id: RecordId): void {
    if (this.#logs.get(id)?.entries.pop()) this.#count -= 1
  }

  /** Marks the board as loaded at this number; earlier entries are not available. */
  startAt(seq: number): void {
    this.#floor = seq
    this.#count = 0
    this.#logs.clear()
  }

  /** Marks this record as loaded at this number. */
  startRecordAt(id: RecordId, seq: number): void {
    // Already covered by the board's floor; boards are loaded record by record.
    if (seq <= this.#floor && !this.#logs.has(id)) return
    this.#count -= this.entries(id).length
    this.#logs.set(id, { since: seq, entries: [] })
  }

  /** Removes the older half. */
  #trim(): void {
    const seqs = [...this.#logs.values()].flatMap(({ entries }) => entries.map(({ seq }) => seq))
    this.#floor = Math.max(this.#floor, seqs.sort((a, b) => a - b)[seqs.length >>> 1] ?? 0)
    for (const [id, { entries }] of this.#logs) {
      const old = entries.findIndex(({ seq }) => seq > this.#floor)
      this.#count -= entries.splice(0, old < 0 ? entries.length : old).length
      if (entries.length === 0) this.#logs.delete(id)
    }
  }
}

/** Text steps are grouped by account and tab, because the steps of a tab build on each other. */
export function getTextAuthor(uid: string, editId: string): string {
  return `${uid}/${editId.slice(0, editId.lastIndexOf(':'))}`
}
