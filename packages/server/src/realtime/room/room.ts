import { encodeServerFrame, frameLimits } from '@tavla/contract/realtime'
import type { PresenterAccess, JoinRequest, RoomPerson, ServerFrame } from '@tavla/contract/realtime'
import { decodeChanges, decodeEditId, type Edit, encodeBatch, canEdit, canSuggest } from '@tavla/canvas/model'
import type { Role, Visitor } from '../room-access.ts'
import type { Board } from '../board.ts'
import type { Connection } from '../socket/connection.ts'
import { EditDecoder, isSmall } from '../edits/edit-decoder.ts'
import type { DeleteConflict } from '../edits/delete-conflicts.ts'
import { framed } from '../socket/framed.ts'
import { getBatch, BroadcastBatch, type Piece } from './broadcast-batch.ts'
import type { ChunkStore } from '../checkpoints/chunk-store.ts'
import type { SuggestionEvent } from '../../ports/boards/port.ts'
import {
  type EditClient,
  busy,
  type Committed,
  EditQueue,
  type EditQueueHost,
  type Journaled,
} from '../edits/edit-queue.ts'
import { JoinProof, type JoinCheck } from './join-proof.ts'
import { realtimeLimits, getStep } from '../realtime-limits.ts'
import type { Member } from './member.ts'
import { createThrottled, type Throttled } from '../socket/throttled.ts'
import { PresenterMode } from './presenter-mode.ts'
import { Presence } from './presence.ts'
import type { PresencePace } from '../socket/presence-pace.ts'
import { readyChunk } from '../checkpoints/ready-chunk.ts'
import { readBytes } from '../journal/read-bytes.ts'
import type { Joining, RoomHandle } from '../socket/session.ts'
import { readEarlier, RecentEdits } from './recent-edits.ts'

export interface RoomOptions extends Pick<
  EditQueueHost,
  | 'db'
  | 'clock'
  | 'guard'
  | 'schema'
  | 'chain'
  | 'budgets'
  | 'turn'
  | 'slices'
  | 'conflicts'
  | 'refreshAccess'
  | 'onAppended'
  | 'failed'
> {
  readonly wid: string
  readonly epoch: string
  readonly board: Board
  readonly chunks: ChunkStore
  readonly roles: ReadonlyMap<string, Role>
  readonly pace: PresencePace
  /** Gives the board a new epoch and returns it. */
  readonly renewEpoch: () => Promise<string>
  /** The last tab has left. */
  readonly onEmpty: () => void
  /** Somebody has joined or left. */
  readonly onPeople: () => void
  /** Somebody has turned to another page. */
  readonly onPage: () => void
  /** More edits are in the journal. */
  readonly onCommitted: (edits: number, suggestions: readonly SuggestionEvent[]) => void
}

/** One open space: its people, and the path of every edit from one of them via the journal to all. */
export class Room {
  readonly wid: string
  readonly #options: RoomOptions
  readonly #editQueue: EditQueue
  readonly #presence = new Presence()
  readonly #ticking: Throttled
  readonly #recentEdits = new RecentEdits()
  readonly #presenterMode: PresenterMode
  /** Limits the rate of presenter broadcasts. */
  readonly #announcing: ReturnType<typeof createThrottled>
  readonly #members = new Map<string, Member>()
  /** Roles of all members of the space, including those who left while their last edit is being checked. */
  #roles: ReadonlyMap<string, Role>
  #ended = false
  /** When presence was last sent to everybody. */
  #sharedAt = 0
  readonly #proof: JoinProof

  constructor(options: RoomOptions) {
    this.wid = options.wid
    this.#options = options
    this.#roles = options.roles
    this.#editQueue = new EditQueue({
      ...options,
      getRole: (uid) => this.#getRole(uid),
      people: () => this.#members.size,
      committed: (edits) => this.#announce(edits),
    })
    this.#proof = new JoinProof({
      ...options,
      committed: () => this.#editQueue.committed,
      getChain: (seq) =>
        seq === this.#editQueue.committed ? this.#editQueue.chain : this.#recentEdits.getChain(seq),
    })
    const { presentingEvery, presentingBurst } = realtimeLimits
    const { clock, failed } = options
    this.#announcing = createThrottled({
      clock,
      failed,
      everyMs: () => presentingEvery,
      act: () => this.#announcePresenting(),
      burst: presentingBurst,
    })
    this.#presenterMode = new PresenterMode(options.clock, () => this.#announcing.schedule())
    this.#ticking = createThrottled({
      clock,
      failed,
      everyMs: () => Math.max(getStep(realtimeLimits.presenceEvery, this.#members.size), options.pace.ms),
      act: () => this.#sharePresence(),
    })
  }

  get full(): boolean {
    return this.#members.size >= realtimeLimits.membersPerRoom
  }

  get empty(): boolean {
    return this.#members.size === 0
  }

  /** Number of the last journaled edit. */
  get committed(): number {
    return this.#editQueue.committed
  }

  /** Chain hash at that edit. */
  get chain(): string {
    return this.#editQueue.chain
  }

  get connections(): readonly Connection[] {
    return [...this.#members.values()].map(({ connection }) => connection)
  }

  get people(): readonly RoomPerson[] {
    return this.#presence.people
  }

  /**
   * Adds a tab; its `welcome` is sent when everything it describes is durable. Null for somebody without
   * access, or if the join is no longer current.
   */
  async enter(
    visitor: Visitor,
    connection: Connection,
    { request, isCurrent }: Joining,
  ): Promise<RoomHandle | null> {
    const joinCheck = await this.#proof.check(request)
    const { known } = joinCheck
    const current = known === this.#editQueue.committed
    const read = known !== undefined && !current && !this.#recentEdits.reaches(known)
    const { db, turn, budgets } = this.#options
    const pays = (units: number): boolean => budgets.take(visitor.uid, units)
    const earlier = read ? await readEarlier(db, this.wid, known, { turn, pays }) : []
    const role = this.#roles.get(visitor.uid)
    if (role === undefined || !isCurrent() || this.#ended) return null
    const member = this.#addMember(visitor, connection, role)
    this.#editQueue.whenCommitted(() => this.#welcome(member, joinCheck, earlier, request.view))
    return this.#getHandle(member)
  }

  /**
   * Adds a tab that was sent the board while it was loaded, before anybody edits it; null, and a refusal, for somebody
   * without access.
   */
  adopt(visitor: Visitor, connection: Connection): RoomHandle | null {
    const role = this.#roles.get(visitor.uid)
    if (role === undefined) {
      connection.send({ t: 'refused', wid: this.wid, code: 4004, reason: 'missing', retry: false })
      return null
    }
    const member = this.#addMember(visitor, connection, role)
    this.#show(member)
    return this.#getHandle(member)
  }

  /** Replaces all roles; people without one are removed at once. */
  setRoles(roles: ReadonlyMap<string, Role>): void {
    this.#roles = roles
    this.#presenterMode.rolesChanged(roles)
    for (const member of this.#members.values()) {
      const role = roles.get(member.visitor.uid)
      if (role === undefined) this.#evict(member)
      else if (role !== member.role) {
        member.role = role
        member.connection.send({ t: 'role', wid: this.wid, role })
        this.#presence.setRole(member.connection.id, role)
        this.#ticking.schedule()
      }
    }
  }

  /** Ends the room for everybody; `retry` if they may come back at once. */
  end(reason: string, retry: boolean): void {
    this.#ended = true
    this.#editQueue.end()
    this.#presenterMode.stop()
    this.#announcing.stop()
    this.#ticking.stop()
    const frame: ServerFrame = { t: 'refused', wid: this.wid, code: retry ? 5000 : 4004, reason, retry }
    for (const member of this.#members.values()) {
      this.#addInFlight(member, -member.waiting)
      member.connection.send(frame)
    }
    this.#members.clear()
  }

  /** Applies an edit of somebody who need not be connected; resolves once it is durable. */
  change(uid: string, { id, changes }: Pick<Edit, 'id' | 'changes'>): Promise<void> {
    const { board } = this.#options
    return new Promise((resolve, reject) => {
      const fail = (why: string): void => reject(new Error(`An edit of ${this.wid} was refused: ${why}`))
      if (this.#getRole(uid) === null || this.#ended) return fail('role')
      const edit: Edit = { id, base: board.seq, mark: id, changes }
      const client: EditClient = {
        ack: () => resolve(),
        reject: (_id, refusal) => fail(refusal.message),
        resend: () => fail('order'),
      }
      this.#editQueue.offer({ sent: { edit, settled: 0 }, uid, client, size: null })
    })
  }

  /** Runs `act` once the board's current state is in the journal; `undone` when some of it was reverted. */
  whenCommitted(act: () => void, undone: () => void): void {
    this.#editQueue.whenCommitted(act, undone)
  }

  /** Resolves when every accepted edit is in the journal. */
  async settled(): Promise<void> {
    await this.#editQueue.idle()
  }

  #getHandle(member: Member): RoomHandle {
    const { connection } = member
    const here = (): boolean => this.#members.get(connection.id) === member
    return {
      wid: this.wid,
      edit: (bytes) => (here() ? this.#edit(member, bytes) : undefined),
      preview: (bytes) => (here() ? this.#preview(member, bytes) : undefined),
      show: (showing) => {
        this.#presence.show(connection.id, showing)
        this.#ticking.schedule()
        if (showing.page !== undefined) this.#options.onPage()
      },
      need: (chunks) => (here() ? this.#need(member, chunks) : undefined),
      present: (allows) => (here() ? this.#present(member, allows) : undefined),
      missedDeletesSeen: (seq) => (here() ? this.#missedDeletesSeen(member, seq) : undefined),
      leave: () => (here() ? this.#remove(member) : undefined),
    }
  }

  #addMember(visitor: Visitor, connection: Connection, role: Role): Member {
    const member: Member = {
      visitor,
      connection,
      role,
      welcomed: false,
      gap: false,
      isToRejoin: false,
      dropsEdits: false,
      decoder: new EditDecoder(this.#options.turn, (error) => connection.fail(error)),
      needed: new Map(),
      waiting: 0,
    }
    this.#members.set(connection.id, member)
    connection.onCaughtUp = () => connection.send({ t: 'catchUp', wid: this.wid })
    return member
  }

  #welcome(
    member: Member,
    { known, diverged }: JoinCheck,
    earlier: readonly Committed[],
    view: JoinRequest['view'],
  ): void {
    const { connection, visitor, role } = member
    if (this.#members.get(connection.id) !== member || this.#ended) return
    const seq = this.#editQueue.committed
    const missed = known === undefined ? null : this.#recentEdits.between(known, seq, earlier)
    const { presenting } = this.#presenterMode
    const missedDeletes = [...this.#options.conflicts.of(visitor.uid)]
    const frame: ServerFrame = {
      t: 'welcome',
      wid: this.wid,
      epoch: this.#proof.epoch,
      seq,
      chain: this.#editQueue.chain,
      ...(diverged ? { diverged: true } : {}),
      role,
      c: connection.id,
      time: this.#options.clock.now(),
      tail: missed !== null,
      chunks: missed ? [] : this.#options.chunks.list(view),
      people: this.#presence.listed,
      ...(presenting ? { presenting } : {}),
      ...(missedDeletes.length > 0 ? { missedDeletes } : {}),
    }
    connection.send(
      frame,
      missed ? encodeBatch({ from: seq - missed.length + 1, to: seq, edits: missed }) : undefined,
    )
    this.#show(member)
  }

  /** It was welcomed: others see it, and it gets everything from here on. */
  #show(member: Member): void {
    const { connection, visitor, role } = member
    member.welcomed = true
    const { uid, name, photo, color } = visitor
    const who = { uid, name, photo, role, ...(color !== undefined && { color }) }
    this.#presence.join(connection, who, (edit) => this.#allowsPreview(member, edit))
    this.#ticking.schedule()
    this.#options.onPeople()
  }

  #edit(member: Member, bytes: Uint8Array): void {
    const { connection, visitor } = member
    if (member.dropsEdits) return
    const { uid } = visitor
    const client = this.#getClient(member, Math.max(bytes.length, realtimeLimits.unsettledEdit))
    if (!canSuggest(this.#getRole(uid) ?? 'viewer')) return this.#refuse(member, bytes, client)
    const size = bytes.length
    const isPaid = !isSmall(bytes)
    member.decoder.decode({
      bytes,
      begin: () => this.#canDecode(member, client),
      pay: () => this.#payDecoding(member, bytes, client),
      end: (sent) => {
        if (!sent) return connection.close('bad_frame')
        if (!isPaid) this.#options.turn.spend(size * realtimeLimits.byteWork)
        this.#editQueue.offer({ sent, uid, client, size, isPaid })
      },
    })
  }

  #canDecode(member: Member, client: EditClient): boolean {
    if (this.#ended || member.connection.closedAs === 'bad_frame') return false
    if (member.dropsEdits) client.resend()
    return !member.dropsEdits
  }

  /** A large edit is charged before it is decoded; if that takes too long, only its id is read. */
  async #payDecoding(member: Member, bytes: Uint8Array, client: EditClient): Promise<boolean> {
    const { budgets } = this.#options
    const isPaid = await budgets.pay(member.visitor.uid, bytes.length * realtimeLimits.byteWork)
    if (!this.#canDecode(member, client)) return false
    if (isPaid) return true
    const id = readBytes(decodeEditId, bytes)
    if (id === null) member.connection.close('bad_frame')
    else client.reject(id, busy())
    return false
  }

  /** If the person may neither edit nor suggest, only the id is read. */
  #refuse(member: Member, bytes: Uint8Array, client: EditClient): void {
    const id = readBytes(decodeEditId, bytes)
    if (id === null) return member.connection.close('bad_frame')
    const edit: Edit = { id, base: 0, mark: '', changes: [] }
    this.#editQueue.offer({ sent: { edit, settled: 0 }, uid: member.visitor.uid, client, size: bytes.length })
  }

  #getClient(member: Member, weight: number): EditClient {
    const { connection } = member
    this.#addInFlight(member, weight)
    const settled = (): void => this.#addInFlight(member, -weight)
    return {
      ack: (ack) => {
        settled()
        connection.send({ t: 'ack', acks: [{ ...ack, skipped: [...ack.skipped] }] })
      },
      reject: (id, refusal) => {
        settled()
        const record = refusal.id === undefined ? {} : { record: refusal.id }
        connection.send({ t: 'reject', id, reason: refusal.refused, message: refusal.message, ...record })
        if (refusal.refused === 'busy') this.#resend(member)
      },
      resend: () => {
        settled()
        this.#resend(member)
      },
    }
  }

  /** After a tab has left, pending answers no longer pause its socket. */
  #addInFlight(member: Member, bytes: number): void {
    if (this.#members.get(member.connection.id) !== member) return
    member.waiting += bytes
    member.connection.unsettled(bytes)
  }

  #preview(member: Member, bytes: Uint8Array): void {
    if (bytes.length > frameLimits.preview) return member.connection.close('bad_frame')
    this.#presence.preview(member.connection.id, bytes)
    this.#ticking.schedule()
  }

  /**
   * A gesture names records, so it is checked like the edit it may become; a refused or too costly one is
   * not shown. Runs while everybody is sent something, so an error ends only its author's socket.
   */
  #allowsPreview({ visitor, role, connection }: Member, bytes: Uint8Array): boolean {
    const { uid } = visitor
    const actor = { uid, role: this.#presenterMode.getRole(uid, role) }
    if (!canEdit(actor.role)) return false
    try {
      const changes = readBytes(decodeChanges, bytes)
      if (!changes) {
        connection.close('bad_frame')
        return false
      }
      const { board } = this.#options
      const gesture: Edit = { id: 'gesture:1', base: board.seq, mark: '', changes }
      return this.#paysPreview(gesture, uid, bytes.length) && board.allows(gesture, actor)
    } catch (error) {
      connection.fail(error)
      return false
    }
  }

  /** Previews are dropped first: when the event loop is busy, or half of the person's budget is used. */
  #paysPreview(gesture: Edit, uid: string, size: number): boolean {
    const { board, budgets, turn, slices } = this.#options
    if (turn.isSpent || !slices.isIdle) return false
    const work = board.estimate(gesture, uid, realtimeLimits.previewWork)
    const units = realtimeLimits.editWork + size * realtimeLimits.byteWork + work.records + work.text
    turn.spend(units)
    return units <= realtimeLimits.previewWork && budgets.takeSpare(uid, units)
  }

  #getRole(uid: string): Role | null {
    const role = this.#roles.get(uid)
    return role === undefined ? null : this.#presenterMode.getRole(uid, role)
  }

  #present({ connection, visitor, role }: Member, allows: PresenterAccess | null): void {
    const { uid, name } = visitor
    const before = this.#presenterMode.presenting
    this.#presenterMode.ask({ c: connection.id, uid, name, role }, allows)
    // A refused request is answered with the current state.
    if (this.#presenterMode.presenting === before) connection.send({ t: 'presenting', presenting: before })
  }

  #announcePresenting(): void {
    const message = framed(encodeServerFrame({ t: 'presenting', presenting: this.#presenterMode.presenting }))
    for (const { connection, welcomed } of this.#members.values())
      if (welcomed) connection.sendFramed(message, 'must')
  }

  /** A tab that keeps requesting the same chunks must join again, which is rate-limited. */
  #need(member: Member, ids: readonly string[]): void {
    for (const id of ids) {
      const times = (member.needed.get(id) ?? 0) + 1
      if (times > realtimeLimits.needsPerChunk) return this.#rejoin(member)
      member.needed.set(id, times)
      member.connection.later(() => this.#sendChunk(member, id))
    }
  }

  #rejoin(member: Member): void {
    if (member.isToRejoin) return
    member.isToRejoin = true
    member.connection.send({ t: 'catchUp', wid: this.wid })
  }

  /** An edit was not applied, so the tab's later edits are not either. */
  #resend(member: Member): void {
    member.dropsEdits = true
    this.#rejoin(member)
  }

  /**
   * Nothing is sent before it is in the journal: a chunk with pending edits waits, and is compressed again
   * if they were reverted.
   */
  async #sendChunk(member: Member, id: string): Promise<void> {
    const { board, chunks } = this.#options
    const { connection } = member
    // The chunks were re-split since that `welcome`; the tab needs a new one.
    if (!chunks.has(id)) return this.#rejoin(member)
    await this.#options.turn.yieldWhenSpent()
    const { generation } = board
    const chunk = await readyChunk(this.#options, id)
    const again = (): void => connection.later(() => this.#sendChunk(member, id))
    if (this.#members.get(connection.id) !== member) return
    if (generation !== board.generation) return again()
    const send = (): void =>
      connection.send({ t: 'chunk', id, seq: chunk.seq, hash: chunk.hash }, chunk.bytes)
    if (chunk.seq <= this.#editQueue.committed) send()
    else this.#editQueue.whenCommitted(send, again)
  }

  #announce(edits: readonly Journaled[]): void {
    for (const edit of edits) this.#recentEdits.add(edit)
    const batch = new BroadcastBatch([getBatch(edits), ...this.#takePresence()])
    for (const member of this.#members.values()) {
      if (member.welcomed) member.gap = !batch.sendTo(member.connection, !member.gap)
    }
    this.#announceConflicts(edits.flatMap(({ conflicts }) => conflicts ?? []))
    this.#options.onCommitted(
      edits.length,
      edits.flatMap(({ suggestions }) => suggestions ?? []),
    )
  }

  #sharePresence(): void {
    this.#presence.tick(this.#getShare())
    if (this.#presence.waiting) this.#ticking.schedule()
  }

  /** Presence that goes along with edits: writes are the most expensive part of a broadcast. */
  #takePresence(): readonly Piece[] {
    const shown = this.#presence.take(this.#getShare())
    if (shown.length === 0) return shown
    this.#ticking.skip()
    if (this.#presence.waiting) this.#ticking.schedule()
    return shown
  }

  /** The share of the waiting presence that may be sent now. */
  #getShare(): number {
    const now = this.#options.clock.now()
    const passedMs = Math.max(0, now - this.#sharedAt)
    this.#sharedAt = now
    const roundMs = getStep(realtimeLimits.presenceRound, this.#members.size)
    return passedMs < roundMs ? passedMs / roundMs : 1
  }

  /**
   * Notifies connected authors at once of a delete that was skipped because of their work; others, and lost
   * messages, are covered by the next `welcome`.
   */
  #announceConflicts(conflicts: readonly DeleteConflict[]): void {
    const first = conflicts[0]?.seq
    if (first === undefined) return
    this.#options.conflicts.add(conflicts)
    for (const uid of new Set(conflicts.map((conflict) => conflict.uid))) {
      const deletes = this.#options.conflicts.of(uid).filter(({ seq }) => seq >= first)
      for (const { connection, visitor, welcomed } of this.#members.values())
        if (welcomed && visitor.uid === uid) connection.send({ t: 'missedDeletes', deletes })
    }
  }

  #missedDeletesSeen({ visitor }: Member, seq: number): void {
    const { conflicts, failed } = this.#options
    conflicts.seen(visitor.uid, seq).catch((error: unknown) => failed(error))
  }

  #evict(member: Member): void {
    this.#remove(member)
    member.connection.dropQueued()
    member.connection.send({ t: 'refused', wid: this.wid, code: 4004, reason: 'removed', retry: false })
  }

  #remove(member: Member): void {
    this.#addInFlight(member, -member.waiting)
    this.#members.delete(member.connection.id)
    member.connection.onCaughtUp = () => undefined
    this.#presence.leave(member.connection.id)
    this.#presenterMode.left(member.connection.id)
    this.#ticking.schedule()
    this.#options.onPeople()
    if (this.#members.size === 0) this.#options.onEmpty()
  }
}
