import { inflateRawSync } from 'node:zlib'
import { boardSchemas, type Change, FORMAT_HASH, type OutboxEntry } from '@tavla/canvas/model'
import { createReplica, MemoryOutbox } from '@tavla/canvas/testing'
import { closeCodes, currentVersion, decodeServerFrame, encodeClientFrame } from '@tavla/contract/realtime'
import type { ClientFrame, ServerFrame } from '@tavla/contract/realtime'
import { WebSocket } from 'ws'
import { systemClock } from '../../ports/clock/system-clock.ts'

/** Waits before it knocks again, ms; the second where a process that stops has given the board away. */
const againAfterMs = 300
const drainedDelayMs = 100
/** As pages do: a connection that says nothing is asked, and given up without an answer, ms. */
const pingAfterMs = 10_000
const pongWithinMs = 8_000
/** The same after an edit, which is answered at once, ms. */
const editPingAfterMs = 1_000
const editPongWithinMs = 2_000
/** An attempt to connect is given up after the first of these, ms; each one doubles it, up to the second. */
const openWithinMs = 5_000
const longestOpenMs = 15_000

export interface PageOptions {
  readonly url: string
  readonly wid: string
  readonly uid: string
  readonly name: string
  readonly ticket: (until: AbortSignal) => Promise<string>
  /** An edit of this page has a name now; what it was is known to anyone who made it. */
  readonly onNamed: (editId: string) => void
  readonly onAnswer: (editId: string, answer: 'ack' | 'reject') => void
}

/** A page's replica and outbox over a real socket, which comes back whatever happens; nothing on it is drawn. */
export class Page {
  readonly replica: ReturnType<typeof createReplica>
  readonly name: string
  /** How often the person has been shown that something is not saved. */
  unsavedTimes = 0
  readonly #options: PageOptions
  readonly #outbox: MemoryOutbox
  #socket: WebSocket | null = null
  #joined = false
  #left = false
  #isOffline = false
  /** Since the room last let the page in. */
  #refusals = 0
  #failedAttempts = 0
  #awaitsAnswer = false
  #cancelPing: () => void = () => undefined
  /** As pages do: a further refusal, or another join, replaces the one that waits. */
  #cancelJoin: () => void = () => undefined

  constructor(options: PageOptions) {
    this.#options = options
    this.name = options.name
    this.#outbox = new NamingOutbox(options.onNamed)
    this.replica = createReplica({
      kinds: boardSchemas,
      actor: { uid: options.uid, role: 'owner' },
      tab: options.name,
      outbox: this.#outbox,
      clock: systemClock,
      link: {
        sendEdit: (bytes) => this.#joined && this.#sendEdit(bytes),
        need: (chunks) => this.#joined && this.#send({ t: 'need', chunks: [...chunks] }),
        rejoin: () => this.#join(),
        missedDeletesSeen: (seq) => void this.#send({ t: 'missedDeletesSeen', seq }),
      },
    })
    this.replica.saveState.subscribe((state) => {
      if (state === 'not-saved') this.unsavedTimes += 1
    })
  }

  /** Edits without an answer. */
  get unsaved(): number {
    return this.#outbox.entries.size
  }

  async open(): Promise<void> {
    await this.replica.start()
    void this.#connect()
    await this.until(() => this.replica.progress.value.complete && this.replica.seq > 0)
  }

  draw(changes: readonly Change[], mark: string): void {
    const refusal = this.replica.edit(changes, mark)
    if (refusal) throw new Error(`The page refused what it drew: ${refusal.message}`)
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await systemClock.sleep(5)
  }

  /** The network is gone until the next `online`. */
  offline(): void {
    this.#isOffline = true
    this.#socket?.terminate()
  }

  online(): void {
    this.#isOffline = false
    void this.#connect()
  }

  leave(): void {
    this.#left = true
    this.#socket?.terminate()
    this.replica.dispose()
  }

  async #connect(): Promise<void> {
    if (this.#left || this.#isOffline) return
    const openMs = Math.min(longestOpenMs, openWithinMs * 2 ** this.#failedAttempts)
    this.#failedAttempts += 1
    try {
      const ticket = await this.#options.ticket(AbortSignal.timeout(openMs))
      const socket = new WebSocket(this.#options.url)
      this.#socket = socket
      socket.on('message', (data: Buffer) => {
        this.#awaitsAnswer = false
        this.#listen(socket, pingAfterMs, pongWithinMs)
        this.#receive(data)
      })
      socket.on('error', () => undefined)
      this.#cancelPing = systemClock.after(openMs, () => socket.terminate())
      socket.on('close', (code) => {
        this.#cancelPing()
        this.#cancelJoin()
        this.#closed()
        const isDrained = code === closeCodes.draining.code
        systemClock.after(isDrained ? drainedDelayMs : againAfterMs, () => void this.#connect())
      })
      await new Promise<void>((resolve) => socket.on('open', resolve))
      const { protocol, frames } = currentVersion
      this.#send({ t: 'hello', protocol, schema: { frames, board: FORMAT_HASH }, ticket })
    } catch {
      // The server cannot give a ticket now; it is asked again.
      systemClock.after(againAfterMs, () => void this.#connect())
    }
  }

  #listen(socket: WebSocket | null, afterMs: number, withinMs: number): void {
    this.#cancelPing()
    this.#cancelPing = systemClock.after(afterMs, () => {
      this.#send({ t: 'ping', at: 0 })
      this.#cancelPing = systemClock.after(withinMs, () => socket?.terminate())
    })
  }

  #sendEdit(bytes: Uint8Array): boolean {
    if (!this.#send({ t: 'edit' }, bytes)) return false
    if (!this.#awaitsAnswer) this.#listen(this.#socket, editPingAfterMs, editPongWithinMs)
    this.#awaitsAnswer = true
    return true
  }

  /** Edits reach the room now. */
  get isJoined(): boolean {
    return this.#joined
  }

  #closed(): void {
    this.#joined = false
    this.#awaitsAnswer = false
    this.replica.receive.closed()
  }

  #join(): void {
    this.#cancelJoin()
    this.#joined = false
    const { position, madeAt } = this.replica
    const { seq: lastSeq, ...proof } = position ?? madeAt ?? {}
    const held = lastSeq === undefined ? {} : { lastSeq, ...proof }
    this.#send({ t: 'join', wid: this.#options.wid, ...held })
  }

  #send(frame: ClientFrame, payload?: Uint8Array): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(encodeClientFrame(frame, payload))
    return true
  }

  #receive(data: Uint8Array): void {
    const received = decodeServerFrame(data)
    if (typeof received === 'string') throw new Error(`the server sent something ${received}`)
    const { frame, payload } = received
    const { receive } = this.replica
    switch (frame.t) {
      case 'ready':
        return this.#join()
      case 'welcome':
        return this.#welcome(frame, payload)
      case 'chunk':
        return receive.chunk(frame.id, inflateRawSync(payload))
      case 'batch':
        return receive.batch(payload, frame.chain)
      case 'ack':
        for (const { id } of frame.acks) this.#options.onAnswer(id, 'ack')
        return receive.ack(frame.acks.map((ack) => ({ ...ack, skipped: ack.skipped ?? [] })))
      case 'reject':
        this.#options.onAnswer(frame.id, 'reject')
        return receive.reject({
          id: frame.id,
          refusal: { refused: frame.reason, message: frame.message },
          correction: payload.length > 0 ? payload : null,
        })
      case 'missedDeletes':
        return receive.missedDeletes(frame.deletes)
      case 'catchUp':
        return this.#join()
      case 'refused':
        this.#closed()
        this.#cancelJoin()
        this.#cancelJoin = systemClock.after(this.#getRetryDelay(frame.reason), () => this.#join())
        return
      // Nobody looks at it.
      default:
    }
  }

  #getRetryDelay(reason: string): number {
    this.#refusals += 1
    return reason === 'draining' && this.#refusals === 1 ? drainedDelayMs : againAfterMs
  }

  #welcome(frame: Extract<ServerFrame, { t: 'welcome' }>, payload: Uint8Array): void {
    this.#refusals = 0
    this.#failedAttempts = 0
    this.#joined = true
    const chunks = frame.chunks.map(({ id, page, bytes, hash }) => ({ id, page, box: null, bytes, hash }))
    const { seq, epoch, chain, diverged, role, missedDeletes } = frame
    this.replica.receive.welcome({
      ...{ seq, epoch, chain, diverged, role, missedDeletes },
      tail: frame.tail ? payload : null,
      chunks,
    })
  }
}

class NamingOutbox extends MemoryOutbox {
  readonly #onNamed: (editId: string) => void

  constructor(onNamed: (editId: string) => void) {
    super()
    this.#onNamed = onNamed
  }

  override add(entry: OutboxEntry): Promise<void> {
    this.#onNamed(entry.edit.id)
    return super.add(entry)
  }
}
