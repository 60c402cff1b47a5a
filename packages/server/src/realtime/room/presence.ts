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
 * Who is in a room and what they show: cursor, page, view, selection, gestures in flight. Latest per tab wins, nothing is kept
 * in the journal. `tick` sends what gathered, encoded once for everybody and in one write to each; the room calls it at its pace.
 */
export class Presence {
  readonly #present = new Map<string, Present>()
  #joined = new Set<string>()
  #gone = new Set<string>()
  #shown = new Map<string, PresenceState>()
  #previews = new Map<string, Uint8Array>()

  get people(): RoomPerson[] {
    return [...this.#present.values()].map((present) => present.person)
  }

  /**
   * As a welcome lists everybody: selections only as far as they fit beside two thousand people, since a page does not read
   * a header of more than `frameLimits.serverHeader`. What is left out is shown with that person's next change.
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
    this.#gone.delete(connection.id)
    this.#joined.add(connection.id)
  }

  leave(c: string): void {
    if (!this.#present.delete(c)) return
    this.#shown.delete(c)
    this.#previews.delete(c)
    if (!this.#joined.delete(c)) this.#gone.add(c)
  }

  setRole(c: string, role: RoomPerson['role']): void {
    const present = this.#present.get(c)
    if (!present) return
    present.person = { ...present.person, role }
    this.#joined.add(c)
  }

  /** Fields that are absent stay as they were. */
  show(c: string, showing: PresenceState): void {
    const present = this.#present.get(c)
    if (!present) return
    present.person = { ...present.person, showing: { ...present.person.showing, ...showing } }
    this.#shown.set(c, { ...this.#shown.get(c), ...showing })
  }

  /** A gesture in flight, already checked; empty bytes end it. */
  preview(c: string, edit: Uint8Array): void {
    if (this.#present.has(c)) this.#previews.set(c, edit)
  }

  /** True when a tick has something to send. */
  get waiting(): boolean {
    return this.#joined.size + this.#gone.size + this.#shown.size + this.#previews.size > 0
  }

  tick(): void {
    const pieces = this.take()
    if (pieces.length === 0) return
    const batch = new BroadcastBatch(pieces)
    for (const { connection } of this.#present.values()) batch.sendTo(connection)
  }

  /** What gathered, for anyone who has something else to send now. */
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

  /** Comings and goings are said once, so they are never left out. */
  #comings(): Piece[] {
    if (this.#joined.size + this.#gone.size === 0) return []
    const frame: PresenceFrame = { t: 'presence' }
    const joined = [...this.#joined].flatMap((c) => this.#present.get(c)?.person ?? [])
    if (joined.length > 0) frame.joined = joined
    if (this.#gone.size > 0) frame.gone = [...this.#gone]
    for (const c of this.#joined) this.#shown.delete(c)
    this.#joined = new Set()
    this.#gone = new Set()
    return [{ frame: framed(encodeServerFrame(frame)), weight: 'must' }]
  }
}
