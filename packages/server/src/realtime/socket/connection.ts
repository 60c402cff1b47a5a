import { closeCodes, currentVersion, encodeServerFrame, convertFrame } from '@tavla/contract/realtime'
import type { CloseName, ServerFrame } from '@tavla/contract/realtime'
import type { Clock } from '../../ports/clock/port.ts'
import { framed } from './framed.ts'
import { realtimeLimits } from '../realtime-limits.ts'

/** The WebSocket operations that a connection needs; replaceable in tests. */
export interface SocketConnection {
  readonly bufferedAmount: number
  /** Sends framed messages; `more` is written with them. */
  send(frames: Uint8Array, more?: Uint8Array): void
  /** Calls `act` whenever the send buffer has drained. */
  onDrained(act: () => void): void
  close(code: number, reason: string): void
  pause(): void
  resume(): void
}

/**
 * How a message may be dropped when the receiver is slow. `must`: never; answers and everything sent only
 * once. `batch`: edits; dropped when far behind, and the receiver then joins again. `passing`: cursors and
 * previews, which the next one supersedes.
 */
export type Priority = 'must' | 'batch' | 'passing'

/**
 * A socket with a byte budget: a slow receiver first loses cursors, then edits until it catches up, and
 * finally the connection.
 */
export class Connection {
  readonly id: string
  /** Called when the socket has drained after edits were dropped. */
  onCaughtUp: () => void = () => undefined
  /** Called with an error that ends this socket. */
  onFailure: (error: unknown) => void = () => undefined
  /** The page's protocol version, from its `hello`. */
  protocol = currentVersion.protocol
  /** Another process forwards a page to this one, so its joins are never forwarded again. */
  isForwarded = false
  readonly #wire: SocketConnection
  readonly #clock: Clock
  /** Bytes passed to the socket so far. */
  #sent = 0
  #missedBatch = false
  /** Cancels the timer that runs while the receiver is behind. */
  #stopWatch: (() => void) | null = null
  #closedAs: CloseName | null = null
  #closed = false
  #unsettled = 0
  #queued: (() => Promise<void>)[] = []
  #working = false

  constructor(id: string, wire: SocketConnection, clock: Clock) {
    this.id = id
    this.#wire = wire
    this.#clock = clock
    wire.onDrained(() => this.#drained())
  }

  get closed(): boolean {
    return this.#closed
  }

  /** Why this side closed the socket; null while open, or when the peer or the network closed it. */
  get closedAs(): CloseName | null {
    return this.#closedAs
  }

  /** True from the first dropped batch until everything that waited is sent. */
  get behind(): boolean {
    return this.#missedBatch
  }

  send(frame: ServerFrame, payload?: Uint8Array): void {
    const converted = convertFrame(frame, this.protocol)
    if (converted) this.sendFramed(framed(encodeServerFrame(converted, payload)), 'must')
  }

  /** False while `passing` messages are dropped. */
  get keepsUp(): boolean {
    return !this.#closed && this.#fits('passing')
  }

  /**
   * Sends framed messages of any priority to a receiver that keeps up; false, and nothing is sent, if `passing` messages
   * are dropped now. The usual path of every broadcast, so the unsent bytes are read once.
   */
  sendIfKeepsUp(frames: Uint8Array, more?: Uint8Array): boolean {
    const waiting = this.#wire.bufferedAmount
    if (this.#closed || this.#missedBatch || waiting > realtimeLimits.presenceBudget) return false
    const bytes = frames.length + (more?.length ?? 0)
    this.#sent += bytes
    this.#wire.send(frames, more)
    if (waiting + bytes > realtimeLimits.batchBudget && this.#isBehind()) this.#watch()
    return true
  }

  /** Sends framed messages; false when they were dropped. */
  sendFramed(frames: Uint8Array, weight: Priority, more?: Uint8Array): boolean {
    if (this.#closed) return false
    if (this.#wire.bufferedAmount > realtimeLimits.waitingBudget) {
      this.close('too_slow')
      return false
    }
    if (weight !== 'must' && !this.#fits(weight)) return false
    this.#sent += frames.length + (more?.length ?? 0)
    this.#wire.send(frames, more)
    if (this.#isBehind()) this.#watch()
    return true
  }

  /** Queues a large answer, created when the socket has drained. */
  later(answer: () => Promise<void>): void {
    if (this.#queued.length >= realtimeLimits.queuedAnswers) return this.close('too_many')
    this.#queued.push(answer)
    void this.#work()
  }

  dropQueued(): void {
    this.#queued = []
  }

  /** Bytes of this socket's edits that are not committed; too many pause reading. */
  unsettled(bytes: number): void {
    const before = this.#unsettled
    this.#unsettled = Math.max(0, before + bytes)
    const limit = realtimeLimits.unsettledBytes
    if (before <= limit && this.#unsettled > limit) this.#wire.pause()
    if (before > limit && this.#unsettled <= limit) this.#wire.resume()
  }

  close(name: CloseName): void {
    if (this.#closed) return
    this.#closedAs = name
    this.onClosed()
    this.#wire.close(closeCodes[name].code, name)
  }

  /** An error on this side: ends this socket only. */
  fail(error: unknown): void {
    if (this.#closed) return
    this.onFailure(error)
    this.close('failure')
  }

  /** The socket is closed; nothing more may be sent. */
  onClosed(): void {
    this.#closed = true
    this.#queued = []
    this.#stopWatch?.()
  }

  #fits(weight: 'batch' | 'passing'): boolean {
    if (this.#missedBatch) return false
    const waiting = this.#wire.bufferedAmount
    if (weight === 'passing') return waiting <= realtimeLimits.presenceBudget
    if (waiting <= realtimeLimits.batchBudget) return true
    this.#missedBatch = true
    this.#watch()
    return false
  }

  #isBehind(): boolean {
    return this.#missedBatch || this.#wire.bufferedAmount > realtimeLimits.batchBudget
  }

  /**
   * Closes a receiver that stays behind. One that reads slowly but steadily is kept, so that a board opens
   * over a slow connection; its unsent bytes are bounded.
   */
  #watch(): void {
    if (this.#stopWatch || this.#closed) return
    const taken = this.#taken
    this.#stopWatch = this.#clock.after(realtimeLimits.slowFor, () => {
      this.#stopWatch = null
      if (!this.#isBehind()) return
      if (this.#taken - taken < realtimeLimits.slowReadBytes) this.close('too_slow')
      else this.#watch()
    })
  }

  /** Bytes that the network has accepted. */
  get #taken(): number {
    return this.#sent - this.#wire.bufferedAmount
  }

  #drained(): void {
    if (this.#closed) return
    this.#stopWatch?.()
    this.#stopWatch = null
    if (this.#missedBatch) {
      this.#missedBatch = false
      this.onCaughtUp()
    }
    if (this.#queued.length > 0) void this.#work()
  }

  async #work(): Promise<void> {
    if (this.#working) return
    this.#working = true
    try {
      while (!this.#closed && this.#wire.bufferedAmount < realtimeLimits.chunkWindow) {
        const answer = this.#queued.shift()
        if (!answer) break
        await answer()
      }
    } catch (error) {
      this.fail(error)
    }
    this.#working = false
  }
}
