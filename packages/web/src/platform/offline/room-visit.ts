import { type ReadonlySignal, signal } from '@preact/signals-core'
import type { BoardPosition, JournalPosition, ReplicaReceiver, RoomLink, Welcome } from '@tavla/canvas/model'
import type { Role } from '@tavla/contract'
import { roleWhile } from '@tavla/contract/realtime'
import type { PresenterAccess, JoinRequest, Presenting, ServerFrame } from '@tavla/contract/realtime'
import type { OfflineCache } from './offline-cache.ts'
import type { Clock } from '../dom/clock.ts'
import type { CachedBoard } from './cached-boards-database.ts'
import { feed, type CachedReplay, startCachedReplay } from './cached-replay.ts'
import { chunkInfo, getRejection } from './replica-text.ts'
import { type Presence, RoomPresence } from '../network/room-presence.ts'
import type { RoomSocket, RoomUser } from '../network/room-socket.ts'

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
  /** What a join proves of the board on screen. */
  readonly position: BoardPosition | null
  /** Without a board: what unsent edits were made on. */
  readonly madeAt: JournalPosition | null
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
  /** The board as it was last seen here, which is shown first, and the place to keep it as it goes on. */
  readonly keeper: OfflineCache
  /** Where the person looks, so that the server makes those chunks ready first. */
  readonly view?: () => JoinRequest['view']
}

/** One stay in a space's room, across as many connections as it takes. The replica's link, and who else is here. */
export interface RoomVisit extends RoomLink {
  /** Joins; the replica must be able to receive from now on. */
  start(replica: VisitedReplica): void
  /** Since the room has said how the board is now; before that, what is shown may be what was kept here. */
  readonly welcomed: ReadonlySignal<boolean>
  readonly presence: Presence
  readonly refusal: ReadonlySignal<RoomRefusal | null>
  /** As the members are listed; null before the first welcome. What counts on the board may be less while somebody presents. */
  readonly role: ReadonlySignal<Role | null>
  readonly presenting: ReadonlySignal<Presenting | null>
  /** Presents to everybody here and says what is left to them; null ends it, also somebody else's for those who may. */
  present(allows: PresenterAccess | null): void
  leave(): void
}

const retryAfterMs = 2_000

export function visitRoom(options: RoomVisitOptions): RoomVisit {
  return new Visit(options)
}

class Visit implements RoomVisit, RoomUser {
  readonly welcomed = signal(false)
  readonly presence: RoomPresence
  readonly refusal = signal<RoomRefusal | null>(null)
  readonly role = signal<Role | null>(null)
  readonly presenting = signal<Presenting | null>(null)
  readonly #options: RoomVisitOptions
  #replica: VisitedReplica | null = null
  #giveBack: () => void = () => undefined
  /** This tab's last name in the room, also while it is away. */
  #known = ''
  /** Counts welcomes: what was inflated for an earlier one is dropped. */
  #stay = 0
  /** While the board that is kept here is being shown. */
  #replaying: CachedReplay | null = null
  #retry: () => void = () => undefined

  constructor(options: RoomVisitOptions) {
    this.#options = options
    this.presence = new RoomPresence(options.socket, options.clock)
  }

  start(replica: VisitedReplica): void {
    this.#replica = replica
    const { kept } = this.#options.keeper
    const join = (): void => {
      if (this.#replica === replica) this.#giveBack = this.#options.socket.use(this)
    }
    if (kept) void this.#recall(kept, replica).then(join)
    else join()
  }

  leave(): void {
    this.#retry()
    // Nobody waits for somebody who has gone on purpose.
    if (this.#presents()) this.present(null)
    this.#giveBack()
    this.#replica = null
    this.presence.dispose()
  }

  sendEdit(bytes: Uint8Array): boolean {
    return this.presence.self.peek() !== '' && this.#options.socket.send({ t: 'edit' }, bytes)
  }

  /** Cached parts are used; the rest is requested. */
  need(chunkIds: readonly string[]): boolean {
    if (this.presence.self.peek() === '' && !this.#replaying) return false
    const { keeper, socket } = this.#options
    const strange = chunkIds.filter((id) => !keeper.holds(id))
    for (const id of chunkIds) if (keeper.holds(id)) void this.#takeKept(id)
    return strange.length === 0 || socket.send({ t: 'need', chunks: strange })
  }

  rejoin(): void {
    this.presence.out()
    this.#options.socket.send({ t: 'join', ...this.joining() })
  }

  missedDeletesSeen(seq: number): void {
    if (this.presence.self.peek() !== '') this.#options.socket.send({ t: 'missedDeletesSeen', seq })
  }

  present(allows: PresenterAccess | null): void {
    if (this.presence.self.peek() !== '') this.#options.socket.send({ t: 'present', allows })
  }

  joining(): JoinRequest {
    const view = this.#options.view?.()
    return { wid: this.#options.wid, ...this.#held(), ...(view ? { view } : {}) }
  }

  /** Without its epoch, what is held is only compared, and the whole board is sent. */
  #held(): Pick<JoinRequest, 'lastSeq' | 'epoch' | 'chain'> {
    const { position, madeAt } = this.#replica ?? {}
    if (!position) return madeAt ? { lastSeq: madeAt.seq, chain: madeAt.chain } : {}
    const { seq: lastSeq, epoch, chain } = position
    const wantsWhole = !this.welcomed.peek() && this.#options.keeper.wantsWhole
    return { lastSeq, chain, ...(wantsWhole ? {} : { epoch }) }
  }

  closed(): void {
    this.presence.out()
    this.#replica?.receive.closed()
  }

  receive(frame: ServerFrame, payload: Uint8Array): void {
    const replica = this.#replica
    if (!replica) return
    if (frame.t === 'welcome')
      return frame.wid === this.#options.wid ? this.#welcome(frame, payload, replica) : undefined
    if (frame.t === 'refused') return frame.wid === this.#options.wid ? this.#refused(frame) : undefined
    // What is still under way for an earlier room or stay means nothing to this one.
    if (this.presence.self.peek() === '') return
    switch (frame.t) {
      case 'chunk':
        return void this.#chunk(frame, payload, replica)
      case 'batch':
        this.#options.keeper.batch({ from: frame.from, to: frame.to, bytes: payload, chain: frame.chain })
        return replica.receive.batch(payload, frame.chain)
      case 'ack':
        return replica.receive.ack(frame.acks.map((ack) => ({ ...ack, skipped: ack.skipped ?? [] })))
      case 'reject':
        return replica.receive.reject(getRejection(frame, payload))
      case 'role':
        this.#options.keeper.role(frame.role)
        this.role.value = frame.role
        return replica.receive.role(this.#counting())
      case 'presenting':
        this.presenting.value = frame.presenting
        return replica.receive.role(this.#counting())
      case 'missedDeletes':
        return replica.receive.missedDeletes(frame.deletes)
      case 'catchUp':
        return this.rejoin()
      case 'preview':
        return this.presence.previewed(frame.c, payload.length > 0 ? payload : null)
      case 'presence':
        return this.presence.changed(frame)
      // The socket's own.
      case 'notice':
      case 'pong':
      case 'online':
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
    this.#options.keeper.welcomed(frame, payload, replica.seq)
    const presented = this.#presents()?.allows
    this.presence.joined(frame)
    this.#known = frame.c
    this.role.value = frame.role
    this.presenting.value = frame.presenting ?? null
    this.refusal.value = null
    const { seq, epoch, chain, diverged, missedDeletes } = frame
    const welcome: Welcome = {
      ...{ seq, epoch, chain, diverged, missedDeletes },
      role: this.#counting(),
      tail: frame.tail ? payload : null,
      chunks: frame.chunks.map(chunkInfo),
    }
    replica.receive.welcome(welcome)
    this.welcomed.value = true
    // After a break the room knows this tab by another name, and a new server knows nothing of it.
    if (presented && (this.presenting.peek()?.uid ?? this.#options.uid) === this.#options.uid)
      this.present(presented)
    this.presence.showAgain()
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
    this.presence.out()
    this.#replica?.receive.closed()
    if (!frame.retry) this.#options.keeper.forget()
    this.refusal.value = { code: frame.code, reason: frame.reason, retry: frame.retry }
    this.#retry()
    if (frame.retry) this.#retry = this.#options.clock.after(retryAfterMs, () => this.rejoin())
  }

  /** Shows the board as it was kept, before the room says how it is now. */
  async #recall(kept: CachedBoard, replica: VisitedReplica): Promise<void> {
    const welcome = { ...kept.facts, tail: null, chunks: kept.facts.chunks.map(chunkInfo) }
    this.#stay += 1
    this.#replaying = startCachedReplay(kept)
    try {
      replica.receive.welcome(welcome)
      replica.receive.closed()
      // Edits come after the parts: of what one removes, the board must know where it was, or undo could not put it back.
      await this.#replaying.done
      await feed(kept.batches, replica.receive, this.#options.clock)
      this.#replaying = null
    } catch {
      // Not readable. What was shown of it is put away again: half a board would look like all of it.
      this.#replaying = null
      this.#options.keeper.forget()
      replica.receive.welcome(welcome)
      replica.receive.closed()
    }
  }

  async #takeKept(id: string): Promise<void> {
    const [stay, replica, replaying] = [this.#stay, this.#replica, this.#replaying]
    const { keeper, inflate, socket } = this.#options
    try {
      const bytes = await keeper.read(id)
      if (!bytes) throw new Error('The kept part is gone')
      const inflated = await inflate(bytes)
      if (stay !== this.#stay || !replica || replica !== this.#replica) return
      replica.receive.chunk(id, inflated)
      replaying?.came(id)
    } catch (error) {
      if (replaying) replaying.failed(error)
      else if (stay === this.#stay) socket.send({ t: 'need', chunks: [id] })
    }
  }

  async #chunk(
    { id, hash }: Extract<ServerFrame, { t: 'chunk' }>,
    bytes: Uint8Array,
    replica: VisitedReplica,
  ): Promise<void> {
    const stay = this.#stay
    try {
      const inflated = await this.#options.inflate(bytes)
      if (stay !== this.#stay || this.presence.self.peek() === '') return
      replica.receive.chunk(id, inflated)
      this.#options.keeper.chunk(id, hash, bytes)
    } catch {
      // Damaged on the way or not for this board: ask for a whole welcome instead of showing a part.
      if (stay === this.#stay) this.rejoin()
    }
  }
}
