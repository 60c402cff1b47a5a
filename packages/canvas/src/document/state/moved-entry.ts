import type { Entry } from '../model/change.ts'
import type { BoardRecord, FieldClock, StrokePiece } from '../model/record.ts'

/** Number under which a move stands in the clocks of all that it moved; the server's number may come later. */
export interface MoveStamp {
  seq: number
}

interface Place {
  readonly x: number
  readonly y: number
}

/**
 * An entry after a move of many: only its place is new, and the record is made when somebody reads it. Moving a whole
 * board would otherwise copy every record of it, most of which nobody looks at.
 */
export class MovedEntry implements Entry {
  readonly x: number
  readonly y: number
  readonly pieces: readonly StrokePiece[]
  readonly open: boolean
  readonly stamp: MoveStamp
  readonly #older: FieldClock
  #source: BoardRecord
  #isRead = false

  constructor(from: Entry, dx: number, dy: number, stamp: MoveStamp) {
    const { x, y } = getPosition(from)
    this.x = x + dx
    this.y = y + dy
    this.stamp = stamp
    this.pieces = from.pieces
    this.open = from.open
    this.#older = from instanceof MovedEntry ? from.#older : from.clock
    this.#source = getUnmoved(from)
  }

  get record(): BoardRecord {
    if (!this.#isRead) {
      this.#source = { ...this.#source, x: this.x, y: this.y }
      this.#isRead = true
    }
    return this.#source
  }

  get clock(): FieldClock {
    return { ...this.#older, x: this.stamp.seq, y: this.stamp.seq }
  }

  /** Gives out this object from now on, which says the same. */
  keep(record: BoardRecord): void {
    this.#source = record
    this.#isRead = true
  }

  /** The record, whose place may be one from before the move. */
  get still(): BoardRecord {
    return this.#source
  }

  getClock(field: string): number {
    if (field === 'x' || field === 'y') return this.stamp.seq
    return Object.hasOwn(this.#older, field) ? (this.#older[field] ?? 0) : this.#source.made
  }
}

/** All of the record but its place, which may be an earlier one: good enough to check, and nothing has to be made for it. */
export function getUnmoved(entry: Entry): BoardRecord {
  return entry instanceof MovedEntry ? entry.still : entry.record
}

/** Only for what has a place. */
export function getPosition(entry: Entry): Place {
  return entry instanceof MovedEntry ? entry : (entry.record as unknown as Place)
}

/** The entry with some parts replaced, as plain data: spreading one would lose what a moved one makes when it is asked. */
export function entryWith(entry: Entry, parts: Partial<Entry>): Entry {
  return {
    record: parts.record ?? entry.record,
    clock: parts.clock ?? entry.clock,
    pieces: parts.pieces ?? entry.pieces,
    open: parts.open ?? entry.open,
  }
}
