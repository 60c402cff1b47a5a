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
  /** `POST /api/live/ticket`; one ticket per attempt. */
  readonly ticket: () => Promise<{ readonly ticket: string; readonly url: string }>
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
export interface RoomUser {
  /** The join request to send when the socket (re)opens. */
  joining(): JoinRequest
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
  onNotice(listener: (notice: Readonly<Record<string, unknown>>) => void): () => void
  /** People online in the spaces requested by `watch`, on every change. */
  onOnline(listener: OnlineListener): () => void
  /** Joins this room; the returned function leaves it. */
  use(room: RoomUser): () => void
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

const firstPauseMs = 400
/** After a restart of the server people wait this long at most; the random part spreads many pages. */
const longestPauseMs = 6_000
const pingAfterMs = 10_000
/** Without a message for this long after a ping the connection is half open. */
const answerWithinMs = 8_000
/** The same while the browser reports no network; a server on the same machine still answers. */
const probeAnswerMs = 1_500
const openWithinMs = 15_000
/** After a connection of this length the delay before reconnecting is reset. */
const stableAfterMs = 10_000

export function openRoomSocket(options: RoomSocketOptions): RoomSocket {
  return new Socket(options)
}

class Socket implements RoomSocket {
  readonly state = signal<SocketState>('connecting')
  readonly clockAhead = signal(0)
  readonly #options: RoomSocketOptions
  readonly #notices = new Set<(notice: Readonly<Record<string, unknown>>) => void>()
  readonly #online = new Set<OnlineListener>()
  #room: RoomUser | null = null
  /** The room in the hello: a change during the handshake is sent after it. */
  #named: RoomUser | null = null
  #wire: SocketConnection | null = null
  #tries = 0
  /** When the server was ready; null if it never was. */
  #readyAt: number | null = null
  /** The token with which the connection's ticket was requested. */
  #token: string | null = null
  /** Counts attempts, so that late answers of earlier ones are ignored. */
  #attempt = 0
  #timer: () => void = () => undefined
  #closed = false

  constructor(options: RoomSocketOptions) {
    this.#options = options
    void this.#try()
  }

  onNotice(listener: (notice: Readonly<Record<string, unknown>>) => void): () => void {
    this.#notices.add(listener)
    return () => this.#notices.delete(listener)
  }

  onOnline(listener: OnlineListener): () => void {
    this.#online.add(listener)
    return () => this.#online.delete(listener)
  }

  use(room: RoomUser): () => void {
    this.#room = room
    this.#sayRoom()
    return () => {
      if (this.#room !== room) return
      this.#room = null
      this.#sayRoom()
    }
  }

  send(frame: ClientFrame, payload?: Uint8Array): boolean {
    if (this.state.peek() !== 'open' || !this.#wire) return false
    this.#wire.send(encodeClientFrame(frame, payload))
    return true
  }

  probe(): void {
    if (this.state.peek() === 'open') this.#ping(probeAnswerMs)
  }

  reconnect(): void {
    if (this.#closed || this.state.peek() !== 'connecting' || this.#wire) return
    this.#timer()
    void this.#try()
  }

  renew(): void {
    const token = this.#options.token()
    if (this.state.peek() !== 'signed-out' || token === null || token === this.#token) return
    this.state.value = 'connecting'
    void this.#try()
  }

  close(): void {
    this.#closed = true
    this.#drop()
    this.state.value = 'stopped'
  }

  async #try(): Promise<void> {
    const attempt = ++this.#attempt
    this.#token = this.#options.token()
    try {
      const { ticket, url } = await this.#options.ticket()
      if (attempt === this.#attempt && !this.#closed) this.#open(url, ticket)
    } catch {
      // No answer or no session: the call's own handling informs the user; here it only means a retry.
      if (attempt === this.#attempt) this.#later()
    }
  }

  #open(url: string, ticket: string): void {
    const wire = this.#options.connect(url)
    this.#wire = wire
    wire.binaryType = 'arraybuffer'
    wire.onopen = () => {
      const { protocol, frames } = currentVersion
      const schema = { frames, board: this.#options.boardFormat }
      this.#named = this.#room
      const room = this.#room?.joining()
      wire.send(encodeClientFrame({ t: 'hello', protocol, schema, ticket, ...(room ? { room } : {}) }))
    }
    wire.onmessage = ({ data }) => {
      if (wire === this.#wire && data instanceof ArrayBuffer) this.#receive(new Uint8Array(data))
    }
    wire.onclose = ({ code }) => {
      if (wire === this.#wire) this.#lost(code)
    }
    this.#watch(openWithinMs)
  }

  #receive(message: Uint8Array): void {
    const received = decodeServerFrame(message)
    // A page that cannot read the server's messages is outdated, whatever the version numbers.
    if (typeof received === 'string') return this.#lost(closeCodes.outdated.code)
    const { frame, payload } = received
    this.#watch(pingAfterMs, () => this.#ping())
    switch (frame.t) {
      case 'ready':
        this.#readyAt = this.#options.clock.now()
        this.clockAhead.value = frame.time - this.#options.clock.now()
        this.state.value = 'open'
        if (this.#room !== this.#named) this.#sayRoom()
        return
      case 'notice':
        for (const listener of this.#notices) listener(frame.notice)
        return
      case 'online':
        for (const listener of this.#online) listener(frame.spaces)
        return
      case 'pong':
        return
      default:
        this.#room?.receive(frame, payload)
    }
  }

  #sayRoom(): void {
    this.send(this.#room ? { t: 'join', ...this.#room.joining() } : { t: 'leave' })
  }

  #ping(withinMs = answerWithinMs): void {
    this.send({ t: 'ping', at: Math.max(0, Math.round(this.#options.clock.now())) })
    this.#watch(withinMs)
  }

  /** Runs `act` if nothing arrives for this long; by default the connection is given up. */
  #watch(delayMs: number, act: () => void = () => this.#lost(0)): void {
    this.#timer()
    this.#timer = this.#options.clock.after(delayMs, act)
  }

  #lost(code: number): void {
    this.#drop()
    this.#room?.closed()
    this.#options.onClosed(code)
    if (this.#readyAt !== null && this.#options.clock.now() - this.#readyAt >= stableAfterMs) this.#tries = 0
    this.#readyAt = null
    const next = getCloseAction(code)
    if (next === 'reload') this.state.value = 'outdated'
    else if (next === 'sign-out') this.#signedOut()
    else this.#later()
  }

  #signedOut(): void {
    this.state.value = 'signed-out'
    this.#options.onSessionEnded(this.#token)
    this.renew()
  }

  #later(): void {
    if (this.#closed) return
    this.state.value = 'connecting'
    const ceiling = Math.min(longestPauseMs, firstPauseMs * 2 ** this.#tries)
    this.#tries += 1
    this.#watch(ceiling * (0.5 + this.#options.random() / 2), () => void this.#try())
  }

  #drop(): void {
    this.#timer()
    const wire = this.#wire
    this.#wire = null
    this.#attempt += 1
    wire?.close()
  }
}
