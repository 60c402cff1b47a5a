import { encodeServerFrame } from '@tavla/contract/realtime'
import type { RoomPerson, ServerFrame, PresenceState } from '@tavla/contract/realtime'
import type { Connection } from '../socket/connection.ts'
import { framed } from '../socket/framed.ts'
import { BroadcastBatch, type Piece } from './broadcast-batch.ts'
import { realtimeLimits } from '../realtime-limits.ts'

type PresenceFrame = Extract<ServerFrame, { t: 'presence' }>

interface Present {
  person: RoomPerson
  readonly connection: Connection
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
  #shown = new Map<string, PresenceState>()
  #previews = new Map<string, Uint8Array>()

  get people(): RoomPerson[] {
    return [...this.#present.values()].map((present) => present.person)
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

  join(connection: Connection, who: Omit<RoomPerson, 'c' | 'showing'>): void {
    this.#present.set(connection.id, { connection, person: { ...who, c: connection.id, showing: {} } })
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
    present.person = { ...present.person, role }
    this.#joined.add(c)
  }

  /** Absent fields stay as they were. */
  show(c: string, showing: PresenceState): void {
    const present = this.#present.get(c)
    if (!present) return
    present.person = { ...present.person, showing: { ...present.person.showing, ...showing } }
    this.#shown.set(c, { ...this.#shown.get(c), ...showing })
  }

  /** A gesture in progress, already validated; empty bytes end it. */
  preview(c: string, edit: Uint8Array): void {
    if (this.#present.has(c)) this.#previews.set(c, edit)
  }

  /** True when a tick has something to send. */
  get waiting(): boolean {
    return this.#joined.size + this.#left.size + this.#shown.size + this.#previews.size > 0
  }

  tick(): void {
    const pieces = this.take()
    if (pieces.length === 0) return
    const batch = new BroadcastBatch(pieces)
    for (const { connection } of this.#present.values()) batch.sendTo(connection)
  }

  /** Takes the accumulated messages, for a caller that sends something else now. */
  take(): Piece[] {
    return [...this.#comings(), ...this.#showings(), ...this.#gestures()]
  }

  #showings(): Piece[] {
    if (this.#shown.size === 0) return []
    const shown = [...this.#shown].map(([c, showing]) => ({ c, showing }))
    this.#shown = new Map()
    return [{ frame: framed(encodeServerFrame({ t: 'presence', shown })), weight: 'passing' }]
  }

  #gestures(): Piece[] {
    const previews = this.#previews
    this.#previews = new Map()
    return [...previews].map(([from, edit]) => ({
      frame: framed(encodeServerFrame({ t: 'preview', c: from }, edit)),
      weight: edit.length > 0 ? 'passing' : 'must',
      from,
    }))
  }

  /** Joins and leaves are sent once, so they are never left out. */
  #comings(): Piece[] {
    if (this.#joined.size + this.#left.size === 0) return []
    const frame: PresenceFrame = { t: 'presence' }
    const joined = [...this.#joined].flatMap((c) => this.#present.get(c)?.person ?? [])
    if (joined.length > 0) frame.joined = joined
    if (this.#left.size > 0) frame.gone = [...this.#left]
    for (const c of this.#joined) this.#shown.delete(c)
    this.#joined = new Set()
    this.#left = new Set()
    return [{ frame: framed(encodeServerFrame(frame)), weight: 'must' }]
  }
}
