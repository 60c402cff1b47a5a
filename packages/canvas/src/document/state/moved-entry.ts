import type { Entry } from '../model/change.ts'
import type { BoardRecord, FieldClock, StrokePiece } from '../model/record.ts'

/**
 * Sequence number of a move, shared by all moved records. It is replaced when the server assigns the final
 * number.
 */
export interface MoveStamp {
  seq: number
}

interface Place {
  readonly x: number
  readonly y: number
}

/**
 * An entry after a large move. Only the position is new; the record object is created when it is first read.
 * Moving a whole board would otherwise copy all of its records.
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

  /** Uses this equal object as the record from now on. */
  keep(record: BoardRecord): void {
    this.#source = record
    this.#isRead = true
  }

  /** The record, possibly with the position before the move. */
  get still(): BoardRecord {
    return this.#source
  }

  getClock(field: string): number {
    if (field === 'x' || field === 'y') return this.stamp.seq
    return Object.hasOwn(this.#older, field) ? (this.#older[field] ?? 0) : this.#source.made
  }
}

/** The record with a possibly outdated position; sufficient for checks, and creates no object. */
export function getUnmoved(entry: Entry): BoardRecord {
  return entry instanceof MovedEntry ? entry.still : entry.record
}

/** Only valid for records with a position. */
export function getPosition(entry: Entry): Place {
  return entry instanceof MovedEntry ? entry : (entry.record as unknown as Place)
}

/** The entry with some parts replaced, as plain data. Do not spread a `MovedEntry`: its record is a lazy getter. */
export function copyEntry(entry: Entry, parts: Partial<Entry>): Entry {
  return {
    record: parts.record ?? entry.record,
    clock: parts.clock ?? entry.clock,
    pieces: parts.pieces ?? entry.pieces,
    open: parts.open ?? entry.open,
  }
}
