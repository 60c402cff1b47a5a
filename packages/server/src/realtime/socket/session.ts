import { decodeClientFrame, getCompatibility } from '@tavla/contract/realtime'
import type { PresenterAccess, ClientFrame, JoinRequest } from '@tavla/contract/realtime'
import type { Clock } from '../../ports/clock/port.ts'
import type { Access, TicketHolder, Visitor } from '../room-access.ts'
import type { Connection } from './connection.ts'
import { realtimeLimits } from '../realtime-limits.ts'
import { createRate } from './rate.ts'

/** A tab's handle of a room; the room alone decides what is allowed in it. */
export interface RoomHandle {
  readonly wid: string
  edit(bytes: Uint8Array): void
  preview(bytes: Uint8Array): void
  show(showing: Omit<Extract<ClientFrame, { t: 'presence' }>, 't'>): void
  need(chunks: readonly string[]): void
  present(allows: PresenterAccess | null): void
  missedDeletesSeen(seq: number): void
  leave(): void
}

/** What a tab asked for, until it asks for something else or its socket closes. */
export interface Joining {
  readonly request: JoinRequest
  /**
   * False after a later join, a leave or the socket's end. This one must then neither enter the room, which the tab may
   * have entered by the later join, nor answer.
   */
  readonly isCurrent: () => boolean
}

export interface SessionHost {
  readonly clock: Clock
  readonly access: Access
  /** The canvas model's format, compared with the page's. */
  readonly boardFormat: string
  /** Whose page another process forwards by this ticket; null: refused. */
  redeemForwarded(ticket: string): TicketHolder | null
  /** Registers a tab of a person; false when there are too many. */
  arrive(holder: TicketHolder, connection: Connection): boolean
  depart(holder: TicketHolder, connection: Connection): void
  /** Spaces whose presence this tab watches. */
  watch(visitor: Visitor, connection: Connection, wids: readonly string[]): void
  /** Counts a join over all sockets of this person; false when there were too many. */
  takesJoin(visitor: Visitor): boolean
  /** Returns null after sending the tab the reason, or when the join is no longer current. */
  join(visitor: Visitor, connection: Connection, joining: Joining): Promise<RoomHandle | null>
}

/** The protocol of one socket: `hello` first, then at most one room at a time. */
export class Session {
  readonly #host: SessionHost
  readonly #connection: Connection
  readonly #takes: () => boolean
  readonly #takesEdit: () => boolean
  readonly #takesJoin: () => boolean
  readonly #canceled: () => void
  /** Known to the host, so that ending the session closes this socket; admitted after one more check. */
  #arrived: TicketHolder | null = null
  #visitor: Visitor | null = null
  #greeted = false
  #roomHandle: RoomHandle | null = null
  /** Counts joins and leaves, so that a slow join does not override a later request. */
  #requestId = 0

  constructor(host: SessionHost, connection: Connection) {
    this.#host = host
    this.#connection = connection
    this.#takes = createRate(realtimeLimits.framesBurst, realtimeLimits.framesPerSecond, host.clock)
    this.#takesEdit = createRate(realtimeLimits.editsBurst, realtimeLimits.editsPerSecond, host.clock)
    const { socketJoinsBurst, socketJoinsPerSecond } = realtimeLimits
    this.#takesJoin = createRate(socketJoinsBurst, socketJoinsPerSecond, host.clock)
    this.#canceled = host.clock.after(realtimeLimits.helloWithin, () => {
      if (!this.#visitor) connection.close('no_hello')
    })
  }

  /** The person, for the log; null before `hello`. */
  get uid(): string | null {
    return this.#visitor?.uid ?? null
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

  /** The socket was closed. */
  onClosed(): void {
    this.#canceled()
    this.#requestId += 1
    this.#connection.onClosed()
    this.#roomHandle?.leave()
    this.#roomHandle = null
    if (this.#arrived) this.#host.depart(this.#arrived, this.#connection)
    this.#arrived = null
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
      // Outside a room these crossed with a removal or a leave; unacknowledged edits stay in the tab's
      // outbox.
      case 'edit':
        return this.#roomHandle?.edit(payload)
      case 'preview':
        return this.#roomHandle?.preview(payload)
      case 'presence':
        return this.#roomHandle?.show(getPresence(frame))
      case 'need':
        return this.#roomHandle?.need(frame.chunks)
      case 'present':
        return this.#roomHandle?.present(frame.allows)
      case 'missedDeletesSeen':
        return this.#roomHandle?.missedDeletesSeen(frame.seq)
    }
  }

  #watch(wids: readonly string[]): void {
    if (this.#visitor) this.#host.watch(this.#visitor, this.#connection, wids)
  }

  #hello(frame: Extract<ClientFrame, { t: 'hello' }>): void {
    if (this.#greeted) return this.#connection.close('bad_frame')
    this.#greeted = true
    const fit = getCompatibility(frame, this.#host.boardFormat)
    if (fit !== 'served') return this.#connection.close(fit)
    this.#connection.protocol = frame.protocol
    this.#admit(frame).catch((error: unknown) => this.#connection.fail(error))
  }

  async #admit({ ticket, room }: Extract<ClientFrame, { t: 'hello' }>): Promise<void> {
    const { access } = this.#host
    const holder = this.#connection.isForwarded
      ? this.#host.redeemForwarded(ticket)
      : await access.redeem(ticket)
    if (this.#connection.closed) return
    if (!holder) return this.#connection.close('bad_ticket')
    if (!this.#host.arrive(holder, this.#connection)) return this.#connection.close('too_many')
    this.#arrived = holder
    // Read after this socket is registered: a session that ends before could not close it.
    const visitor = await access.getVisitor(holder)
    if (this.#connection.closed) return
    if (!visitor) return this.#connection.close('session_ended')
    this.#visitor = visitor
    this.#canceled()
    this.#connection.send({ t: 'ready', uid: visitor.uid, time: this.#host.clock.now() })
    if (room) this.#join(room)
  }

  #join(request: JoinRequest): void {
    const visitor = this.#visitor
    if (!visitor) return
    this.#leave()
    if (!this.#takesJoin() || !this.#host.takesJoin(visitor)) {
      // Many pages come back at once after a restart and retry by themselves, so their sockets stay open.
      const { wid } = request
      return this.#connection.send({ t: 'refused', wid, code: 4029, reason: 'too_many', retry: true })
    }
    const requestId = this.#requestId
    this.#host
      .join(visitor, this.#connection, {
        request,
        isCurrent: () => requestId === this.#requestId && !this.#connection.closed,
      })
      .then((handle) => {
        if (!handle) return
        if (requestId === this.#requestId) this.#roomHandle = handle
        else handle.leave()
      })
      .catch((error: unknown) => this.#connection.fail(error))
  }

  #leave(): void {
    this.#requestId += 1
    this.#roomHandle?.leave()
    this.#roomHandle = null
    this.#connection.dropQueued()
  }
}

/** The schema's arrays have room for many more entries, and everybody's cursor is kept. */
function getPresence(frame: Extract<ClientFrame, { t: 'presence' }>): Omit<typeof frame, 't'> {
  const { t: _t, cursor, ...showing } = frame
  if (cursor === undefined) return showing
  return { ...showing, cursor: cursor && [cursor[0], cursor[1]] }
}
