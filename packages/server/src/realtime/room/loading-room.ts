import { encodeBatch } from '@tavla/canvas/model'
import type { JoinRequest, ServerFrame } from '@tavla/contract/realtime'
import type { Clock } from '../../ports/clock/port.ts'
import type { Database } from '../../db/database.ts'
import { readChunk, type StoredChunk, type StoredCheckpoint } from '../checkpoints/checkpoint-rows.ts'
import { listStoredChunks } from '../checkpoints/chunk-store.ts'
import type { DeleteConflicts } from '../edits/delete-conflicts.ts'
import { realtimeLimits } from '../realtime-limits.ts'
import type { AccessSource, Visitor } from '../room-access.ts'
import type { Connection } from '../socket/connection.ts'
import type { Joining, RoomHandle } from '../socket/session.ts'
import type { Room } from './room.ts'

export interface LoadingRoomOptions {
  readonly db: Database
  readonly clock: Clock
  readonly wid: string
  readonly epoch: string
  /** Chain hash at the end of the journal. */
  readonly chain: string
  /** Access version of the board when its loading began. */
  readonly access: number
  readonly conflicts: DeleteConflicts
  readonly onError: (error: unknown) => void
  /** The newest checkpoint, which has all of the journal. */
  readonly checkpoint: StoredCheckpoint
}

/**
 * A board that is being loaded into memory: its pages get the stored chunks meanwhile, as long as these are the whole
 * board. Nothing is edited before the room has opened, which takes over the pages as they are.
 */
export class LoadingRoom {
  readonly #options: LoadingRoomOptions
  readonly #chunks: ReadonlyMap<string, StoredChunk>
  readonly #pages = new Set<LoadingPage>()
  /** Rights have changed or the room has opened: the room itself decides from now on. */
  #isClosed = false

  constructor(options: LoadingRoomOptions) {
    this.#options = options
    this.#chunks = new Map(options.checkpoint.chunks.map((chunk) => [chunk.id, chunk]))
  }

  /** Null if only the room can answer this page. */
  enter(
    visitor: Visitor,
    { roles, version }: AccessSource,
    connection: Connection,
    { request, isCurrent }: Joining,
  ): RoomHandle | null {
    const role = roles.get(visitor.uid)
    const has = this.#getKnown(request)
    const isFull = this.#pages.size >= realtimeLimits.membersPerRoom
    if (!role || has === 'unclear' || version !== this.#options.access || isFull) return null
    if (this.#isClosed || !isCurrent()) return null
    const { wid, epoch, chain, clock, checkpoint, conflicts } = this.#options
    const missedDeletes = [...conflicts.of(visitor.uid)]
    const { seq } = checkpoint.row
    const frame: ServerFrame = {
      ...{ t: 'welcome', wid, epoch, seq, chain, role },
      c: connection.id,
      time: clock.now(),
      tail: has === 'all',
      chunks: has === 'all' ? [] : listStoredChunks(checkpoint.chunks, request.view),
      people: [],
      ...(missedDeletes.length > 0 ? { missedDeletes } : {}),
    }
    connection.send(frame, has === 'all' ? encodeBatch({ from: seq + 1, to: seq, edits: [] }) : undefined)
    const page = new LoadingPage(visitor, connection, wid, {
      read: (id) => this.#read(id),
      onSeen: (seq) => void conflicts.seen(visitor.uid, seq).catch(this.#options.onError),
      onLeft: () => this.#pages.delete(page),
    })
    this.#pages.add(page)
    return page
  }

  /** Rights have changed since the loading began, or the room has opened. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Rights have changed: nothing more is sent until the room has read them. */
  close(): void {
    this.#isClosed = true
  }

  /** The room takes over the pages; before anybody else can have edited the board. */
  opened(room: Room): void {
    this.#isClosed = true
    for (const page of this.#pages) page.open(room)
    this.#pages.clear()
  }

  /** The board cannot be opened. */
  failed(reason: string, retry: boolean): void {
    this.#isClosed = true
    for (const page of this.#pages) page.refuse(reason, retry)
    this.#pages.clear()
  }

  /** What the page has of the board; the room looks into the journal if that does not follow from its last number. */
  #getKnown({ lastSeq, epoch, chain }: JoinRequest): 'all' | 'nothing' | 'unclear' {
    if (!lastSeq) return 'nothing'
    const { checkpoint, epoch: ownEpoch, chain: ownChain } = this.#options
    const isSame = lastSeq === checkpoint.row.seq && chain === ownChain && epoch === ownEpoch
    return isSame ? 'all' : 'unclear'
  }

  /** Null if the chunk is not, or no longer, to be had here. */
  async #read(id: string): Promise<StoredBytes | null> {
    const chunk = this.#chunks.get(id)
    if (!chunk || this.#isClosed) return null
    const { db, wid } = this.#options
    const bytes = await readChunk(db, wid, chunk.hash)
    return bytes && !this.#isClosed ? { hash: chunk.hash, bytes } : null
  }
}

interface StoredBytes {
  readonly hash: string
  readonly bytes: Uint8Array
}

interface LoadingPageHost {
  readonly read: (chunk: string) => Promise<StoredBytes | null>
  /** Skipped deletes up to this number were seen. */
  readonly onSeen: (seq: number) => void
  readonly onLeft: () => void
}

/** What a page sent before the room has opened; `weight` in bytes. */
interface WaitingMessage {
  readonly weight: number
  readonly act: (room: RoomHandle) => void
}

/** A page of a board that is being loaded. What it sends waits for the room, except for requests of chunks. */
class LoadingPage implements RoomHandle {
  readonly wid: string
  readonly #visitor: Visitor
  readonly #connection: Connection
  readonly #host: LoadingPageHost
  #room: RoomHandle | null = null
  #hasLeft = false
  #waiting: WaitingMessage[] = []
  /** How often each chunk was requested. */
  readonly #needed = new Map<string, number>()

  constructor(visitor: Visitor, connection: Connection, wid: string, host: LoadingPageHost) {
    this.wid = wid
    this.#visitor = visitor
    this.#connection = connection
    this.#host = host
  }

  edit(bytes: Uint8Array): void {
    this.#pass(bytes.length, (room) => room.edit(bytes))
  }

  /** Nobody else is in the room yet. */
  preview(bytes: Uint8Array): void {
    this.#room?.preview(bytes)
  }

  show(showing: Parameters<RoomHandle['show']>[0]): void {
    this.#pass(0, (room) => room.show(showing))
  }

  need(chunks: readonly string[]): void {
    if (this.#room) return this.#room.need(chunks)
    for (const id of chunks) {
      const times = (this.#needed.get(id) ?? 0) + 1
      this.#needed.set(id, times)
      if (times <= realtimeLimits.needsPerChunk) this.#connection.later(() => this.#send(id))
    }
  }

  present(allows: Parameters<RoomHandle['present']>[0]): void {
    this.#pass(0, (room) => room.present(allows))
  }

  missedDeletesSeen(seq: number): void {
    this.#host.onSeen(seq)
  }

  leave(): void {
    this.#hasLeft = true
    this.#drop()
    this.#host.onLeft()
    this.#room?.leave()
  }

  open(room: Room): void {
    const handle = room.adopt(this.#visitor, this.#connection)
    const waiting = this.#drop()
    if (!handle) return
    this.#room = handle
    for (const { act } of waiting) act(handle)
  }

  refuse(reason: string, retry: boolean): void {
    this.#hasLeft = true
    this.#drop()
    this.#connection.send({ t: 'refused', wid: this.wid, code: 5000, reason, retry })
  }

  /** What waits counts like edits without an answer, so that reading pauses when it is too much. */
  #pass(bytes: number, act: (room: RoomHandle) => void): void {
    if (this.#room) return act(this.#room)
    if (this.#hasLeft) return
    const weight = Math.max(bytes, realtimeLimits.unsettledEdit)
    this.#waiting.push({ weight, act })
    this.#connection.unsettled(weight)
  }

  #drop(): readonly WaitingMessage[] {
    const waiting = this.#waiting
    this.#waiting = []
    for (const { weight } of waiting) this.#connection.unsettled(-weight)
    return waiting
  }

  async #send(id: string): Promise<void> {
    const stored = this.#room || this.#hasLeft ? null : await this.#host.read(id)
    if (this.#hasLeft) return
    if (!stored) return this.#pass(0, (room) => room.need([id]))
    this.#connection.send({ t: 'chunk', id, seq: 0, hash: stored.hash }, stored.bytes)
  }
}
