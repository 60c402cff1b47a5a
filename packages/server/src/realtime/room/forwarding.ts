import {
  closeCodes,
  decodeServerFrame,
  encodeClientFrame,
  frameLimits,
  protocolHistory,
} from '@tavla/contract/realtime'
import type { ClientFrame, CloseName } from '@tavla/contract/realtime'
import { WebSocket } from 'ws'
import type { Clock } from '../../ports/clock/port.ts'
import type { BoardOwner, Leases } from '../journal/lease.ts'
import { realtimeLimits } from '../realtime-limits.ts'
import type { ForwardTickets } from '../socket/forward-tickets.ts'
import type { Visitor } from '../room-access.ts'
import type { Connection } from '../socket/connection.ts'
import { framed } from '../socket/framed.ts'
import { FORWARD_QUERY } from '../socket/gateway.ts'
import type { Joining, RoomHandle } from '../socket/session.ts'
import { ReachableNodes } from './reachable-nodes.ts'

export interface ForwardingOptions {
  readonly clock: Clock
  /** Path of the live socket. */
  readonly path: string
  readonly tickets: ForwardTickets
  readonly leases: Leases
  /** The canvas model's format. */
  readonly boardFormat: string
  readonly onUnreachable: (owner: BoardOwner, error: Error) => void
}

/** Boards selected in one statement. */
const checksPerRound = 500

const LOG_EVERY_MS = 60_000

/** Close codes of the owner that mean the same for the page; after any other the page joins again. */
const passedOn = ['session_ended', 'too_many', 'too_slow'] as const satisfies readonly CloseName[]

/**
 * Connects pages with the process that owns their board, in one hop. Each page has a socket of its own there, opened
 * with a ticket like any page's, so the owner checks session and rights itself. Addresses come from the list of
 * nodes only, which processes of this database write.
 */
export class Forwarding {
  readonly #options: ForwardingOptions
  readonly #open = new Set<ForwardedRoom>()
  readonly #nodes: ReachableNodes
  #loggedAt = Number.NEGATIVE_INFINITY

  constructor(options: ForwardingOptions) {
    this.#options = options
    this.#nodes = new ReachableNodes(options.leases, options.clock)
  }

  /** Null if the owner cannot be reached now, or this page was forwarded already. */
  async join(
    owner: BoardOwner,
    visitor: Visitor,
    connection: Connection,
    { request }: Joining,
  ): Promise<RoomHandle | null> {
    const { tickets, clock, path, boardFormat, onUnreachable } = this.#options
    if (connection.isForwarded || owner.url === '') return null
    const ticket = tickets.issue(visitor, owner.node)
    const socket = openSocket(owner.url, path, owner.node)
    const room = new ForwardedRoom(owner, request.wid, socket, connection, () => this.#open.delete(room))
    this.#open.add(room)
    const { protocol } = connection
    const frames = protocolHistory.find((version) => version.protocol === protocol)?.frames ?? ''
    const hello = {
      t: 'hello',
      protocol,
      schema: { frames, board: boardFormat },
      ticket,
      room: request,
    } as const
    const cancel = clock.after(realtimeLimits.forwardWithin, () => room.fail(new Error('no answer')))
    const fault = await room.greet(hello)
    cancel()
    if (!fault) {
      this.#nodes.reached(owner)
      return room
    }
    if ('code' in fault && fault.code === 'ECONNREFUSED') await this.#nodes.refused(owner)
    // Every page tries again every few seconds.
    if (clock.now() - this.#loggedAt >= LOG_EVERY_MS) {
      this.#loggedAt = clock.now()
      onUnreachable(owner, fault)
    }
    return null
  }

  /** Pages whose board moved to another process, or whose owner is dead without having said so, join again. */
  async check(): Promise<void> {
    await this.#nodes.check()
    const open = [...this.#open]
    for (let at = 0; at < open.length; at += checksPerRound) {
      const some = open.slice(at, at + checksPerRound)
      const owners = await this.#options.leases.listOwners([...new Set(some.map(({ wid }) => wid))])
      for (const room of some)
        if (owners.get(room.wid)?.node !== room.owner.node)
          room.fail(new Error('the board has another owner'))
    }
  }
}

/** `closeTimeout` is newer than the package's types. */
const socketOptions = {
  perMessageDeflate: false,
  followRedirects: false,
  maxPayload: 2 * frameLimits.serverFrame,
  handshakeTimeout: realtimeLimits.forwardWithin,
  closeTimeout: 2_000,
}

function openSocket(url: string, path: string, node: string): WebSocket {
  return new WebSocket(`${url.replace(/^http/, 'ws')}${path}?${FORWARD_QUERY}=${node}`, socketOptions)
}

/** Longer than any refusal; most other messages need not be decoded. */
const longestRefusal = 512

/** Why the room is closed for the page; null: another message. */
function getRefusal(data: Buffer): string | null {
  if (data.length > longestRefusal || !data.includes('refused')) return null
  const received = decodeServerFrame(data)
  return typeof received !== 'string' && received.frame.t === 'refused' ? received.frame.reason : null
}

/** A room at another process, reached through a socket of its own. */
class ForwardedRoom implements RoomHandle {
  readonly owner: BoardOwner
  readonly wid: string
  readonly #socket: WebSocket
  readonly #connection: Connection
  readonly #onLeft: () => void
  #isAdmitted = false
  /** The room has answered the page. */
  #isInRoom = false
  #hasLeft = false
  #greeted: (fault: Error | null) => void = () => undefined

  constructor(owner: BoardOwner, wid: string, socket: WebSocket, connection: Connection, onLeft: () => void) {
    this.owner = owner
    this.wid = wid
    this.#socket = socket
    this.#connection = connection
    this.#onLeft = onLeft
    // First of all: an unhandled error event would end the process.
    socket.on('error', (error) => this.fail(error))
    socket.on('close', (code) => this.#closed(code))
    socket.on('message', (data: Buffer) => this.#receive(data))
  }

  /** Resolves with null once the owner has let the page in. */
  greet(hello: Extract<ClientFrame, { t: 'hello' }>): Promise<Error | null> {
    return new Promise((resolve) => {
      this.#greeted = resolve
      this.#socket.on('open', () => this.#send(hello))
    })
  }

  edit(bytes: Uint8Array): void {
    this.#send({ t: 'edit' }, bytes)
  }

  preview(bytes: Uint8Array): void {
    this.#send({ t: 'preview' }, bytes)
  }

  show(showing: Parameters<RoomHandle['show']>[0]): void {
    this.#send({ t: 'presence', ...showing })
  }

  need(chunks: readonly string[]): void {
    this.#send({ t: 'need', chunks: [...chunks] })
  }

  present(allows: Parameters<RoomHandle['present']>[0]): void {
    this.#send({ t: 'present', allows })
  }

  missedDeletesSeen(seq: number): void {
    this.#send({ t: 'missedDeletesSeen', seq })
  }

  leave(): void {
    if (this.#hasLeft) return
    this.#end()
    // What was sent before still arrives.
    this.#socket.resume()
    this.#socket.close()
  }

  /** The owner is lost: the page joins again, and this process takes the board if the owner is dead. */
  fail(error: Error): void {
    if (this.#hasLeft) return
    this.#end()
    this.#socket.terminate()
    if (!this.#isAdmitted) return this.#greeted(error)
    const { wid } = this
    this.#connection.send({ t: 'refused', wid, code: 5000, reason: 'elsewhere', retry: true })
  }

  /**
   * The board's owner stops. All pages of the board come back by the balancer, to the process with the fewest of them.
   * If this one stayed, it would join first, and with each such stop one process would get all boards.
   */
  #givenAway(): void {
    this.leave()
    this.#connection.close('draining')
  }

  #closed(code: number): void {
    const reason = passedOn.find((name) => closeCodes[name].code === code)
    if (this.#hasLeft || !reason) return this.fail(new Error(`closed with ${code}`))
    this.#end()
    this.#greeted(null)
    this.#connection.close(reason)
  }

  #end(): void {
    this.#hasLeft = true
    this.#onLeft()
  }

  #receive(data: Buffer): void {
    if (this.#hasLeft) return
    if (this.#isAdmitted) return this.#pass(data)
    const received = decodeServerFrame(data)
    if (typeof received === 'string' || received.frame.t !== 'ready')
      return this.fail(new Error('not a Tavla server'))
    this.#isAdmitted = true
    this.#greeted(null)
  }

  /** While the page is behind, nothing is read from the owner, which then leaves out what may be left out. */
  #pass(data: Buffer): void {
    const refusal = getRefusal(data)
    if (refusal === 'draining' && this.#isInRoom) return this.#givenAway()
    this.#isInRoom = true
    this.#connection.sendFramed(framed(data), 'must')
    // The room is closed for this page, and the socket's end would be a second refusal.
    if (refusal !== null) return this.leave()
    if (this.#connection.keepsUp || this.#connection.closed) return
    this.#socket.pause()
    this.#connection.later(() => Promise.resolve(this.#socket.resume()))
  }

  /** Reading from the page pauses while the owner is behind. */
  #send(frame: ClientFrame, payload?: Uint8Array): void {
    if (this.#hasLeft) return
    const bytes = encodeClientFrame(frame, payload)
    this.#connection.unsettled(bytes.length)
    this.#socket.send(bytes, () => this.#connection.unsettled(-bytes.length))
  }
}
