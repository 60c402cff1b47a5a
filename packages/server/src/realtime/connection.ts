import { closeCodes, encodeServerFrame } from '@tavla/contract/realtime'
import type { CloseName, ServerFrame } from '@tavla/contract/realtime'
import type { Clock } from '../ports/clock/port.ts'
import { framed } from './framed.ts'
import { realtimeLimits } from './limits.ts'

/** What a connection needs of a web socket; tests pass their own. */
export interface Wire {
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
export type Weight = 'must' | 'batch' | 'passing'

/** One socket with a byte budget: a slow receiver loses cursors first, then edits until it catches up, then the socket. */
export class Connection {
  readonly id: string
  /** Called when the socket drained after edits were left out. */
  onCaughtUp: () => void = () => undefined
  readonly #wire: Wire
  readonly #clock: Clock
  #behindSince: number | null = null
  #closed = false
  #unsettled = 0
  #queued: (() => Promise<void>)[] = []
  #working = false

  constructor(id: string, wire: Wire, clock: Clock) {
    this.id = id
    this.#wire = wire
    this.#clock = clock
    wire.onDrained(() => this.#drained())
  }

  get closed(): boolean {
    return this.#closed
  }

  get behind(): boolean {
    return this.#behindSince !== null
  }

  send(frame: ServerFrame, payload?: Uint8Array): void {
    this.sendFramed(framed(encodeServerFrame(frame, payload)), 'must')
  }

  /** False while `passing` messages are left out. */
  get keepsUp(): boolean {
    return !this.#closed && this.#fits('passing')
  }

  /** Hands over framed messages; false when they were left out. */
  sendFramed(frames: Uint8Array, weight: Weight, more?: Uint8Array): boolean {
    if (this.#closed) return false
    if (weight !== 'must' && !this.#fits(weight)) return false
    this.#wire.send(frames, more)
    return true
  }

  /** Large answers wait here and are made one by one as the socket drains. */
  later(answer: () => Promise<void>): void {
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
    this.#closed = true
    this.#queued = []
    this.#wire.close(closeCodes[name].code, name)
  }

  /** The socket is gone; nothing more may be sent. */
  gone(): void {
    this.#closed = true
    this.#queued = []
  }

  #fits(weight: 'batch' | 'passing'): boolean {
    const waiting = this.#wire.bufferedAmount
    if (this.#behindSince !== null) {
      if (this.#clock.now() - this.#behindSince > realtimeLimits.slowFor) this.close('too_slow')
      return false
    }
    if (weight === 'passing') return waiting <= realtimeLimits.presenceBudget
    if (waiting <= realtimeLimits.batchBudget) return true
    this.#behindSince = this.#clock.now()
    return false
  }

  #drained(): void {
    if (this.#closed) return
    if (this.#behindSince !== null) {
      this.#behindSince = null
      this.onCaughtUp()
    }
    if (this.#queued.length > 0) void this.#work()
  }

  async #work(): Promise<void> {
    if (this.#working) return
    this.#working = true
    while (!this.#closed && this.#wire.bufferedAmount < realtimeLimits.chunkWindow) {
      const answer = this.#queued.shift()
      if (!answer) break
      await answer()
    }
    this.#working = false
  }
}
