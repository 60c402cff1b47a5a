import { encodeServerFrame } from '@tavla/contract/realtime'
import type { PersonHere, ServerFrame, Showing } from '@tavla/contract/realtime'
import type { Connection } from './connection.ts'

type PresenceFrame = Extract<ServerFrame, { t: 'presence' }>

interface Present {
  person: PersonHere
  readonly connection: Connection
}

/**
 * Who is in a room and what they show: cursor, page, view, selection, gestures in flight. Latest per tab wins, nothing is kept
 * in the journal. `tick` sends what gathered, encoded once for everybody; the room calls it at its pace.
 */
export class Presence {
  readonly #present = new Map<string, Present>()
  #joined = new Set<string>()
  #gone = new Set<string>()
  #shown = new Map<string, Showing>()
  #previews = new Map<string, Uint8Array>()

  get people(): PersonHere[] {
    return [...this.#present.values()].map((present) => present.person)
  }

  get count(): number {
    return this.#present.size
  }

  join(connection: Connection, who: Omit<PersonHere, 'c' | 'showing'>): void {
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

  setRole(c: string, role: PersonHere['role']): void {
    const present = this.#present.get(c)
    if (!present) return
    present.person = { ...present.person, role }
    this.#joined.add(c)
  }

  /** Fields that are absent stay as they were. */
  show(c: string, showing: Showing): void {
    const present = this.#present.get(c)
    if (!present) return
    present.person = { ...present.person, showing: { ...present.person.showing, ...showing } }
    this.#shown.set(c, { ...this.#shown.get(c), ...showing })
  }

  /** A gesture in flight, already judged; empty bytes end it. */
  preview(c: string, edit: Uint8Array): void {
    if (this.#present.has(c)) this.#previews.set(c, edit)
  }

  /** True when a tick has something to send. */
  get waiting(): boolean {
    return this.#joined.size + this.#gone.size + this.#shown.size + this.#previews.size > 0
  }

  tick(): void {
    this.#tellComings()
    if (this.#shown.size > 0) {
      const shown = [...this.#shown].map(([c, showing]) => ({ c, showing }))
      this.#shown = new Map()
      this.#toAll(encodeServerFrame({ t: 'presence', shown }), 'passing')
    }
    const previews = this.#previews
    this.#previews = new Map()
    for (const [c, edit] of previews) {
      const weight = edit.length > 0 ? 'passing' : 'must'
      this.#toAll(encodeServerFrame({ t: 'preview', c }, edit), weight, c)
    }
  }

  /** Comings and goings are said once, so they are never left out. */
  #tellComings(): void {
    if (this.#joined.size + this.#gone.size === 0) return
    const frame: PresenceFrame = { t: 'presence' }
    const joined = [...this.#joined].flatMap((c) => this.#present.get(c)?.person ?? [])
    if (joined.length > 0) frame.joined = joined
    if (this.#gone.size > 0) frame.gone = [...this.#gone]
    for (const c of this.#joined) this.#shown.delete(c)
    this.#joined = new Set()
    this.#gone = new Set()
    this.#toAll(encodeServerFrame(frame), 'must')
  }

  #toAll(message: Uint8Array, weight: 'must' | 'passing', except?: string): void {
    for (const [c, { connection }] of this.#present) if (c !== except) connection.sendBytes(message, weight)
  }
}
