import { encodeServerFrame } from '@tavla/contract/realtime'
import type { RoomPerson, ServerFrame, PresenceState } from '@tavla/contract/realtime'
import type { Connection } from '../socket/connection.ts'
import { framed } from '../socket/framed.ts'
import { BroadcastBatch, type Piece } from './broadcast-batch.ts'
import { realtimeLimits } from '../realtime-limits.ts'

type PresenceFrame = Extract<ServerFrame, { t: 'presence' }>

interface Present {
  readonly connection: Connection
  who: Omit<RoomPerson, 'showing'>
  /** Changed in place, since everybody's cursor moves many times between two readings. */
  readonly showing: PresenceState
  readonly gesture: Gesture
}

const getPerson = ({ who, showing }: Present): RoomPerson => ({ ...who, showing: { ...showing } })

/** Whether others may see a gesture; asked when it is sent, since in crowds most are superseded before. */
export type AllowsGesture = (edit: Uint8Array) => boolean

/** Gestures up to this size, bytes, are copied into memory that each person's next ones use again. */
const copiedGesture = 512

/** The latest gesture of one tab that was not sent yet. */
class Gesture {
  readonly allows: AllowsGesture
  /** Empty: it ended. */
  edit = new Uint8Array(0)
  /** The end of an earlier one is not sent either, which others still see. */
  #isAfterEnd = false
  #copy = new Uint8Array(0)

  constructor(allows: AllowsGesture) {
    this.allows = allows
  }

  /** A copy, because a message that waits would keep all that was read together with it. */
  replace(edit: Uint8Array, isWaiting: boolean): void {
    this.#isAfterEnd = isWaiting && (this.#isAfterEnd || this.edit.length === 0)
    if (edit.length > copiedGesture) return void (this.edit = Uint8Array.from(edit))
    if (this.#copy.length < edit.length) this.#copy = new Uint8Array(copiedGesture)
    this.#copy.set(edit)
    if (this.edit.buffer !== this.#copy.buffer || this.edit.length !== edit.length)
      this.edit = this.#copy.subarray(0, edit.length)
  }

  /** What others get now; null: nothing. */
  take(): Uint8Array | null {
    if (this.edit.length === 0 || this.allows(this.edit)) return this.edit
    return this.#isAfterEnd ? new Uint8Array(0) : null
  }
}

/**
 * Who is in a room and what they share: cursor, page, view, selection, gestures in progress. The latest
 * state per tab wins and nothing is journaled. `tick` sends the accumulated changes, encoded once, in one
 * write per receiver; the room decides how often.
 */
export class Presence {
  readonly #present = new Map<string, Present>()
  #joined = new Set<string>()
  #left = new Set<string>()
  readonly #shown = new Map<string, PresenceState>()
  readonly #previews = new Map<string, Gesture>()

  get people(): RoomPerson[] {
    return [...this.#present.values()].map(getPerson)
  }

  /**
   * Everybody, for a `welcome`. Selections are included only while two thousand people fit into
   * `frameLimits.serverHeader`; others follow with the person's next change.
   */
  get listed(): RoomPerson[] {
    let left: number = realtimeLimits.listedSelections
    return this.people.map((person) => {
      const { selection, ...showing } = person.showing
      if (!selection) return person
      left -= selection.reduce((bytes, id) => bytes + id.length + 3, 0)
      return left >= 0 ? person : { ...person, showing }
    })
  }

  get count(): number {
    return this.#present.size
  }

  join(
    connection: Connection,
    who: Omit<RoomPerson, 'c' | 'showing'>,
    allows: AllowsGesture = () => true,
  ): void {
    const { id: c } = connection
    this.#present.set(c, { connection, who: { ...who, c }, showing: {}, gesture: new Gesture(allows) })
    this.#left.delete(connection.id)
    this.#joined.add(connection.id)
  }

  leave(c: string): void {
    if (!this.#present.delete(c)) return
    this.#shown.delete(c)
    this.#previews.delete(c)
    if (!this.#joined.delete(c)) this.#left.add(c)
  }

  setRole(c: string, role: RoomPerson['role']): void {
    const present = this.#present.get(c)
    if (!present) return
    present.who = { ...present.who, role }
    this.#joined.add(c)
  }

  /** Absent fields stay as they were. */
  show(c: string, showing: PresenceState): void {
    const present = this.#present.get(c)
    if (!present) return
    Object.assign(present.showing, showing)
    const shown = this.#shown.get(c)
    if (shown) Object.assign(shown, showing)
    else this.#shown.set(c, { ...showing })
  }

  /** A gesture in progress, sent if it is allowed then; empty bytes end it. */
  preview(c: string, edit: Uint8Array): void {
    const gesture = this.#present.get(c)?.gesture
    if (!gesture) return
    gesture.replace(edit, this.#previews.has(c))
    this.#previews.set(c, gesture)
  }

  /** True when a tick has something to send. */
  get waiting(): boolean {
    return this.#joined.size + this.#left.size + this.#shown.size + this.#previews.size > 0
  }

  /** As `take`, for everybody present. */
  tick(share = 1): void {
    const pieces = this.take(share)
    if (pieces.length === 0) return
    const batch = new BroadcastBatch(pieces)
    for (const { connection } of this.#present.values()) batch.sendTo(connection)
  }

  /**
   * Takes the accumulated messages, for a caller that sends something else now. `share`, from 0 to 1: of what people
   * show, those who have waited longest.
   */
  take(share = 1): Piece[] {
    return [...this.#comings(), ...this.#showings(share), ...this.#gestures(share)]
  }

  #showings(share: number): Piece[] {
    const shown = takeFirst(this.#shown, share).map(([c, showing]) => ({ c, showing }))
    if (shown.length === 0) return []
    return [{ frame: framed(encodeServerFrame({ t: 'presence', shown })), weight: 'passing' }]
  }

  #gestures(share: number): Piece[] {
    return takeFirst(this.#previews, share).flatMap(([from, gesture]): Piece[] => {
      const shown = gesture.take()
      if (!shown) return []
      const frame = framed(encodeServerFrame({ t: 'preview', c: from }, shown))
      return [{ frame, weight: shown.length > 0 ? 'passing' : 'must', from }]
    })
  }

  /** Joins and leaves are sent once, so they are never left out. */
  #comings(): Piece[] {
    if (this.#joined.size + this.#left.size === 0) return []
    const frame: PresenceFrame = { t: 'presence' }
    const joined = [...this.#joined].flatMap((c) => {
      const present = this.#present.get(c)
      return present ? getPerson(present) : []
    })
    if (joined.length > 0) frame.joined = joined
    if (this.#left.size > 0) frame.gone = [...this.#left]
    for (const c of this.#joined) this.#shown.delete(c)
    this.#joined = new Set()
    this.#left = new Set()
    return [{ frame: framed(encodeServerFrame(frame)), weight: 'must' }]
  }
}

/** Removes this share of the entries, the oldest first, and returns them. */
function takeFirst<V>(all: Map<string, V>, share: number): [string, V][] {
  const count = Math.ceil(all.size * share)
  const taken: [string, V][] = []
  for (const entry of all) {
    if (taken.length === count) break
    taken.push(entry)
  }
  if (count === all.size) all.clear()
  else for (const [key] of taken) all.delete(key)
  return taken
}
