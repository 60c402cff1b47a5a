import { connect, type Socket } from 'node:net'

/** A TCP connection that sends whatever bytes it is given, as no client library would. */
export class RawSocket {
  /** Resolves when the connection has ended, anyone who ended it and however. */
  readonly closed: Promise<void>
  readonly #socket: Socket
  #received = Buffer.alloc(0)
  #ended = false
  #listeners: (() => void)[] = []

  private constructor(socket: Socket) {
    this.#socket = socket
    this.closed = new Promise((resolve) => {
      socket.on('close', () => {
        this.#ended = true
        resolve()
        this.#notify()
      })
    })
    // A reset is one of the ways to end, and the close follows.
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      this.#received = Buffer.concat([this.#received, bytes])
      this.#notify()
    })
  }

  static open(port: number, options: { readonly allowHalfOpen?: boolean } = {}): Promise<RawSocket> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', ...options })
      const raw = new RawSocket(socket)
      socket.once('connect', () => resolve(raw))
      socket.once('error', reject)
    })
  }

  /** Everything that came back. */
  get received(): Buffer {
    return this.#received
  }

  get isClosed(): boolean {
    return this.#ended
  }

  /** The HTTP statuses that came back, in order. */
  get statuses(): readonly number[] {
    return [...this.#received.toString('latin1').matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map((match) =>
      Number(match[1]),
    )
  }

  write(bytes: Uint8Array | string): void {
    if (this.#socket.writable) this.#socket.write(bytes)
  }

  /** Resolves once the written bytes are with the network. */
  flushed(): Promise<void> {
    return new Promise((resolve) => {
      if (!this.#socket.writable) return resolve()
      this.#socket.write('', () => resolve())
    })
  }

  /** Resolves as soon as this came back (anything at all, if it is empty), or the connection has ended. */
  waitForText(text: string): Promise<void> {
    return new Promise((resolve) => {
      const check = (): void => {
        const isReceived = this.#received.length > 0 && this.#received.includes(text)
        if (!this.#ended && !isReceived) return
        this.#listeners = this.#listeners.filter((listener) => listener !== check)
        resolve()
      }
      this.#listeners.push(check)
      check()
    })
  }

  /** Stops reading, as a peer does whose receive window is full. */
  stopReading(): void {
    this.#socket.pause()
  }

  /** Ends this side only. */
  finish(): void {
    this.#socket.end()
  }

  /** A TCP reset: what is under way is lost, and the other side gets ECONNRESET. */
  reset(): void {
    this.#socket.resetAndDestroy()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** The head of a request, with the lines given. */
export const head = (...lines: readonly string[]): string => `${lines.join('\r\n')}\r\n\r\n`

/** A proper request for a web socket. */
export const upgradeRequest = (target = '/api/live', ...more: readonly string[]): string =>
  head(
    `GET ${target} HTTP/1.1`,
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...more,
  )

const maskBit = 0x80
const noMask = [0, 0, 0, 0]

/** A web socket frame as a client sends it; its mask is zero, so that the bytes stay readable. */
export function clientFrame(payload: Uint8Array, first = 0x82): Buffer {
  const { length } = payload
  const size =
    length < 126
      ? [maskBit | length]
      : length < 65_536
        ? [maskBit | 126, length >> 8, length & 255]
        : [maskBit | 127, 0, 0, 0, 0, length >>> 24, (length >> 16) & 255, (length >> 8) & 255, length & 255]
  return Buffer.concat([Buffer.from([first, ...size, ...noMask]), payload])
}
