import { closeCodes, currentVersion, encodeServerFrame, frameForPage } from '@tavla/contract/realtime'
import type { CloseName, ServerFrame } from '@tavla/contract/realtime'
import type { Clock } from '../../ports/clock/port.ts'
import { framed } from './framed.ts'
import { realtimeLimits } from '../realtime-limits.ts'

/** What a connection needs of a web socket; tests pass their own. */
export interface SocketConnection {
  readonly bufferedAmount: number
  /** Framed messages; `more` goes out with them. */
  send(frames: Uint8Array, more?: Uint8Array): void
  /** Calls `act` whenever nothing waits any more after much did. */
  onDrained(act: () => void): void
  close(code: number, reason: string): void
  pause(): void
  resume(): void
}

/**
 * How a message may be left out when the receiver is slow.
 * - `must`: never; answers and everything that is said only once.
 * - `batch`: edits; left out when far behind, the receiver then joins again.
 * - `passing`: cursors and previews; the next one says it better.
 */
export type Priority = 'must' | 'batch' | 'passing'

/** One socket with a byte budget: a slow receiver loses cursors first, then edits until it catches up, then the socket. */
export class Connection {
  readonly id: string
  /** Called when the socket drained after edits were left out. */
  onCaughtUp: () => void = () => undefined
  /** Called with an error that ends this socket. */
  onFailure: (error: unknown) => void = () => undefined
  /** That the page speaks, as its `hello` said. */
  protocol = currentVersion.protocol
  readonly #wire: SocketConnection
  readonly #clock: Clock
  /** Bytes handed over so far. */
  #sent = 0
  #missedBatch = false
  /** Stops the clock that runs while the receiver is behind. */
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

  /** Why this side closed the socket; null while it is open, or when the peer or the network ended it. */
  get closedAs(): CloseName | null {
    return this.#closedAs
  }

  /** True from the first batch that was left out until everything that waited is taken. */
  get behind(): boolean {
    return this.#missedBatch
  }

  send(frame: ServerFrame, payload?: Uint8Array): void {
    const said = frameForPage(frame, this.protocol)
    if (said) this.sendFramed(framed(encodeServerFrame(said, payload)), 'must')
  }

  /** False while `passing` messages are left out. */
  get keepsUp(): boolean {
    return !this.#closed && this.#fits('passing')
  }

  /** Hands over framed messages; false when they were left out. */
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

  /** Large answers wait here and are made one by one as the socket drains. */
  later(answer: () => Promise<void>): void {
    if (this.#queued.length >= realtimeLimits.queuedAnswers) return this.close('too_many')
    this.#queued.push(answer)
    void this.#work()
  }

  dropQueued(): void {
    this.#queued = []
  }

  /** Edits taken from this socket that are not committed yet; too many of them pause reading. */
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
    this.gone()
    this.#wire.close(closeCodes[name].code, name)
  }

  /** Something went wrong on our side: this socket ends, and nothing else. */
  fail(error: unknown): void {
    if (this.#closed) return
    this.onFailure(error)
    this.close('failure')
  }

  /** The socket is gone; nothing more may be sent. */
  gone(): void {
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
   * Closes a receiver that stays behind. One that takes its bytes slowly goes on, so that a board also opens over a slow
   * line; what may wait for it is bounded all the while.
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

  /** Bytes that the network has taken from us. */
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
