import { type ReadonlySignal, signal } from '@preact/signals-core'
import {
  getCloseAction,
  closeCodes,
  currentVersion,
  decodeServerFrame,
  encodeClientFrame,
} from '@tavla/contract/realtime'
import type { ClientFrame, JoinRequest, ServerFrame } from '@tavla/contract/realtime'
import type { Clock } from '../dom/clock.ts'

/**
 * State of the tab's socket. - `connecting`: in progress, or waiting for the next attempt. - `outdated`: the
 * server requires a newer page; `signed-out`: the session has ended; `stopped`: closed by this tab.
 */
export type SocketState = 'connecting' | 'open' | 'outdated' | 'signed-out' | 'stopped'

/** The used part of WebSocket; tests provide their own. */
export interface SocketConnection {
  binaryType: 'arraybuffer' | 'blob'
  onopen: (() => void) | null
  onmessage: ((event: { readonly data: unknown }) => void) | null
  onclose: ((event: { readonly code: number }) => void) | null
  send(bytes: Uint8Array<ArrayBuffer>): void
  close(): void
}

export interface RoomSocketOptions {
  /** The stored token, with which the next ticket is requested; null if nobody is signed in. */
  readonly token: () => string | null
  /** `POST /api/live/ticket`; one ticket per attempt, not needed any more once the signal is aborted. */
  readonly ticket: (signal: AbortSignal) => Promise<{ readonly ticket: string; readonly url: string }>
  readonly connect: (url: string) => SocketConnection
  readonly clock: Clock
  /** From 0 to 1; spreads reconnects of many pages after a restart. */
  readonly random: () => number
  /** `FORMAT_HASH` of the canvas model. */
  readonly boardFormat: string
  /** The server has ended the session of this token, which may have been replaced meanwhile. */
  readonly onSessionEnded: (token: string | null) => void
  /** Called at every end of a connection; 0: timed out. */
  readonly onClosed: (code: number) => void
}

/** The user of the socket for a room; see `room-visit.ts`. */
export interface RoomClient {
  /** The user who visits the room and whose edits it sends. */
  readonly uid: string
  /** The join request to send when the socket (re)opens. */
  getJoinRequest(): JoinRequest
  receive(frame: ServerFrame, payload: Uint8Array): void
  closed(): void
}

/** The people online, by space. */
type OnlineListener = (
  spaces: readonly {
    readonly wid: string
    readonly uids: readonly string[]
    readonly voice?: readonly string[] | undefined
  }[],
) => void

/** The tab's live connection: notifications always, and at most one room. Reconnects automatically. */
export interface RoomSocket {
  readonly state: ReadonlySignal<SocketState>
  /** Milliseconds by which the server's clock is ahead. */
  readonly clockAhead: ReadonlySignal<number>
  onNotification(listener: (notice: Readonly<Record<string, unknown>>) => void): () => void
  /** People online in the spaces requested by `watch`, on every change. */
  onOnline(listener: OnlineListener): () => void
  /** Joins this room; the returned function leaves it. */
  attachRoom(room: RoomClient): () => void
  /** False while the socket is not open. */
  send(frame: ClientFrame, payload?: Uint8Array): boolean
  /** The network may be lost: the connection has a short time to answer. */
  probe(): void
  /** The network or the tab returned: reconnects now instead of waiting. */
  reconnect(): void
  /** The stored token was replaced: reconnects if the connection had ended with the previous session. */
  renew(): void
  close(): void
}

const firstDelayMs = 400
/** A process that stops asks its pages one after another, when another one can take them. */
const drainedDelayMs = 100
/** After a restart of the server people wait this long at most; the random part spreads many pages. */
const maxDelayMs = 6_000
const pingAfterMs = 10_000
/** Without a message for this long after a ping the connection is half open. */
const pongTimeoutMs = 8_000
/** The same while the browser reports no network; a server on the same machine still answers. */
const probeTimeoutMs = 1_500
/**
 * An edit is answered at once, so a server that says nothing for this long is asked, and then has a short time: a
 * frozen one keeps its connections. On a slow network the time doubles with each connection given up for nothing.
 */
const editTimeoutMs = 1_000
const firstAnswerTimeoutMs = 2_000
/** With more unanswered bytes than this, the answer waits behind them. */
const quickBytes = 64 * 1024
/** Of an attempt to connect: the next one may reach another server, and on a slow network it takes longer. */
const firstOpenTimeoutMs = 5_000
const openTimeoutMs = 15_000
/** After a connection of this length the delay before reconnecting is reset. */
const stableAfterMs = 10_000

export function openRoomSocket(options: RoomSocketOptions): RoomSocket {
  return new Socket(options)
}

class Socket implements RoomSocket {
  readonly state = signal<SocketState>('connecting')
  readonly clockAhead = signal(0)
  readonly #options: RoomSocketOptions
  readonly #notificationListeners = new Set<(notice: Readonly<Record<string, unknown>>) => void>()
  readonly #onlineListeners = new Set<OnlineListener>()
  #room: RoomClient | null = null
  /** The room in the hello: a change during the handshake is sent after it. */
  #announcedRoom: RoomClient | null = null
  #connection: SocketConnection | null = null
  #failedAttempts = 0
  /** When the server was ready; null if it never was. */
  #readyAt: number | null = null
  /** The user of the connection, once it is ready. */
  #uid = ''
  /** The token with which the connection's ticket was requested. */
  #token: string | null = null
  /** Counts attempts, so that late answers of earlier ones are ignored. */
  #attempt = 0
  /** Of the attempt whose ticket was requested. */
  #abort = new AbortController()
  /** Bytes of edits sent since the server last said something. */
  #unansweredBytes = 0
  #answerTimeoutMs = firstAnswerTimeoutMs
  #cancelTimer: () => void = () => undefined
  #closed = false

  constructor(options: RoomSocketOptions) {
    this.#options = options
    void this.#connect()
  }

  onNotification(listener: (notice: Readonly<Record<string, unknown>>) => void): () => void {
    this.#notificationListeners.add(listener)
    return () => this.#notificationListeners.delete(listener)
  }

  onOnline(listener: OnlineListener): () => void {
    this.#onlineListeners.add(listener)
    return () => this.#onlineListeners.delete(listener)
  }

  attachRoom(room: RoomClient): () => void {
    this.#room = room
    this.#sendRoom()
    return () => {
      if (this.#room !== room) return
      this.#room = null
      this.#sendRoom()
    }
  }

  send(frame: ClientFrame, payload?: Uint8Array): boolean {
    if (this.state.peek() !== 'open' || !this.#connection) return false
    const message = encodeClientFrame(frame, payload)
    this.#connection.send(message)
    if (frame.t === 'edit') this.#expectAnswer(message.length)
    return true
  }

  probe(): void {
    if (this.state.peek() === 'open') this.#ping(probeTimeoutMs)
  }

  reconnect(): void {
    if (this.#closed || this.state.peek() !== 'connecting' || this.#connection) return
    this.#cancelTimer()
    void this.#connect()
  }

  renew(): void {
    const token = this.#options.token()
    if (this.state.peek() !== 'signed-out' || token === null || token === this.#token) return
    this.state.value = 'connecting'
    void this.#connect()
  }

  close(): void {
    this.#closed = true
    this.#dropConnection()
    this.state.value = 'stopped'
  }

  async #connect(): Promise<void> {
    const attempt = ++this.#attempt
    this.#token = this.#options.token()
    this.#abort = new AbortController()
    this.#startTimer(this.#getOpenTimeout(), () => {
      this.#dropConnection()
      this.#scheduleReconnect()
    })
    try {
      const { ticket, url } = await this.#options.ticket(this.#abort.signal)
      if (attempt === this.#attempt && !this.#closed) this.#open(url, ticket)
    } catch {
      // No answer or no session: the call's own handling informs the user; here it only means a retry.
      if (attempt === this.#attempt) this.#scheduleReconnect()
    }
  }

  #open(url: string, ticket: string): void {
    const connection = this.#options.connect(url)
    this.#connection = connection
    connection.binaryType = 'arraybuffer'
    connection.onopen = () => {
      const { protocol, frames } = currentVersion
      const schema = { frames, board: this.#options.boardFormat }
      this.#announcedRoom = this.#room
      const room = this.#room?.getJoinRequest()
      connection.send(encodeClientFrame({ t: 'hello', protocol, schema, ticket, ...(room ? { room } : {}) }))
    }
    connection.onmessage = ({ data }) => {
      if (connection === this.#connection && data instanceof ArrayBuffer) this.#receive(new Uint8Array(data))
    }
    connection.onclose = ({ code }) => {
      if (connection === this.#connection) this.#handleLoss(code)
    }
    this.#startTimer(this.#getOpenTimeout())
  }

  #getOpenTimeout(): number {
    // The end of a connection counts as the first failure.
    const repeated = Math.max(0, this.#failedAttempts - 1)
    return Math.min(openTimeoutMs, firstOpenTimeoutMs * 2 ** repeated)
  }

  #expectAnswer(bytes: number): void {
    const isFirst = this.#unansweredBytes === 0
    this.#unansweredBytes += bytes
    if (isFirst) this.#startTimer(editTimeoutMs, () => this.#askForAnswer())
  }

  #askForAnswer(): void {
    if (this.#unansweredBytes > quickBytes) return this.#ping()
    const timeoutMs = this.#answerTimeoutMs
    this.#ping(timeoutMs, () => {
      this.#answerTimeoutMs = Math.min(pongTimeoutMs, timeoutMs * 2)
      this.#handleLoss(0)
    })
  }

  #receive(message: Uint8Array): void {
    const received = decodeServerFrame(message)
    // A page that cannot read the server's messages is outdated, whatever the version numbers.
    if (typeof received === 'string') return this.#handleLoss(closeCodes.outdated.code)
    const { frame, payload } = received
    this.#unansweredBytes = 0
    this.#startTimer(pingAfterMs, () => this.#ping())
    switch (frame.t) {
      case 'ready':
        this.#uid = frame.uid
        if (!this.#ownsRoom()) return this.#handleLoss(closeCodes.session_ended.code)
        this.#readyAt = this.#options.clock.now()
        this.clockAhead.value = frame.time - this.#options.clock.now()
        this.state.value = 'open'
        if (this.#room !== this.#announcedRoom) this.#sendRoom()
        return
      case 'notice':
        for (const listener of this.#notificationListeners) listener(frame.notice)
        return
      case 'online':
        for (const listener of this.#onlineListeners) listener(frame.spaces)
        return
      case 'pong':
        return
      default:
        this.#room?.receive(frame, payload)
    }
  }

  /** False after another user has signed in to this browser: the room's unsent edits are not theirs. */
  #ownsRoom(): boolean {
    return this.#room === null || this.#room.uid === this.#uid
  }

  #sendRoom(): void {
    if (this.state.peek() === 'open' && !this.#ownsRoom())
      return this.#handleLoss(closeCodes.session_ended.code)
    this.send(this.#room ? { t: 'join', ...this.#room.getJoinRequest() } : { t: 'leave' })
  }

  #ping(timeoutMs = pongTimeoutMs, giveUp?: () => void): void {
    this.send({ t: 'ping', at: Math.max(0, Math.round(this.#options.clock.now())) })
    this.#startTimer(timeoutMs, giveUp)
  }

  /** Runs `callback` if nothing arrives for this long; by default the connection is given up. */
  #startTimer(delayMs: number, callback: () => void = () => this.#handleLoss(0)): void {
    this.#cancelTimer()
    this.#cancelTimer = this.#options.clock.after(delayMs, callback)
  }

  #handleLoss(code: number): void {
    this.#dropConnection()
    this.#room?.closed()
    this.#options.onClosed(code)
    if (this.#readyAt !== null && this.#options.clock.now() - this.#readyAt >= stableAfterMs)
      this.#failedAttempts = 0
    this.#readyAt = null
    const next = getCloseAction(code)
    if (next === 'reload') this.state.value = 'outdated'
    else if (next === 'sign-out') this.#handleSignOut()
    else this.#scheduleReconnect(code === closeCodes.draining.code ? drainedDelayMs : undefined)
  }

  #handleSignOut(): void {
    this.state.value = 'signed-out'
    this.#options.onSessionEnded(this.#token)
    this.renew()
  }

  #scheduleReconnect(delayMs = Math.min(maxDelayMs, firstDelayMs * 2 ** this.#failedAttempts)): void {
    if (this.#closed) return
    this.state.value = 'connecting'
    this.#failedAttempts += 1
    this.#startTimer(delayMs * (0.5 + this.#options.random() / 2), () => void this.#connect())
  }

  #dropConnection(): void {
    this.#cancelTimer()
    const connection = this.#connection
    this.#connection = null
    this.#unansweredBytes = 0
    this.#attempt += 1
    this.#abort.abort()
    connection?.close()
  }
}
