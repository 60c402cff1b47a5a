import { type ReadonlySignal, signal } from '@preact/signals-core'
import type { ReplicaReceiver, RoomLink, Welcome } from '@tavla/canvas/model'
import type { Role } from '@tavla/contract'
import { roleWhile } from '@tavla/contract/realtime'
import type {
  Allowing,
  ChunkEntry,
  Joining,
  PersonHere,
  Presenting,
  ServerFrame,
  Showing,
} from '@tavla/contract/realtime'
import type { Clock } from './clock.ts'
import type { RoomSocket, RoomUser } from './room-socket.ts'

/** Why a room is closed to this person; `retry`: it tries again by itself. */
export interface RoomRefusal {
  readonly code: number
  readonly reason: string
  readonly retry: boolean
}

/** The side of a replica that a visit feeds. */
export interface VisitedReplica {
  /** Last journal number seen; 0 while nothing whole is loaded. */
  readonly seq: number
  readonly receive: ReplicaReceiver
}

export interface RoomVisitOptions {
  readonly socket: RoomSocket
  readonly wid: string
  /** Whose visit it is. */
  readonly uid: string
  readonly clock: Clock
  /** Inflates `deflate-raw`. */
  readonly inflate: (bytes: Uint8Array) => Promise<Uint8Array>
  /** Where the person looks, so that the server makes those chunks ready first. */
  readonly view?: () => Joining['view']
}

/** One stay in a space's room, across as many connections as it takes. The replica's link, and presence. */
export interface RoomVisit extends RoomLink {
  /** Joins; the replica must be able to receive from now on. */
  start(replica: VisitedReplica): void
  /** Everybody here, one entry a tab, this tab too (`self`). */
  readonly people: ReadonlySignal<ReadonlyMap<string, PersonHere>>
  /** This tab's name in the room; empty while not joined. */
  readonly self: ReadonlySignal<string>
  readonly refusal: ReadonlySignal<RoomRefusal | null>
  /** As the members are listed; null before the first welcome. What counts on the board may be less while somebody presents. */
  readonly role: ReadonlySignal<Role | null>
  readonly presenting: ReadonlySignal<Presenting | null>
  /** Presents to everybody here and says what is left to them; null ends it, also somebody else's for those who may. */
  present(allows: Allowing | null): void
  /** Shows cursor, page, view or selection to the others; sent at most 20 times a second, the latest counts. */
  show(showing: Showing): void
  /** Shows a gesture in flight, as an encoded edit; null ends it. */
  preview(edit: Uint8Array | null): void
  /** Gestures of others as they come; null when one ends or its tab goes. */
  onPreview(listener: (c: string, edit: Uint8Array | null) => void): () => void
  leave(): void
}

const presenceEveryMs = 50
const retryAfterMs = 2_000
const nothing = new Uint8Array(0)

export function visitRoom(options: RoomVisitOptions): RoomVisit {
  return new Visit(options)
}

class Visit implements RoomVisit, RoomUser {
  readonly people = signal<ReadonlyMap<string, PersonHere>>(new Map())
  readonly self = signal('')
  readonly refusal = signal<RoomRefusal | null>(null)
  readonly role = signal<Role | null>(null)
  readonly presenting = signal<Presenting | null>(null)
  readonly #options: RoomVisitOptions
  readonly #previewListeners = new Set<(c: string, edit: Uint8Array | null) => void>()
  #replica: VisitedReplica | null = null
  #giveBack: () => void = () => undefined
  #epoch = ''
  /** This tab's last name in the room, also while it is away. */
  #known = ''
  /** Counts welcomes: what was inflated for an earlier one is dropped. */
  #stay = 0
  #showing: Showing | null = null
  #unsent: Showing | null = null
  #unsentPreview: Uint8Array | null = null
  #callOff: (() => void) | null = null
  #retry: () => void = () => undefined

  constructor(options: RoomVisitOptions) {
    this.#options = options
  }

  start(replica: VisitedReplica): void {
    this.#replica = replica
    this.#giveBack = this.#options.socket.use(this)
  }

  leave(): void {
    this.#retry()
    this.#callOff?.()
    // Nobody waits for somebody who has gone on purpose.
    if (this.#presents()) this.present(null)
    this.#giveBack()
    this.#replica = null
    this.#out()
  }

  sendEdit(bytes: Uint8Array): boolean {
    return this.self.peek() !== '' && this.#options.socket.send({ t: 'edit' }, bytes)
  }

  need(chunkIds: readonly string[]): boolean {
    return this.self.peek() !== '' && this.#options.socket.send({ t: 'need', chunks: [...chunkIds] })
  }

  rejoin(): void {
    this.#out()
    this.#options.socket.send({ t: 'join', ...this.joining() })
  }

  show(showing: Showing): void {
    this.#showing = { ...this.#showing, ...showing }
    this.#unsent = { ...this.#unsent, ...showing }
    this.#soon()
  }

  present(allows: Allowing | null): void {
    if (this.self.peek() !== '') this.#options.socket.send({ t: 'present', allows })
  }

  preview(edit: Uint8Array | null): void {
    this.#unsentPreview = edit ?? nothing
    this.#soon()
  }

  onPreview(listener: (c: string, edit: Uint8Array | null) => void): () => void {
    this.#previewListeners.add(listener)
    return () => this.#previewListeners.delete(listener)
  }

  joining(): Joining {
    const view = this.#options.view?.()
    const held = this.#epoch && this.#replica?.seq ? { lastSeq: this.#replica.seq, epoch: this.#epoch } : {}
    return { wid: this.#options.wid, ...held, ...(view ? { view } : {}) }
  }

  closed(): void {
    this.#out()
    this.#replica?.receive.closed()
  }

  receive(frame: ServerFrame, payload: Uint8Array): void {
    const replica = this.#replica
    if (!replica) return
    if (frame.t === 'welcome')
      return frame.wid === this.#options.wid ? this.#welcome(frame, payload, replica) : undefined
    if (frame.t === 'refused') return frame.wid === this.#options.wid ? this.#refused(frame) : undefined
    // What is still under way for an earlier room or stay means nothing to this one.
    if (this.self.peek() === '') return
    switch (frame.t) {
      case 'chunk':
        return void this.#chunk(frame.id, payload, replica)
      case 'batch':
        return replica.receive.batch(payload)
      case 'ack':
        return replica.receive.ack(frame.acks.map((ack) => ({ ...ack, skipped: ack.skipped ?? [] })))
      case 'reject':
        return replica.receive.reject(rejectOf(frame, payload))
      case 'role':
        this.role.value = frame.role
        return replica.receive.role(this.#counting())
      case 'presenting':
        this.presenting.value = frame.presenting
        return replica.receive.role(this.#counting())
      case 'catchUp':
        return this.rejoin()
      case 'preview':
        return this.#tellPreview(frame.c, payload.length > 0 ? payload : null)
      case 'presence':
        return this.#presence(frame)
      // The socket's own.
      case 'notice':
      case 'pong':
      case 'ready':
    }
  }

  #welcome(
    frame: Extract<ServerFrame, { t: 'welcome' }>,
    payload: Uint8Array,
    replica: VisitedReplica,
  ): void {
    this.#retry()
    this.#stay += 1
    this.#epoch = frame.epoch
    const presented = this.#presents()?.allows
    this.self.value = frame.c
    this.#known = frame.c
    this.role.value = frame.role
    this.presenting.value = frame.presenting ?? null
    this.refusal.value = null
    this.people.value = new Map(frame.people.map((person) => [person.c, person]))
    const welcome: Welcome = {
      seq: frame.seq,
      role: this.#counting(),
      tail: frame.tail ? payload : null,
      chunks: frame.chunks.map(chunkInfo),
    }
    replica.receive.welcome(welcome)
    // After a break the room knows this tab by another name, and a new server knows nothing of it.
    if (presented && (this.presenting.peek()?.uid ?? this.#options.uid) === this.#options.uid)
      this.present(presented)
    this.#unsent = this.#showing
    this.#soon()
  }

  /** What this person may do on the board now. */
  #counting(): Role {
    return roleWhile(this.presenting.peek(), this.#options.uid, this.role.peek() ?? 'viewer')
  }

  /** Is it this very tab that presents? */
  #presents(): Presenting | null {
    const presenting = this.presenting.peek()
    return presenting && presenting.c === this.#known ? presenting : null
  }

  #refused(frame: Extract<ServerFrame, { t: 'refused' }>): void {
    this.#out()
    this.#replica?.receive.closed()
    this.refusal.value = { code: frame.code, reason: frame.reason, retry: frame.retry }
    this.#retry()
    if (frame.retry) this.#retry = this.#options.clock.after(retryAfterMs, () => this.rejoin())
  }

  async #chunk(id: string, bytes: Uint8Array, replica: VisitedReplica): Promise<void> {
    const stay = this.#stay
    try {
      const inflated = await this.#options.inflate(bytes)
      if (stay === this.#stay && this.self.peek() !== '') replica.receive.chunk(id, inflated)
    } catch {
      // Damaged on the way or not for this board: ask for a whole welcome instead of showing a part.
      if (stay === this.#stay) this.rejoin()
    }
  }

  #presence(frame: Extract<ServerFrame, { t: 'presence' }>): void {
    const people = new Map(this.people.peek())
    for (const person of frame.joined ?? []) people.set(person.c, person)
    for (const { c, showing } of frame.shown ?? []) {
      const person = people.get(c)
      if (person) people.set(c, { ...person, showing: { ...person.showing, ...showing } })
    }
    for (const c of frame.gone ?? []) {
      people.delete(c)
      this.#tellPreview(c, null)
    }
    this.people.value = people
  }

  #tellPreview(c: string, edit: Uint8Array | null): void {
    for (const listener of this.#previewListeners) listener(c, edit)
  }

  #out(): void {
    this.self.value = ''
    for (const c of this.people.peek().keys()) this.#tellPreview(c, null)
    this.people.value = new Map()
  }

  /** Sends now what gathered, then nothing for 50 ms. */
  #soon(): void {
    if (this.#callOff) return
    this.#sendPresence()
    this.#callOff = this.#options.clock.after(presenceEveryMs, () => {
      this.#callOff = null
      if (this.#unsent || this.#unsentPreview) this.#soon()
    })
  }

  #sendPresence(): void {
    if (this.self.peek() === '') return
    if (this.#unsent) this.#options.socket.send({ t: 'presence', ...this.#unsent })
    if (this.#unsentPreview) this.#options.socket.send({ t: 'preview' }, this.#unsentPreview)
    this.#unsent = null
    this.#unsentPreview = null
  }
}

function chunkInfo(entry: ChunkEntry): Welcome['chunks'][number] {
  const [x, y, w, h] = entry.box ?? [0, 0, 0, 0]
  return {
    id: entry.id,
    page: entry.page,
    box: entry.box && { x, y, w, h },
    bytes: entry.bytes,
    hash: entry.hash,
  }
}

function rejectOf(
  frame: Extract<ServerFrame, { t: 'reject' }>,
  payload: Uint8Array,
): Parameters<ReplicaReceiver['reject']>[0] {
  const { id, reason, record, message } = frame
  return {
    id,
    refusal: { refused: reason, message, ...(record === undefined ? {} : { id: record }) },
    truth: payload.length > 0 ? payload : null,
  }
}
