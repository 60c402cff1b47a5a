import type { Actor, Change, Edit, AcceptedEdit } from '../document/model/change.ts'
import { decodeBatch, decodeEdit } from '../document/codec/codec.ts'
import type { Random } from '../document/model/order-keys.ts'
import type { RecordId } from '../document/model/record.ts'
import type { ShapeSchema } from '../document/model/schema.ts'
import type { BoardState } from '../document/state/state.ts'
import type { Replica, ReplicaClock, TextSession, UndoHistory } from '../replica/ports.ts'
import type { EditOutcome } from '../replica/sending/outcomes.ts'
import { createReplica } from '../replica/replica.ts'
import type { Fault, FuzzRoom, RoomFrame, RoomSocket, TabFrame } from './fuzz-room.ts'
import { MemoryOutbox } from './memory-outbox.ts'

/** A clock controlled by the run; the start value simulates skew. */
export class FuzzClock implements ReplicaClock {
  #time: number
  readonly #timers = new Set<{ readonly due: number; readonly run: () => void }>()

  constructor(start: number) {
    this.#time = start
  }

  now(): number {
    return this.#time
  }

  after(delayMs: number, run: () => void): () => void {
    const timer = { due: this.#time + delayMs, run }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }

  /** Cancels all timers of a closed page. */
  forget(): void {
    this.#timers.clear()
  }

  advance(ms: number): void {
    this.#time += ms
    for (const timer of [...this.#timers].sort((a, b) => a.due - b.due)) {
      if (timer.due <= this.#time && this.#timers.delete(timer)) timer.run()
    }
  }
}

/** Messages in transit. */
interface Connection {
  readonly up: TabFrame[]
  readonly down: RoomFrame[]
  readonly socket: RoomSocket
}

/** A part of the journal that a page has read without interruption; compared by identity. */
type Segment = object

/** A user's tab with an unreliable connection to the room. */
export class FuzzClient {
  readonly uid: string
  readonly clock: FuzzClock
  /** Edits acknowledged to this client; none may be lost. */
  readonly acked = new Map<string, number>()
  /** Segment in which the page read a journal number with a complete board on screen. */
  readonly followed = new Map<number, Segment>()
  /** Ends on reload or divergence, after which the authors of older numbers are unknown. */
  #segment: Segment = {}
  /** Journal numbers of the page's board and of the room when an edit was answered. */
  readonly settledAt = new Map<string, { readonly page: number; readonly room: number }>()
  /** Edits answered by a room that was restored since; no journal shows their context. */
  readonly forgotten = new Set<string>()
  /** The room was restored to a state before this page's board, and the page has not reported it yet. */
  expectsDivergence = false
  /** Edits that the room reported as having no effect. */
  readonly idle = new Set<string>()
  /** Received edits by journal number. */
  readonly announced = new Map<number, string>()
  /** All edits sent to the room, in the form sent last. */
  readonly sent = new Map<string, Edit>()
  /** Stored outcomes; kept across reloads. */
  readonly outcomes: EditOutcome[] = []
  /** Simulates failing storage. */
  outcomesFail = false
  /** Ids of undo and redo edits. */
  readonly undoing = new Set<string>()
  session: TextSession | undefined
  /** Content of the session's text box, updated only by its steps. */
  box: TextSession['doc'] | undefined
  readonly #room: FuzzRoom
  readonly #fault: Fault | undefined
  readonly #schemas: readonly ShapeSchema[]
  readonly #outbox = new MemoryOutbox()
  #history: UndoHistory | undefined
  #tabs = 0
  #current: Replica
  #line: Connection | undefined
  /** Connections closed on this side but not in the room. */
  readonly #ghosts: Connection[] = []

  constructor(
    uid: string,
    room: FuzzRoom,
    schemas: readonly ShapeSchema[],
    clockStart: number,
    fault?: Fault | undefined,
  ) {
    this.uid = uid
    this.#fault = fault
    this.#room = room
    this.#schemas = schemas
    this.clock = new FuzzClock(clockStart)
    this.#current = this.#open()
    this.#outbox.onRemove = (id) => this.#noteSettled(id)
  }

  get replica(): Replica {
    return this.#current
  }

  get isOnline(): boolean {
    return this.#line !== undefined
  }

  /** The board on screen. */
  get shown(): BoardState {
    const { document } = this.#current
    return (document as unknown as { readonly state: BoardState }).state
  }

  get frames(): number {
    return this.#line ? this.#line.up.length + this.#line.down.length : 0
  }

  get unsaved(): number {
    return this.#outbox.entries.size
  }

  async start(): Promise<void> {
    await this.#current.start()
  }

  edit(changes: readonly Change[], mark: string): boolean {
    return this.#current.edit(changes, mark) === undefined
  }

  /** Closes the page without notice and opens it again. */
  async reload(): Promise<void> {
    this.disconnect('half-open')
    this.session = undefined
    this.expectsDivergence = false
    this.clock.forget()
    this.#segment = {}
    this.#current = this.#open()
    await this.#current.start()
  }

  connect(): void {
    if (this.#line) return
    const down: RoomFrame[] = []
    const socket = this.#room.connect(this.uid, (frame) => down.push(frame))
    this.#line = { up: [], down, socket }
    const { position, madeAt } = this.#current
    // Without an epoch the position is only compared.
    this.#line.up.push({ t: 'join', position: position ?? (madeAt && { ...madeAt, epoch: '' }) })
  }

  /** `half-open`: the room does not know yet, and messages in transit still arrive. */
  disconnect(how: 'closed' | 'half-open'): void {
    const line = this.#line
    if (!line) return
    this.#line = undefined
    if (how === 'closed') line.socket.close()
    else this.#ghosts.push(line)
    this.#current.receive.closed()
  }

  /** The room has crashed, and the connection with it. */
  cut(): void {
    this.#ghosts.length = 0
    if (!this.#line) return
    this.#line = undefined
    this.#current.receive.closed()
  }

  /** The room was restored to this number; later messages are void. */
  putBack(head: number): void {
    if ((this.#current.position?.seq ?? 0) > head) this.expectsDivergence = true
    this.cut()
    for (const [id, { page, room }] of this.settledAt) if (page > head || room > head) this.forgotten.add(id)
    for (const seq of this.followed.keys()) if (seq > head) this.followed.delete(seq)
    for (const [id, seq] of this.acked) if (seq > head) this.acked.delete(id)
    for (const seq of [...this.announced.keys()]) if (seq > head) this.announced.delete(seq)
  }

  /** Delivers one message; returns whether there was one. */
  deliver(direction: 'up' | 'down'): boolean {
    const line = this.#line
    if (!line) return false
    if (direction === 'up') {
      const frame = line.up.shift()
      if (frame) line.socket.receive(frame)
      return frame !== undefined
    }
    const frame = line.down.shift()
    if (frame) this.#receive(frame)
    return frame !== undefined
  }

  /** Delivers a late message of a closed connection. */
  deliverGhost(): void {
    const ghost = this.#ghosts[0]
    const frame = ghost?.up.shift()
    if (ghost && frame) ghost.socket.receive(frame)
    else this.#ghosts.shift()?.socket.close()
  }

  /** Corrupts one message in transit. */
  disturb(how: 'drop' | 'duplicate' | 'reorder', direction: 'up' | 'down', random: Random): void {
    const queue: unknown[] | undefined = this.#line?.[direction]
    if (!queue || queue.length === 0) return
    const at = Math.floor(random() * queue.length)
    const [frame] = queue.splice(at, 1)
    if (how === 'duplicate') queue.splice(at, 0, frame, frame)
    if (how === 'reorder') queue.splice(Math.floor(random() * (queue.length + 1)), 0, frame)
  }

  undo(): void {
    this.#noteUndo(() => this.#current.undo())
  }

  redo(): void {
    this.#noteUndo(() => this.#current.redo())
  }

  type(id: RecordId): TextSession | undefined {
    this.stopTyping()
    const session = this.#current.openText(id)
    this.session = session
    this.box = session?.doc
    session?.onRemote((change) => {
      if (change.type === 'replaced') this.box = session.doc
      if (change.type !== 'steps') return
      for (const step of change.steps) this.box = this.box && (step.apply(this.box).doc ?? undefined)
      if (!this.box?.eq(session.doc)) throw new Error('the text box and the board show different texts')
    })
    return session
  }

  stopTyping(): void {
    this.session?.close()
    this.session = undefined
  }

  #receive(frame: RoomFrame): void {
    const { receive } = this.#current
    if (frame.t === 'welcome') {
      const { tail } = frame.welcome
      this.#markAnnounced(tail ? decodeBatch(tail).edits : [], () => receive.welcome(frame.welcome))
    } else if (frame.t === 'chunk') receive.chunk(frame.id, frame.bytes)
    else if (frame.t === 'batch') {
      this.#markAnnounced(decodeBatch(frame.bytes).edits, () => receive.batch(frame.bytes, frame.chain))
    } else if (frame.t === 'ack') {
      // Number 0: no effect, so it is not in the journal.
      for (const ack of frame.acks) {
        if (ack.seq > 0) this.acked.set(ack.id, ack.seq)
        else this.idle.add(ack.id)
      }
      receive.ack(frame.acks)
    } else if (frame.t === 'reject') receive.reject(frame.reject)
    else if (frame.t === 'role') receive.role(frame.role)
    else if (frame.t === 'missedDeletes') receive.missedDeletes(frame.deletes)
    else this.#line?.up.push({ t: 'join', position: this.#current.position })
  }

  /** A reloaded board replaces the previous one at once, so its edits are not seen individually. */
  #markAnnounced(edits: readonly AcceptedEdit[], receive: () => void): void {
    for (const edit of edits) this.announced.set(edit.seq, `${edit.by} ${edit.id}`)
    const [board, before] = [this.shown, this.#current.seq]
    receive()
    if (before === 0 || this.shown !== board) return
    for (const { seq } of edits)
      if (seq > before && seq <= this.#current.seq) this.followed.set(seq, this.#segment)
  }

  /** Planted client faults. */
  #loses(outcome: EditOutcome): boolean {
    if (outcome.type === 'rejected') return this.#fault === 'lose-refused'
    if (outcome.type !== 'recordsRemoved' || this.#fault !== 'lose-text') return false
    return outcome.records.some(({ entered }) => entered.some(({ text }) => text !== ''))
  }

  #noteSettled(id: string): void {
    if (!this.settledAt.has(id)) this.settledAt.set(id, { page: this.#current.seq, room: this.#room.head() })
  }

  /** The room accepts each id once: a second edit with the same id would be lost but reported as saved. */
  #noteSent(bytes: Uint8Array): void {
    const { edit } = decodeEdit(bytes)
    const { id, mark } = edit
    if ((this.sent.get(id)?.mark ?? mark) !== mark) throw new Error(`${id} was used for two edits`)
    this.sent.set(id, edit)
  }

  #noteUndo(step: () => void): void {
    this.stopTyping()
    const before = new Set(this.#outbox.entries.keys())
    step()
    for (const id of this.#outbox.entries.keys()) if (!before.has(id)) this.undoing.add(id)
  }

  #open(): Replica {
    this.#tabs += 1
    const send = (frame: TabFrame): boolean => {
      this.#line?.up.push(frame)
      return this.#line !== undefined
    }
    const actor: Actor = { uid: this.uid, role: 'editor' }
    const replica = createReplica({
      kinds: this.#schemas,
      actor,
      tab: `${this.uid}-${this.#tabs}`,
      outbox: this.#outbox,
      outcomes: {
        add: (outcome) => {
          if (this.outcomesFail) return Promise.reject(new Error('The disk is full'))
          if (!this.#loses(outcome)) this.outcomes.push(structuredClone(outcome))
          if (outcome.type !== 'keptFromDelete') this.#noteSettled(outcome.editId)
          return Promise.resolve()
        },
      },
      undoStore: {
        load: () => Promise.resolve(this.#history),
        save: (history) => {
          if (replica === this.#current) this.#history = structuredClone(history)
          return Promise.resolve()
        },
      },
      clock: this.clock,
      link: {
        sendEdit: (bytes) => {
          this.#noteSent(bytes)
          return replica === this.#current && send({ t: 'edit', bytes })
        },
        need: (ids) => replica === this.#current && send({ t: 'need', ids }),
        rejoin: () => void send({ t: 'join', position: replica.position }),
        missedDeletesSeen: (seq) => void (replica === this.#current && send({ t: 'missedDeletesSeen', seq })),
      },
    })
    replica.observe((event) => {
      if (event.type !== 'diverged') return
      this.expectsDivergence = false
      if (replica === this.#current) this.#segment = {}
    })
    return replica
  }
}
