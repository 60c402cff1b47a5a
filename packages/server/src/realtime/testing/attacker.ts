import { encodeChanges, encodeEdit, FORMAT_HASH } from '@tavla/canvas/model'
import type { Change } from '@tavla/canvas/model'
import { currentVersion, decodeServerFrame, encodeClientFrame } from '@tavla/contract/realtime'
import type { ClientFrame, ServerFrame } from '@tavla/contract/realtime'
import { WebSocket } from 'ws'

/** Where attackers get in. */
export interface Target {
  readonly url: string
  ticket(uid: string): Promise<{ readonly ticket: string }>
  /** Moves the server's clock forward, for edits that wait until a budget is refilled; called when nothing is heard. */
  passTime?(): Promise<void>
}

/** How long nothing must be heard before time passes; ms. */
const silence = 50

let names = 0

/** A raw client that ignores the protocol: it sends any frame it is given and counts the answers. */
export class Attacker {
  /** Frames heard, by kind; rejects also by `reject <reason>`. */
  readonly received = new Map<string, number>()
  isClosed = false
  /** Number of the last edit that the server sent. */
  seq = 0
  chunks: readonly string[] = []
  /** Further sockets of the same person, which settle and leave with this one. */
  others: Attacker[] = []
  readonly #socket: WebSocket
  readonly #target: Target
  #name = ''
  #counter = 0
  #mustRejoin = false
  #waiting: (() => void)[] = []

  private constructor(target: Target) {
    this.#target = target
    this.#rename()
    this.#socket = new WebSocket(target.url)
    this.#socket.on('error', () => undefined)
    this.#socket.on('close', () => {
      this.isClosed = true
      this.#wake()
    })
    this.#socket.on('message', (data: Buffer) => this.#hear(data))
  }

  static async open(target: Target, uid: string, wid = 'w'): Promise<Attacker> {
    const { ticket } = await target.ticket(uid)
    const attacker = new Attacker(target)
    const { protocol, frames } = currentVersion
    // A connection that is refused is closed without ever having been open.
    attacker.#socket.once('open', () => attacker.#wake())
    await attacker.until(() => attacker.#socket.readyState === WebSocket.OPEN)
    attacker.send({ t: 'hello', protocol, schema: { frames, board: FORMAT_HASH }, ticket, room: { wid } })
    await attacker.until(() => attacker.received.has('welcome') || attacker.received.has('refused'))
    // Who comes too often is refused for a while, and joins when it settles.
    attacker.#mustRejoin = !attacker.received.has('welcome')
    return attacker
  }

  /** Is it in the room? Outside nothing that it sends is answered. */
  get isJoined(): boolean {
    return !this.#mustRejoin
  }

  count(kind: string): number {
    return this.received.get(kind) ?? 0
  }

  send(frame: ClientFrame, payload?: Uint8Array): void {
    if (!this.isClosed) this.#socket.send(encodeClientFrame(frame, payload))
  }

  raw(bytes: Uint8Array): void {
    if (!this.isClosed) this.#socket.send(bytes)
  }

  preview(changes: readonly Change[]): void {
    this.send({ t: 'preview' }, encodeChanges(changes))
  }

  /** The next edit of this tab, answered or not. */
  edit(changes: readonly Change[], base = this.seq): void {
    this.#counter += 1
    const id = `${this.#name}:${this.#counter}`
    this.send({ t: 'edit' }, encodeEdit({ id, base, mark: id, changes }, this.#counter - 1))
  }

  /** Everything sent so far has been read; clients that were asked to join again do so, under another name. */
  async settle(): Promise<void> {
    await Promise.all(this.others.map((other) => other.settle()))
    await this.roundTrip(this.#target.passTime)
    if (!this.#mustRejoin) return
    this.#rename()
    const welcomes = this.count('welcome')
    const refusals = this.count('refused')
    this.send({ t: 'join', wid: 'w' })
    await this.until(() => this.count('welcome') > welcomes || this.count('refused') > refusals)
    // Refused for a while: the next time it settles it tries again.
    this.#mustRejoin = this.count('welcome') === welcomes
  }

  /** The server has read all that was sent before; `passTime` is called while it does not answer. */
  async roundTrip(passTime?: Target['passTime']): Promise<void> {
    const pongs = this.count('pong')
    this.send({ t: 'ping', at: 1 })
    await this.until(() => this.count('pong') > pongs, passTime)
  }

  /** Resolves when it holds, or the socket is closed. */
  async until(holds: () => boolean, passTime?: Target['passTime']): Promise<void> {
    while (!holds() && !this.isClosed) {
      const next = new Promise<void>((resolve) => this.#waiting.push(resolve))
      const timer = passTime && setTimeout(() => void passTime().finally(() => this.#wake()), silence)
      await next
      clearTimeout(timer)
    }
  }

  pause(): void {
    this.#socket.pause()
  }

  leave(): void {
    for (const other of this.others) other.leave()
    this.#socket.terminate()
  }

  #rename(): void {
    this.#name = `attacker-${(names += 1)}`
    this.#counter = 0
  }

  #hear(data: Uint8Array): void {
    const received = decodeServerFrame(data)
    if (typeof received === 'string') throw new Error(`the server sent something ${received}`)
    const { frame } = received
    this.#count(frame.t)
    if (frame.t === 'reject') this.#count(`reject ${frame.reason}`)
    if (frame.t === 'catchUp') this.#mustRejoin = true
    if (frame.t === 'welcome') this.chunks = frame.chunks.map(({ id }) => id)
    this.seq = Math.max(this.seq, findSeq(frame))
    this.#wake()
  }

  #count(kind: string): void {
    this.received.set(kind, this.count(kind) + 1)
  }

  #wake(): void {
    for (const announce of this.#waiting.splice(0)) announce()
  }
}

function findSeq(frame: ServerFrame): number {
  if (frame.t === 'welcome') return frame.seq
  return frame.t === 'batch' ? frame.to : 0
}
