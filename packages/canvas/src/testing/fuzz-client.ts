import type { Actor, Change } from '../document/change.ts'
import { decodeBatch, decodeEdit } from '../document/codec.ts'
import type { Random } from '../document/order.ts'
import type { RecordId } from '../document/record.ts'
import type { ShapeSchema } from '../document/schema.ts'
import type { Replica, ReplicaClock, TextSession, UndoHistory } from '../replica/ports.ts'
import { createReplica } from '../replica/replica.ts'
import type { FuzzRoom, RoomFrame, RoomSocket, TabFrame } from './fuzz-room.ts'
import { MemoryOutbox } from './memory-outbox.ts'

/** Time that runs as far as the run lets it; its own beginning stands for a skewed clock. */
export class FuzzClock implements ReplicaClock {
  private time: number
  private readonly timers = new Set<{ readonly due: number; readonly run: () => void }>()

  constructor(start: number) {
    this.time = start
  }

  now(): number {
    return this.time
  }

  after(delayMs: number, run: () => void): () => void {
    const timer = { due: this.time + delayMs, run }
    this.timers.add(timer)
    return () => this.timers.delete(timer)
  }

  /** The page that waited is gone. */
  forget(): void {
    this.timers.clear()
  }

  advance(ms: number): void {
    this.time += ms
    for (const timer of [...this.timers].sort((a, b) => a.due - b.due)) {
      if (timer.due <= this.time && this.timers.delete(timer)) timer.run()
    }
  }
}

/** Frames on their way; each end sees only its own. */
interface Line {
  readonly up: TabFrame[]
  readonly down: RoomFrame[]
  readonly socket: RoomSocket
}

/** One person's tab with its line to the room, which may be as bad as the run wants. */
export class FuzzClient {
  readonly uid: string
  readonly clock: FuzzClock
  /** Edits that the room has acknowledged to this client: none of them may ever be missing. */
  readonly acked = new Map<string, number>()
  /** What it has been told stands at which number. */
  readonly told = new Map<number, string>()
  private readonly sent = new Map<string, string>()
  /** Edits that undo or redo, by id. */
  readonly undoing = new Set<string>()
  session: TextSession | undefined
  /** What the text box of the session shows: kept by its steps alone, as a real one would. */
  box: TextSession['doc'] | undefined
  private readonly room: FuzzRoom
  private readonly schemas: readonly ShapeSchema[]
  private readonly outbox = new MemoryOutbox()
  private history: UndoHistory | undefined
  private tabs = 0
  private current: Replica
  private line: Line | undefined
  /** Lines that this end has given up and the room has not. */
  private readonly ghosts: Line[] = []

  constructor(uid: string, room: FuzzRoom, schemas: readonly ShapeSchema[], clockStart: number) {
    this.uid = uid
    this.room = room
    this.schemas = schemas
    this.clock = new FuzzClock(clockStart)
    this.current = this.open()
  }

  get replica(): Replica {
    return this.current
  }

  get isOnline(): boolean {
    return this.line !== undefined
  }

  get frames(): number {
    return this.line ? this.line.up.length + this.line.down.length : 0
  }

  get unsaved(): number {
    return this.outbox.entries.size
  }

  async start(): Promise<void> {
    await this.current.start()
  }

  edit(changes: readonly Change[], mark: string): boolean {
    return this.current.edit(changes, mark) === undefined
  }

  /** The page is closed without a word and opened again. */
  async reload(): Promise<void> {
    this.hangUp('half-open')
    this.session = undefined
    this.clock.forget()
    this.current = this.open()
    await this.current.start()
  }

  connect(): void {
    if (this.line) return
    const down: RoomFrame[] = []
    const socket = this.room.connect(this.uid, (frame) => down.push(frame))
    this.line = { up: [], down, socket }
    this.line.up.push({ t: 'join', lastSeq: this.current.seq })
  }

  /** `half-open`: the room does not know yet, and what was under way still arrives there. */
  hangUp(how: 'closed' | 'half-open'): void {
    const { line } = this
    if (!line) return
    this.line = undefined
    if (how === 'closed') line.socket.close()
    else this.ghosts.push(line)
    this.current.receive.closed()
  }

  /** The room has died: the line is dead, too. */
  cut(): void {
    this.ghosts.length = 0
    if (!this.line) return
    this.line = undefined
    this.current.receive.closed()
  }

  /** Brings one frame to its end; answers whether there was one. */
  deliver(way: 'up' | 'down'): boolean {
    const { line } = this
    if (!line) return false
    if (way === 'up') {
      const frame = line.up.shift()
      if (frame) line.socket.receive(frame)
      return frame !== undefined
    }
    const frame = line.down.shift()
    if (frame) this.receive(frame)
    return frame !== undefined
  }

  /** Late frames of lines that this end has forgotten. */
  deliverGhost(): void {
    const ghost = this.ghosts[0]
    const frame = ghost?.up.shift()
    if (ghost && frame) ghost.socket.receive(frame)
    else this.ghosts.shift()?.socket.close()
  }

  /** Spoils one frame that is under way. */
  disturb(how: 'drop' | 'duplicate' | 'reorder', way: 'up' | 'down', random: Random): void {
    const queue: unknown[] | undefined = this.line?.[way]
    if (!queue || queue.length === 0) return
    const at = Math.floor(random() * queue.length)
    const [frame] = queue.splice(at, 1)
    if (how === 'duplicate') queue.splice(at, 0, frame, frame)
    if (how === 'reorder') queue.splice(Math.floor(random() * (queue.length + 1)), 0, frame)
  }

  undo(): void {
    this.noteUndo(() => this.current.undo())
  }

  redo(): void {
    this.noteUndo(() => this.current.redo())
  }

  type(id: RecordId): TextSession | undefined {
    this.stopTyping()
    const session = this.current.openText(id)
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

  private receive(frame: RoomFrame): void {
    const { receive } = this.current
    if (frame.t === 'welcome') {
      if (frame.welcome.tail) this.noteTold(frame.welcome.tail)
      receive.welcome(frame.welcome)
    } else if (frame.t === 'chunk') receive.chunk(frame.id, frame.bytes)
    else if (frame.t === 'batch') {
      this.noteTold(frame.bytes)
      receive.batch(frame.bytes)
    } else if (frame.t === 'ack') {
      for (const ack of frame.acks) this.acked.set(ack.id, ack.seq)
      receive.ack(frame.acks)
    } else if (frame.t === 'reject') receive.reject(frame.reject)
    else if (frame.t === 'role') receive.role(frame.role)
    else this.line?.up.push({ t: 'join', lastSeq: this.current.seq })
  }

  private noteTold(batch: Uint8Array): void {
    for (const edit of decodeBatch(batch).edits) this.told.set(edit.seq, `${edit.by} ${edit.id}`)
  }

  /** The room takes each id once: a second edit under one would be lost, and called saved. */
  private noteSent(bytes: Uint8Array): void {
    const { id, mark } = decodeEdit(bytes).edit
    if ((this.sent.get(id) ?? mark) !== mark) throw new Error(`${id} was used for two edits`)
    this.sent.set(id, mark)
  }

  private noteUndo(step: () => void): void {
    this.stopTyping()
    const before = new Set(this.outbox.entries.keys())
    step()
    for (const id of this.outbox.entries.keys()) if (!before.has(id)) this.undoing.add(id)
  }

  private open(): Replica {
    this.tabs += 1
    const send = (frame: TabFrame): boolean => {
      this.line?.up.push(frame)
      return this.line !== undefined
    }
    const actor: Actor = { uid: this.uid, may: 'editor' }
    const replica = createReplica({
      kinds: this.schemas,
      actor,
      tab: `${this.uid}-${this.tabs}`,
      outbox: this.outbox,
      undoStore: {
        load: () => Promise.resolve(this.history),
        save: (history) => {
          if (replica === this.current) this.history = structuredClone(history)
          return Promise.resolve()
        },
      },
      clock: this.clock,
      link: {
        sendEdit: (bytes) => {
          this.noteSent(bytes)
          return replica === this.current && send({ t: 'edit', bytes })
        },
        need: (ids) => replica === this.current && send({ t: 'need', ids }),
        rejoin: () => void send({ t: 'join', lastSeq: replica.seq }),
      },
    })
    return replica
  }
}
