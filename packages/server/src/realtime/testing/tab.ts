import { inflateRawSync } from 'node:zlib'
import {
  BoardState,
  decodeBatch,
  decodeChunk,
  encodeChanges,
  encodeEdit,
  FORMAT_HASH,
  replay,
} from '@tavla/canvas/model'
import type { Change, NewRecord, AcceptedEdit } from '@tavla/canvas/model'
import { currentVersion, decodeServerFrame, encodeClientFrame } from '@tavla/contract/realtime'
import type { ClientFrame, JoinRequest, ServerFrame } from '@tavla/contract/realtime'
import { WebSocket } from 'ws'
import { boardModel } from '../model.ts'

type Kind = ServerFrame['t']
type Frame<K extends Kind> = Extract<ServerFrame, { t: K }>

/** Counts the names of tabs: the server takes each edit of a name once. */
let tabsOpened = 0

/** How an edit ended. */
export type Answer =
  | Frame<'reject'>
  | { readonly t: 'ack'; readonly id: string; readonly seq: number; readonly skipped: unknown }

/** A page's side of the wire, made of the model alone: it follows the room and remembers everything it hears. */
export class Tab {
  readonly name: string
  readonly received: ServerFrame[] = []
  readonly closed: Promise<number>
  readonly opened: Promise<void>
  state = new BoardState()
  seq = 0
  /** Chain hash of the journal at `seq`. */
  chain: string | undefined
  welcome: Frame<'welcome'> | null = null
  readonly #socket: WebSocket
  readonly #answers = new Map<string, (answer: Answer) => void>()
  #waiting: {
    readonly fits: (frame: ServerFrame) => boolean
    readonly announce: (frame: ServerFrame) => void
  }[] = []
  #counter = 0
  #answered = 0
  /** Chunks of the welcome that have not come yet. */
  #missing = 0
  #deferred: AcceptedEdit[] = []

  constructor(url: string, name: string) {
    this.name = name
    this.#socket = new WebSocket(url)
    this.closed = new Promise((resolve) => this.#socket.on('close', resolve))
    this.opened = new Promise((resolve) => this.#socket.on('open', resolve))
    // The close that follows is what tests look at.
    this.#socket.on('error', () => undefined)
    this.#socket.on('message', (data: Buffer) => this.#receive(data))
  }

  /** Opens the socket and, with `wid`, loads the whole board. */
  static async open(
    server: { readonly url: string; ticket(uid: string): Promise<{ readonly ticket: string }> },
    uid: string,
    wid?: string,
    name = `${uid}-${++tabsOpened}`,
  ): Promise<Tab> {
    const tab = new Tab(server.url, name)
    await tab.hello((await server.ticket(uid)).ticket)
    if (wid !== undefined) await tab.join({ wid })
    return tab
  }

  async hello(ticket: string): Promise<void> {
    await this.opened
    const { protocol, frames } = currentVersion
    const ready = this.next('ready')
    this.send({ t: 'hello', protocol, schema: { frames, board: FORMAT_HASH }, ticket })
    await ready
  }

  /** What a join says of the board that is here. */
  get held(): Pick<JoinRequest, 'lastSeq' | 'epoch' | 'chain'> {
    const { seq: lastSeq, welcome, chain } = this
    return welcome && chain ? { lastSeq, epoch: welcome.epoch, chain } : {}
  }

  /** Resolves once the board is here. */
  async join(joining: JoinRequest): Promise<Frame<'welcome'>> {
    const welcome = this.next('welcome')
    this.send({ t: 'join', ...joining })
    const frame = await welcome
    if (frame.chunks.length === 0) return frame
    const heard = this.received.length
    const isOutdated = (): boolean => this.received.slice(heard).some(({ t }) => t === 'catchUp')
    await this.until(() => this.#missing === 0 || isOutdated())
    // As pages do: the chunks were cut anew meanwhile.
    return this.#missing === 0 ? frame : await this.join(joining)
  }

  send(frame: ClientFrame, payload?: Uint8Array): void {
    this.#socket.send(encodeClientFrame(frame, payload))
  }

  raw(bytes: Uint8Array | string): void {
    this.#socket.send(bytes)
  }

  preview(changes: readonly Change[] | null): void {
    this.send({ t: 'preview' }, changes ? encodeChanges(changes) : undefined)
  }

  /** Sends an edit; resolves with the server's answer. */
  edit(
    changes: readonly Change[],
    more: { readonly base?: number; readonly id?: string } = {},
  ): Promise<Answer> {
    this.#counter += 1
    const id = more.id ?? `${this.name}:${this.#counter}`
    const bytes = encodeEdit(
      { id, base: more.base ?? this.seq, mark: id, changes },
      Math.max(this.#answered, this.#counter - 1),
    )
    return this.sendEdit(id, bytes)
  }

  sendEdit(id: string, bytes: Uint8Array): Promise<Answer> {
    const answer = new Promise<Answer>((resolve) => this.#answers.set(id, resolve))
    this.send({ t: 'edit' }, bytes)
    return answer
  }

  /** A rectangle on the first page. */
  put(id: string, more: Partial<NewRecord> = {}): Promise<Answer> {
    return this.edit([{ op: 'put', record: rect(id, more) }])
  }

  next<K extends Kind>(kind: K): Promise<Frame<K>> {
    return this.receive((frame): frame is Frame<K> => frame.t === kind)
  }

  receive<F extends ServerFrame>(fits: (frame: ServerFrame) => frame is F): Promise<F> {
    return new Promise((resolve) =>
      this.#waiting.push({ fits, announce: resolve as (frame: ServerFrame) => void }),
    )
  }

  /** Resolves when something that was heard makes it true. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await this.receive((frame): frame is ServerFrame => frame.t !== 'pong')
  }

  /** Everything the server said before this has arrived. */
  async sync(): Promise<void> {
    const pong = this.next('pong')
    this.send({ t: 'ping', at: 1 })
    await pong
  }

  leave(): void {
    this.#socket.close()
  }

  /** As when the network is cut: no goodbye. */
  cut(): void {
    this.#socket.terminate()
  }

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  #receive(data: Uint8Array): void {
    const received = decodeServerFrame(data)
    if (typeof received === 'string') throw new Error(`the server sent something ${received}`)
    const { frame, payload } = received
    this.received.push(frame)
    this.#follow(frame, payload)
    const announced = this.#waiting.filter(({ fits }) => fits(frame))
    this.#waiting = this.#waiting.filter((waiting) => !announced.includes(waiting))
    for (const { announce } of announced) announce(frame)
  }

  #follow(frame: ServerFrame, payload: Uint8Array): void {
    if (frame.t === 'welcome') this.#welcome(frame, payload)
    if (frame.t === 'chunk') this.#chunk(payload)
    if (frame.t === 'batch') this.#batch(payload, frame.chain)
    if (frame.t === 'ack')
      for (const { id, seq, skipped } of frame.acks) this.#answer(id, { t: 'ack', id, seq, skipped })
    if (frame.t === 'reject') this.#answer(frame.id, frame)
  }

  #answer(id: string, answer: Answer): void {
    this.#answered += 1
    this.#answers.get(id)?.(answer)
    this.#answers.delete(id)
  }

  #welcome(frame: Frame<'welcome'>, payload: Uint8Array): void {
    this.welcome = frame
    if (frame.tail) return this.#batch(payload, frame.chain)
    this.state = new BoardState()
    this.seq = frame.seq
    this.chain = frame.chain
    this.#missing = frame.chunks.length
    this.#deferred = []
    const chunks = frame.chunks.map(({ id }) => id)
    for (let at = 0; at < chunks.length; at += 64) this.send({ t: 'need', chunks: chunks.slice(at, at + 64) })
  }

  #chunk(payload: Uint8Array): void {
    const { entries, seq } = decodeChunk(inflateRawSync(payload))
    // Simplest way to be right: a chunk that is ahead brings its records forward, and older edits to them are passed over.
    for (const entry of entries) {
      this.state.write(entry.record.id, entry)
      this.#ahead.set(entry.record.id, seq)
    }
    this.#missing -= 1
    if (this.#missing === 0) for (const edit of this.#deferred.splice(0)) this.#apply(edit)
  }

  readonly #ahead = new Map<string, number>()

  #batch(payload: Uint8Array, chain: string | undefined): void {
    this.chain = chain
    for (const edit of decodeBatch(payload).edits) {
      if (edit.seq <= this.seq) continue
      if (edit.seq !== this.seq + 1) throw new Error(`edit ${edit.seq} after ${this.seq}`)
      this.seq = edit.seq
      if (this.#missing > 0) this.#deferred.push(edit)
      else this.#apply(edit)
    }
  }

  #apply(edit: AcceptedEdit): void {
    const changes = edit.changes.filter(
      (change) => !('id' in change && (this.#ahead.get(change.id) ?? 0) >= edit.seq),
    )
    replay(this.state, boardModel.reducer.kinds, { ...edit, changes })
  }
}

export function rect(id: string, more: Partial<NewRecord> = {}): NewRecord {
  return { id, kind: 'rect', parent: 'page-1', z: 'V', x: 0, y: 0, w: 10, h: 10, r: 0, ...more }
}

/** Everything on a board, in one comparable value. */
export function contents(state: BoardState): unknown {
  return [...state.ids()].sort().map((id) => {
    const entry = state.entry(id)
    return (
      entry && {
        ...entry,
        record: sorted(entry.record),
        clock: sorted(entry.clock),
        pieces: entry.pieces.map((piece) => [...piece]),
      }
    )
  })
}

function sorted(record: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
}
