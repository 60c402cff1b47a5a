import { decodeClientFrame, fitOf } from '@tavla/contract/realtime'
import type { Allowing, ClientFrame, Joining } from '@tavla/contract/realtime'
import type { Clock } from '../ports/clock/port.ts'
import type { Access, Visitor } from './access.ts'
import type { Connection } from './connection.ts'
import { realtimeLimits } from './limits.ts'
import { createRate } from './rate.ts'

/** A tab's place in a room; the room is the only one that knows what may be done there. */
export interface Seat {
  readonly wid: string
  edit(bytes: Uint8Array): void
  preview(bytes: Uint8Array): void
  show(showing: Omit<Extract<ClientFrame, { t: 'presence' }>, 't'>): void
  need(chunks: readonly string[]): void
  present(allows: Allowing | null): void
  leave(): void
}

export interface SessionHost {
  readonly clock: Clock
  readonly access: Access
  /** Of the canvas model, compared with the page's. */
  readonly boardFormat: string
  /** The `me` channel: false when this person has too many sockets. */
  arrive(visitor: Visitor, connection: Connection): boolean
  depart(visitor: Visitor, connection: Connection): void
  /** Spaces whose comings and goings this tab wants to hear of. */
  watch(visitor: Visitor, connection: Connection, wids: readonly string[]): void
  /** Answers null after it has told the tab why not. */
  join(visitor: Visitor, connection: Connection, joining: Joining): Promise<Seat | null>
}

/** What one socket may say and when: `hello` first, then at most one room at a time. */
export class Session {
  readonly #host: SessionHost
  readonly #connection: Connection
  readonly #takes: () => boolean
  readonly #takesEdit: () => boolean
  readonly #calledOff: () => void
  #visitor: Visitor | null = null
  #greeted = false
  #seat: Seat | null = null
  /** Counts joins and leaves, so that a join that took long does not undo a later wish. */
  #wish = 0

  constructor(host: SessionHost, connection: Connection) {
    this.#host = host
    this.#connection = connection
    this.#takes = createRate(realtimeLimits.framesBurst, realtimeLimits.framesPerSecond, host.clock)
    this.#takesEdit = createRate(realtimeLimits.editsBurst, realtimeLimits.editsPerSecond, host.clock)
    this.#calledOff = host.clock.after(realtimeLimits.helloWithin, () => {
      if (!this.#visitor) connection.close('no_hello')
    })
  }

  receive(message: Uint8Array): void {
    if (this.#connection.closed) return
    const received = decodeClientFrame(message)
    if (received === 'too_large') return this.#connection.close('too_large')
    if (received === 'malformed') return this.#connection.close('bad_frame')
    const takes = received.frame.t === 'edit' ? this.#takesEdit : this.#takes
    if (!takes()) return this.#connection.close('too_many')
    if (received.frame.t === 'hello') return this.#hello(received.frame)
    if (!this.#visitor) return this.#connection.close('bad_frame')
    this.#act(received.frame, received.payload)
  }

  /** The socket has gone. */
  gone(): void {
    this.#calledOff()
    this.#wish += 1
    this.#connection.gone()
    this.#seat?.leave()
    this.#seat = null
    if (this.#visitor) this.#host.depart(this.#visitor, this.#connection)
    this.#visitor = null
  }

  #act(frame: Exclude<ClientFrame, { t: 'hello' }>, payload: Uint8Array): void {
    switch (frame.t) {
      case 'ping':
        return this.#connection.send({ t: 'pong', at: frame.at, time: this.#host.clock.now() })
      case 'join':
        return this.#join(frame)
      case 'leave':
        return this.#leave()
      case 'watch':
        return this.#watch(frame.wids)
      // Without a seat these crossed with a removal or a leave; what was not acknowledged stays in the tab's outbox.
      case 'edit':
        return this.#seat?.edit(payload)
      case 'preview':
        return this.#seat?.preview(payload)
      case 'presence':
        return this.#seat?.show(showingOf(frame))
      case 'need':
        return this.#seat?.need(frame.chunks)
      case 'present':
        return this.#seat?.present(frame.allows)
    }
  }

  #watch(wids: readonly string[]): void {
    if (this.#visitor) this.#host.watch(this.#visitor, this.#connection, wids)
  }

  #hello(frame: Extract<ClientFrame, { t: 'hello' }>): void {
    if (this.#greeted) return this.#connection.close('bad_frame')
    this.#greeted = true
    const fit = fitOf(frame, this.#host.boardFormat)
    if (fit !== 'served') return this.#connection.close(fit)
    this.#host.access.redeem(frame.ticket).then(
      (visitor) => this.#welcome(visitor, frame.room),
      () => this.#connection.close('failure'),
    )
  }

  #welcome(visitor: Visitor | null, room: Joining | undefined): void {
    if (this.#connection.closed) return
    if (!visitor) return this.#connection.close('bad_ticket')
    if (!this.#host.arrive(visitor, this.#connection)) return this.#connection.close('too_many')
    this.#visitor = visitor
    this.#calledOff()
    this.#connection.send({ t: 'ready', uid: visitor.uid, time: this.#host.clock.now() })
    if (room) this.#join(room)
  }

  #join(joining: Joining): void {
    const visitor = this.#visitor
    if (!visitor) return
    this.#leave()
    const wish = this.#wish
    this.#host.join(visitor, this.#connection, joining).then(
      (seat) => {
        if (!seat) return
        if (wish === this.#wish) this.#seat = seat
        else seat.leave()
      },
      () => this.#connection.close('failure'),
    )
  }

  #leave(): void {
    this.#wish += 1
    this.#seat?.leave()
    this.#seat = null
    this.#connection.dropQueued()
  }
}

function showingOf(frame: Extract<ClientFrame, { t: 'presence' }>): Omit<typeof frame, 't'> {
  const { t: _t, ...showing } = frame
  return showing
}
