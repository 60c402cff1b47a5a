import { encodeServerFrame } from '@tavla/contract/realtime'
import type { PersonHere, ServerFrame, Showing } from '@tavla/contract/realtime'
import type { Connection, Weight } from './connection.ts'
import { framed } from './framed.ts'

type PresenceFrame = Extract<ServerFrame, { t: 'presence' }>

/** A framed message of one tick. */
interface Piece {
  readonly frame: Uint8Array
  readonly weight: Weight
  /** Whose gesture it is: they do not hear of it. */
  readonly from?: string
}

interface Present {
  person: PersonHere
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
    const pieces = [...this.#comings(), ...this.#showings(), ...this.#gestures()]
    if (pieces.length === 0) return
    const whole = Buffer.concat(pieces.map(({ frame }) => frame))
    const own = new Map<string, { readonly start: number; readonly end: number }>()
    let start = 0
    for (const { frame, from } of pieces) {
      if (from !== undefined) own.set(from, { start, end: start + frame.length })
      start += frame.length
    }
    for (const [c, { connection }] of this.#present) {
      if (!connection.keepsUp) sendOneByOne(connection, pieces, c)
      else for (const part of partsOf(whole, own.get(c))) connection.sendFramed(part, 'must')
    }
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

/** A slow receiver: each message is sent or left out by itself. */
function sendOneByOne(connection: Connection, pieces: readonly Piece[], c: string): void {
  for (const { frame, weight, from } of pieces) if (from !== c) connection.sendFramed(frame, weight)
}

/** Everything but one's own gesture. */
function partsOf(
  whole: Uint8Array,
  own: { readonly start: number; readonly end: number } | undefined,
): Uint8Array[] {
  if (!own) return [whole]
  return [whole.subarray(0, own.start), whole.subarray(own.end)].filter(({ length }) => length > 0)
}
