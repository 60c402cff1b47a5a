import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { closeCodes, frameLimits } from '@tavla/contract/realtime'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import type { Log } from '../../log.ts'
import type { Clock } from '../../ports/clock/port.ts'
import type { FairScheduler } from '../../rate-limits/fair-scheduler.ts'
import { Connection } from './connection.ts'
import type { SocketConnection } from './connection.ts'
import { getPerPageMs, realtimeLimits } from '../realtime-limits.ts'
import { Session } from './session.ts'
import type { SessionHost } from './session.ts'

export interface GatewayOptions {
  readonly server: Server
  readonly path: string
  /** Paths of other WebSocket endpoints. */
  readonly otherPaths?: readonly string[]
  readonly host: SessionHost
  readonly clock: Clock
  readonly log: Log
  /** Schedules the messages of all sockets. */
  readonly scheduler: FairScheduler
  /** Creates socket ids; random, so that tabs cannot guess each other's. */
  readonly newId: () => string
  /**
   * Whether this origin is ours. Requests without an origin do not come from a browser; their ticket
   * suffices.
   */
  readonly canOpen: (origin: string, request: IncomingMessage) => boolean
  /** This process among those of the database; a socket for another one has the wrong address. */
  readonly isNode: (id: string) => boolean
}

export interface Gateway {
  /**
   * New sockets of pages are refused, so that a proxy leads them to another process. Those that other processes open
   * to boards of this one are accepted until `drain`.
   */
  refuseNew(): void
  /** Accepts no new sockets and asks open ones to reconnect, one after another within `withinMs`. */
  drain(withinMs: number): Promise<void>
}

/** Names the process in the URL of a forwarding socket. */
export const FORWARD_QUERY = 'node'

/** How long a peer may take to answer a close, ms; newer than the package's types. */
const timeoutMs = { closeTimeout: 2_000 }

/** The WebSocket endpoint of `/api/live`: only from our own pages, only binary messages of limited size. */
export function openGateway(options: GatewayOptions): Gateway {
  const { server, path, otherPaths = [], clock, scheduler, canOpen, isNode } = options
  // Slightly more than the largest message, so that our own close code is sent; far beyond, ws itself
  // closes (1009).
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: 2 * frameLimits.clientFrame,
    perMessageDeflate: false,
    ...timeoutMs,
  })
  const accepted = (): void => scheduler.accepted()
  server.on('connection', accepted)
  const open = new Set<Connection>()
  let accepts: 'all' | 'forwarded' | 'none' = 'all'

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (otherPaths.some((other) => isUpgradeTo(other, request))) return
    // First of all: nobody else listens from here on, and an unhandled error event would end the process.
    socket.on('error', () => socket.destroy())
    const cancel = clock.after(realtimeLimits.upgradeWithin, () => socket.destroy())
    socket.once('close', cancel)
    if (!isUpgradeTo(path, request)) return refuse(socket, '404 Not Found')
    const node = getForwardedNode(path, request)
    const isAccepted = accepts === 'all' || (accepts === 'forwarded' && node !== null)
    if (!isAccepted) return refuse(socket, '503 Service Unavailable')
    if (node !== null && !isNode(node)) return refuse(socket, '421 Misdirected Request')
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      cancel()
      accept(webSocket, socket, request)
    })
  }

  function accept(webSocket: WebSocket, socket: Duplex, request: IncomingMessage): void {
    // The close event follows with all details.
    webSocket.on('error', () => webSocket.terminate())
    const origin = request.headers.origin
    if (origin !== undefined && !canOpen(origin, request)) {
      webSocket.close(closeCodes.bad_origin.code, 'bad_origin')
      return
    }
    const connection = serve(options, webSocket, socket, (closed) => open.delete(closed))
    connection.isForwarded = getForwardedNode(path, request) !== null
    open.add(connection)
  }

  server.on('upgrade', upgrade)
  return {
    refuseNew() {
      accepts = 'forwarded'
    },
    async drain(withinMs) {
      accepts = 'none'
      server.off('connection', accepted)
      const left = [...open].filter(({ closed }) => !closed)
      const waitMs = getPerPageMs(left.length, withinMs)
      for (const [index, connection] of left.entries()) {
        if (index > 0 && waitMs > 0) await clock.sleep(waitMs)
        connection.close('draining')
      }
    },
  }
}

/** Whether a request asks for this socket. Compared without a URL parser, which could throw. */
export function isUpgradeTo(path: string, { url = '' }: IncomingMessage): boolean {
  return url === path || url.startsWith(`${path}?`)
}

/** The process that another one wants to forward a page to; null for the sockets of pages themselves. */
function getForwardedNode(path: string, { url = '' }: IncomingMessage): string | null {
  const query = `${path}?${FORWARD_QUERY}=`
  return url.startsWith(query) ? url.slice(query.length) : null
}

function refuse(socket: Duplex, status: string): void {
  // The peer may keep its side open forever.
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** Connects a WebSocket with a session; an error caused by a message ends this socket only. */
function serve(
  { host, clock, log, newId, scheduler }: GatewayOptions,
  webSocket: WebSocket,
  socket: Duplex,
  closed: (connection: Connection) => void,
): Connection {
  const openedAt = clock.now()
  const guarded = (act: () => void): void => {
    try {
      act()
    } catch (error) {
      connection.fail(error)
    }
  }
  const reading = getReading(webSocket)
  const connection = new Connection(newId(), getConnection(webSocket, socket, reading, guarded), clock)
  connection.onFailure = (error) => log.error('A socket failed', { id: connection.id, error })
  const session = new Session(host, connection)
  const stopHeartbeat = startHeartbeat(webSocket, connection, clock)
  const messages = scheduler.open({
    getOwner: () => session.uid ?? STRANGERS,
    bounds: realtimeLimits.waitingMessages,
    onFull: () => reading.pause('messages'),
    onRoom: () => reading.resume('messages'),
  })
  webSocket.on('message', (data, isBinary) => {
    if (!isBinary) return connection.close('bad_frame')
    const message = getBytes(data)
    messages.push(() => guarded(() => session.receive(message)), message.length)
  })
  webSocket.on('close', (code) => {
    stopHeartbeat()
    closed(connection)
    const ms = clock.now() - openedAt
    // After everything the peer sent before it disconnected.
    messages.push(() => {
      logClose(log, connection, session.uid, code, ms)
      guarded(() => session.onClosed())
    })
  })
  return connection
}

/** Unauthenticated sockets share one place in the round-robin. */
const STRANGERS = ''

interface Reading {
  pause(by: Pausing): void
  resume(by: Pausing): void
}

/** Uncommitted edits, or queued messages. */
type Pausing = 'edits' | 'messages'

/** Resumes reading when nothing pauses it any more; a closing socket is read to its end. */
function getReading(webSocket: WebSocket): Reading {
  const reasons = new Set<Pausing>()
  return {
    pause(by) {
      reasons.add(by)
      if (webSocket.readyState === webSocket.OPEN) webSocket.pause()
    },
    resume(by) {
      reasons.delete(by)
      if (reasons.size === 0) webSocket.resume()
    },
  }
}

/** Logs our close code, else the peer's; 1006 is a broken connection. */
function logClose(log: Log, connection: Connection, uid: string | null, code: number, ms: number): void {
  const { id, closedAs } = connection
  const who = uid === null ? {} : { uid }
  const why = closedAs === null ? { code } : { code: closeCodes[closedAs].code, kind: closedAs }
  log.info('a socket closed', { id, ...who, ...why, ms })
}

function getBytes(data: Buffer | ArrayBuffer | Buffer[]): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data)
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data
}

/**
 * Frames are written to the socket directly, bypassing ws, because they are created once for a whole room.
 * ws does not compress here and keeps no queue that they could overtake.
 */
function getConnection(
  webSocket: WebSocket,
  socket: Duplex,
  reading: Reading,
  guarded: (act: () => void) => void,
): SocketConnection {
  return {
    get bufferedAmount() {
      return socket.writableLength
    },
    // Without a callback per write: with two hundred people callbacks were a tenth of a room's work.
    send(frames, more) {
      // No frame may follow a close, whichever side closed.
      if (webSocket.readyState !== webSocket.OPEN) return
      if (!more) return void socket.write(frames)
      socket.cork()
      socket.write(frames)
      socket.write(more)
      socket.uncork()
    },
    onDrained: (act) => void socket.on('drain', () => guarded(act)),
    close(code, reason) {
      webSocket.close(code, reason)
      // A peer that never answers the close would keep the socket forever.
      webSocket.resume()
    },
    pause: () => reading.pause('edits'),
    resume: () => reading.resume('edits'),
  }
}

/** A socket that answered no ping since the last round is dead, whatever the network says. */
function startHeartbeat(webSocket: WebSocket, connection: Connection, clock: Clock): () => void {
  let answered = true
  let cancel: () => void = () => undefined
  // A pong may be queued behind other messages, which also prove that the peer is alive.
  for (const sign of ['pong', 'message'])
    webSocket.on(sign, () => {
      answered = true
    })
  const beat = (): void => {
    // Reading is paused on our side, so no pong can arrive.
    if (!answered && !webSocket.isPaused) {
      connection.close('no_heartbeat')
      webSocket.terminate()
      return
    }
    answered = false
    webSocket.ping()
    cancel = clock.after(realtimeLimits.heartbeatEvery, beat)
  }
  cancel = clock.after(realtimeLimits.heartbeatEvery, beat)
  return () => cancel()
}
