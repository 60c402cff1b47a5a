import { type ReadonlySignal, signal } from '@preact/signals-core'
import type { BoardPosition, JournalPosition, ReplicaReceiver, RoomLink, Welcome } from '@tavla/canvas/model'
import type { Role } from '@tavla/contract'
import { getPresentingRole } from '@tavla/contract/realtime'
import type { PresenterAccess, JoinRequest, Presenting, ServerFrame } from '@tavla/contract/realtime'
import type { OfflineCache } from './offline-cache.ts'
import type { Clock } from '../dom/clock.ts'
import type { CachedBoard } from './cached-boards-database.ts'
import { replayBatches, type CachedReplay, startCachedReplay } from './cached-replay.ts'
import { chunkInfo, getRejection } from './replica-text.ts'
import { type Presence, RoomPresence } from '../network/room-presence.ts'
import type { RoomSocket, RoomClient } from '../network/room-socket.ts'

/** Why a room cannot be joined; `retry`: it retries automatically. */
export interface RoomRefusal {
  readonly code: number
  readonly reason: string
  readonly retry: boolean
}

/** The part of the replica that a visit feeds. */
export interface VisitedReplica {
  /** Last journal number received; 0 until a complete board is loaded. */
  readonly seq: number
  /** Proof of the board's past, sent when joining. */
  readonly position: BoardPosition | null
  /** Without a board: the number that unsent edits are based on. */
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
  /** The cached board, which is shown first, and the cache to continue. */
  readonly offlineCache: OfflineCache
  /** The view, so that the server sends its chunks first. */
  readonly view?: () => JoinRequest['view']
}

/**
 * A visit to a space's room over any number of connections. It is the replica's link and tracks the people
 * present.
 */
export interface RoomVisit extends RoomLink {
  /** Joins; the replica must be ready to receive. */
  start(replica: VisitedReplica): void
  /** Set once the room has sent the current board; before that, the cached copy may be shown. */
  readonly welcomed: ReadonlySignal<boolean>
  readonly presence: Presence
  readonly refusal: ReadonlySignal<RoomRefusal | null>
  /**
   * The stored role; null before the first `welcome`. The effective role may be lower while somebody
   * presents.
   */
  readonly role: ReadonlySignal<Role | null>
  readonly presenting: ReadonlySignal<Presenting | null>
  /**
   * Starts presenting and sets what others can do; null stops it, also another person's for those with permission.
   */
  present(allows: PresenterAccess | null): void
  leave(): void
}

/** A board that moves to another server is ready within the first of these; the last one is repeated. */
const retryDelaysMs = [300, 600, 1_200, 2_000] as const
/** A server that stops has given the board away. */
const drainedDelayMs = 100

export function createRoomVisit(options: RoomVisitOptions): RoomVisit {
  return new Visit(options)
}

class Visit implements RoomVisit, RoomClient {
  readonly uid: string
  readonly welcomed = signal(false)
  readonly presence: RoomPresence
  readonly refusal = signal<RoomRefusal | null>(null)
  readonly role = signal<Role | null>(null)
  readonly presenting = signal<Presenting | null>(null)
  readonly #options: RoomVisitOptions
  #replica: VisitedReplica | null = null
  #detach: () => void = () => undefined
  /** This tab's last connection id in the room, also while disconnected. */
  #clientId = ''
  /** Counts `welcome` messages: data decompressed for an earlier one is discarded. */
  #visitNumber = 0
  /** While the cached board is being shown. */
  #replaying: CachedReplay | null = null
  #cancelRetry: () => void = () => undefined
  /** Since the room last let the page in. */
  #refusals = 0

  constructor(options: RoomVisitOptions) {
    this.#options = options
    this.uid = options.uid
    this.presence = new RoomPresence(options.socket, options.clock)
  }

  start(replica: VisitedReplica): void {
    this.#replica = replica
    const { cachedBoard } = this.#options.offlineCache
    const join = (): void => {
      if (this.#replica === replica) this.#detach = this.#options.socket.attachRoom(this)
    }
    if (cachedBoard) void this.#replayCache(cachedBoard, replica).then(join)
    else join()
  }

  leave(): void {
    this.#cancelRetry()
    // On leaving, others are informed at once.
    if (this.#getOwnPresenting()) this.present(null)
    this.#detach()
    this.#replica = null
    this.presence.dispose()
  }

  sendEdit(bytes: Uint8Array): boolean {
    return this.presence.self.peek() !== '' && this.#options.socket.send({ t: 'edit' }, bytes)
  }

  /** Uses cached chunks and requests the rest. */
  need(chunkIds: readonly string[]): boolean {
    if (this.presence.self.peek() === '' && !this.#replaying) return false
    const { offlineCache, socket } = this.#options
    const missing = chunkIds.filter((id) => !offlineCache.has(id))
    for (const id of chunkIds) if (offlineCache.has(id)) void this.#applyCachedChunk(id)
    return missing.length === 0 || socket.send({ t: 'need', chunks: missing })
  }

  rejoin(): void {
    this.presence.clear()
    this.#options.socket.send({ t: 'join', ...this.getJoinRequest() })
  }

  missedDeletesSeen(seq: number): void {
    if (this.presence.self.peek() !== '') this.#options.socket.send({ t: 'missedDeletesSeen', seq })
  }

  present(allows: PresenterAccess | null): void {
    if (this.presence.self.peek() !== '') this.#options.socket.send({ t: 'present', allows })
  }

  getJoinRequest(): JoinRequest {
    const view = this.#options.view?.()
    return { wid: this.#options.wid, ...this.#getKnownPosition(), ...(view ? { view } : {}) }
  }

  /** Without its epoch the cached board is only compared, and the whole board is sent. */
  #getKnownPosition(): Pick<JoinRequest, 'lastSeq' | 'epoch' | 'chain'> {
    const { position, madeAt } = this.#replica ?? {}
    if (!position) return madeAt ? { lastSeq: madeAt.seq, chain: madeAt.chain } : {}
    const { seq: lastSeq, epoch, chain } = position
    const needsWholeBoard = !this.welcomed.peek() && this.#options.offlineCache.needsWholeBoard
    return { lastSeq, chain, ...(needsWholeBoard ? {} : { epoch }) }
  }

  closed(): void {
    this.presence.clear()
    this.#replica?.receive.closed()
  }

  receive(frame: ServerFrame, payload: Uint8Array): void {
    const replica = this.#replica
    if (!replica) return
    if (frame.t === 'welcome')
      return frame.wid === this.#options.wid ? this.#handleWelcome(frame, payload, replica) : undefined
    if (frame.t === 'refused') return frame.wid === this.#options.wid ? this.#handleRefused(frame) : undefined
    // Results that belong to an earlier room or visit are ignored.
    if (this.presence.self.peek() === '') return
    switch (frame.t) {
      case 'chunk':
        return void this.#handleChunk(frame, payload, replica)
      case 'batch':
        this.#options.offlineCache.batch({
          from: frame.from,
          to: frame.to,
          bytes: payload,
          chain: frame.chain,
        })
        return replica.receive.batch(payload, frame.chain)
      case 'ack':
        return replica.receive.ack(frame.acks.map((ack) => ({ ...ack, skipped: ack.skipped ?? [] })))
      case 'reject':
        return replica.receive.reject(getRejection(frame, payload))
      case 'role':
        this.#options.offlineCache.role(frame.role)
        this.role.value = frame.role
        return replica.receive.role(this.#getEffectiveRole())
      case 'presenting':
        this.presenting.value = frame.presenting
        return replica.receive.role(this.#getEffectiveRole())
      case 'missedDeletes':
        return replica.receive.missedDeletes(frame.deletes)
      case 'catchUp':
        return this.rejoin()
      case 'preview':
        return this.presence.handlePreview(frame.c, payload.length > 0 ? payload : null)
      case 'presence':
        return this.presence.handleChange(frame)
      // The socket's own.
      case 'notice':
      case 'pong':
      case 'online':
      case 'ready':
    }
  }

  #handleWelcome(
    frame: Extract<ServerFrame, { t: 'welcome' }>,
    payload: Uint8Array,
    replica: VisitedReplica,
  ): void {
    this.#cancelRetry()
    this.#refusals = 0
    this.#visitNumber += 1
    this.#options.offlineCache.receiveWelcome(frame, payload, replica.seq)
    const ownAccess = this.#getOwnPresenting()?.allows
    this.presence.handleJoined(frame)
    this.#clientId = frame.c
    this.role.value = frame.role
    this.presenting.value = frame.presenting ?? null
    this.refusal.value = null
    const { seq, epoch, chain, diverged, missedDeletes } = frame
    const welcome: Welcome = {
      ...{ seq, epoch, chain, diverged, missedDeletes },
      role: this.#getEffectiveRole(),
      tail: frame.tail ? payload : null,
      chunks: frame.chunks.map(chunkInfo),
    }
    replica.receive.welcome(welcome)
    this.welcomed.value = true
    // After a disconnect the room knows this tab by another id, and a restarted server does not know it.
    if (ownAccess && (this.presenting.peek()?.uid ?? this.#options.uid) === this.#options.uid)
      this.present(ownAccess)
    this.presence.resend()
  }

  /** This person's effective role on the board. */
  #getEffectiveRole(): Role {
    return getPresentingRole(this.presenting.peek(), this.#options.uid, this.role.peek() ?? 'viewer')
  }

  /** Whether this tab presents. */
  #getOwnPresenting(): Presenting | null {
    const presenting = this.presenting.peek()
    return presenting && presenting.c === this.#clientId ? presenting : null
  }

  #handleRefused(frame: Extract<ServerFrame, { t: 'refused' }>): void {
    this.presence.clear()
    this.#replica?.receive.closed()
    if (!frame.retry) this.#options.offlineCache.clear()
    this.refusal.value = { code: frame.code, reason: frame.reason, retry: frame.retry }
    this.#cancelRetry()
    if (!frame.retry) return
    const isGivenAway = frame.reason === 'draining' && this.#refusals === 0
    const delayMs = isGivenAway ? drainedDelayMs : (retryDelaysMs[this.#refusals] ?? retryDelaysMs[3])
    this.#refusals += 1
    this.#cancelRetry = this.#options.clock.after(delayMs, () => this.rejoin())
  }

  /** Shows the cached board until the room sends the current one. */
  async #replayCache(cachedBoard: CachedBoard, replica: VisitedReplica): Promise<void> {
    const welcome = { ...cachedBoard.facts, tail: null, chunks: cachedBoard.facts.chunks.map(chunkInfo) }
    this.#visitNumber += 1
    this.#replaying = startCachedReplay(cachedBoard)
    try {
      replica.receive.welcome(welcome)
      replica.receive.closed()
      // Edits follow the chunks: to undo a removal, the board must know the removed record's position.
      await this.#replaying.done
      await replayBatches(cachedBoard.batches, replica.receive, this.#options.clock)
      this.#replaying = null
    } catch {
      // Unreadable: what was shown is removed, because a partial board would look complete.
      this.#replaying = null
      this.#options.offlineCache.clear()
      replica.receive.welcome(welcome)
      replica.receive.closed()
    }
  }

  async #applyCachedChunk(id: string): Promise<void> {
    const [visitNumber, replica, replaying] = [this.#visitNumber, this.#replica, this.#replaying]
    const { offlineCache, inflate, socket } = this.#options
    try {
      const bytes = await offlineCache.read(id)
      if (!bytes) throw new Error('The kept part is gone')
      const inflated = await inflate(bytes)
      if (visitNumber !== this.#visitNumber || !replica || replica !== this.#replica) return
      replica.receive.chunk(id, inflated)
      replaying?.receive(id)
    } catch (error) {
      if (replaying) replaying.failed(error)
      else if (visitNumber === this.#visitNumber) socket.send({ t: 'need', chunks: [id] })
    }
  }

  async #handleChunk(
    { id, hash }: Extract<ServerFrame, { t: 'chunk' }>,
    bytes: Uint8Array,
    replica: VisitedReplica,
  ): Promise<void> {
    const visitNumber = this.#visitNumber
    try {
      const inflated = await this.#options.inflate(bytes)
      if (visitNumber !== this.#visitNumber || this.presence.self.peek() === '') return
      replica.receive.chunk(id, inflated)
      this.#options.offlineCache.chunk(id, hash, bytes)
    } catch {
      // Damaged or not for this board: requests a complete `welcome` instead of showing a part.
      if (visitNumber === this.#visitNumber) this.rejoin()
    }
  }
}
