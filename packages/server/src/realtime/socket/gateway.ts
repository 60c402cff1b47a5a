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
import { realtimeLimits } from '../realtime-limits.ts'
import { Session } from './session.ts'
import type { SessionHost } from './session.ts'

export interface GatewayOptions {
  readonly server: Server
  readonly path: string
  /** Paths whose sockets are others' to open. */
  readonly otherPaths?: readonly string[]
  readonly host: SessionHost
  readonly clock: Clock
  readonly log: Log
  /** Gives the messages of all sockets their turns. */
  readonly scheduler: FairScheduler
  /** Names sockets; random, so that no tab can guess another's. */
  readonly newId: () => string
  /** Is this page of ours? Requests without an origin do not come from a browser; their ticket is proof enough. */
  readonly canOpen: (origin: string, request: IncomingMessage) => boolean
}

export interface Gateway {
  /** No new sockets; those that are open are asked to come back. */
  drain(): void
}

/** How long a peer may take to answer a close, in ms; newer than the package's types. */
const timeoutMs = { closeTimeout: 2_000 }

/** The socket's door: only `/api/live`, only from our own pages, only binary messages of bounded size. */
export function openGateway(options: GatewayOptions): Gateway {
  const { server, path, otherPaths = [], clock, scheduler, canOpen } = options
  // Slightly more than a message may have, so that we close with our own code; far beyond, ws itself does (1009).
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: 2 * frameLimits.clientFrame,
    perMessageDeflate: false,
    ...timeoutMs,
  })
  const accepted = (): void => scheduler.accepted()
  server.on('connection', accepted)
  const open = new Set<Connection>()
  let draining = false

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (otherPaths.some((other) => isUpgradeTo(other, request))) return
    // Before anything else: from here on nobody but us listens, and an error that nobody hears ends the process.
    socket.on('error', () => socket.destroy())
    const cancel = clock.after(realtimeLimits.upgradeWithin, () => socket.destroy())
    socket.once('close', cancel)
    if (!isUpgradeTo(path, request)) return refuse(socket, '404 Not Found')
    if (draining) return refuse(socket, '503 Service Unavailable')
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      cancel()
      accept(webSocket, socket, request)
    })
  }

  function accept(webSocket: WebSocket, socket: Duplex, request: IncomingMessage): void {
    // The close event follows and says all there is to know.
    webSocket.on('error', () => webSocket.terminate())
    const origin = request.headers.origin
    if (origin !== undefined && !canOpen(origin, request)) {
      webSocket.close(closeCodes.bad_origin.code, 'bad_origin')
      return
    }
    open.add(serve(options, webSocket, socket, (connection) => open.delete(connection)))
  }

  server.on('upgrade', upgrade)
  return {
    drain() {
      draining = true
      server.off('connection', accepted)
      for (const connection of open) connection.close('draining')
    },
  }
}

/** Does this request ask for the live socket? No parser, which could throw: a target may be anything. */
export function isUpgradeTo(path: string, { url = '' }: IncomingMessage): boolean {
  return url === path || url.startsWith(`${path}?`)
}

function refuse(socket: Duplex, status: string): void {
  // The peer may keep its side open for ever.
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** Connects a web socket with a session; a bug that one of its messages meets ends this socket and nothing else. */
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
    // After what the peer sent before it left.
    messages.push(() => {
      logClose(log, connection, session.uid, code, ms)
      guarded(() => session.gone())
    })
  })
  return connection
}

/** Those who have not said who they are take turns as one person would. */
const STRANGERS = ''

interface Reading {
  pause(by: Pausing): void
  resume(by: Pausing): void
}

/** Edits that are not committed, or messages that wait for their turn. */
type Pausing = 'edits' | 'messages'

/** Reads on when nothing is in the way any more; a socket that closes is read to its end. */
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

/** With the code that the peer was given, else the one it gave; 1006 is a connection that broke. */
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
 * Frames go to the socket itself, past ws: they are made once for a whole room. ws, which compresses nothing here, keeps no
 * queue of its own that they could overtake.
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
    // Without a callback for each write: with two hundred people those were a tenth of the work of a room.
    send(frames, more) {
      // After a close no frame may follow, anyone who closed.
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
      // A peer that never answers the close would keep the socket for ever.
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
  // A pong may wait behind messages that are read later, each of which is a sign of life, too.
  for (const sign of ['pong', 'message'])
    webSocket.on(sign, () => {
      answered = true
    })
  const beat = (): void => {
    // Paused sockets read no pong; they are slow by our own will.
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
