import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

/** Decides by the first bytes whether a message must be parsed. */
export type MessageFilter = (head: Buffer, length: number) => boolean

export interface RawSocketOptions {
  readonly port: number
  readonly path: string
  /** Messages passed to `onMessage`; others are only counted. */
  readonly wants: MessageFilter
  /** `payload` is valid until the call returns. */
  readonly onMessage: (payload: Buffer, isText: boolean) => void
  readonly onClose?: (why: string) => void
}

/** Bytes passed to `wants`. */
const headBytes = 24
const opcodes = { text: 1, binary: 2, close: 8, ping: 9, pong: 10 }

/** Read buffer shared by all sockets; data kept longer is copied. */
const shared = Buffer.alloc(256 * 1024)

/**
 * A minimal WebSocket client for load generation: one core simulates up to a thousand users, so an unwanted
 * message costs only reading its length. Does not support fragmented messages, which none of the servers sends.
 */
export class RawSocket {
  frames = 0
  bytes = 0
  isOpen = false
  readonly #options: RawSocketOptions
  readonly #socket: Socket
  #rest: Buffer = Buffer.alloc(0)
  /** Remaining bytes of a skipped message. */
  #skip = 0

  private constructor(options: RawSocketOptions, socket: Socket) {
    this.#options = options
    this.#socket = socket
  }

  static open(options: RawSocketOptions): Promise<RawSocket> {
    return new Promise((resolve, reject) => {
      let take = (data: Buffer): void => shake(data)
      const socket = connect({
        port: options.port,
        host: '127.0.0.1',
        noDelay: true,
        onread: {
          buffer: shared,
          callback(length) {
            take(shared.subarray(0, length))
            return true
          },
        },
      })
      const raw = new RawSocket(options, socket)
      const key = randomBytes(16).toString('base64')
      socket.on('connect', () =>
        socket.write(
          `GET ${options.path} HTTP/1.1\r\nHost: 127.0.0.1:${options.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
            `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
        ),
      )
      const gather = (data: Buffer): void => {
        raw.#rest = Buffer.concat([raw.#rest, data])
      }
      const shake = (data: Buffer): void => {
        gather(data)
        const end = raw.#rest.indexOf('\r\n\r\n')
        if (end < 0) return
        const first = raw.#rest.subarray(0, raw.#rest.indexOf('\r\n')).toString()
        if (!first.includes(' 101 ')) {
          socket.destroy()
          return reject(new Error(first))
        }
        raw.isOpen = true
        raw.#rest = raw.#rest.subarray(end + 4)
        take = gather
        resolve(raw)
        // The opener receives the socket before its first message.
        setImmediate(() => {
          const rest = raw.#rest
          raw.#rest = Buffer.alloc(0)
          take = (more) => raw.#read(more)
          if (rest.length > 0) raw.#read(rest)
        })
      }
      socket.on('error', (error) => reject(error))
      socket.on('close', () => {
        raw.isOpen = false
        options.onClose?.('gone')
        reject(new Error('closed'))
      })
    })
  }

  send(payload: Uint8Array | string): void {
    const isText = typeof payload === 'string'
    this.#write(isText ? opcodes.text : opcodes.binary, isText ? Buffer.from(payload) : payload)
  }

  close(): void {
    this.#socket.destroy()
  }

  #write(opcode: number, payload: Uint8Array): void {
    if (!this.isOpen) return
    const { length } = payload
    const wide = length > 65_535 ? 8 : length > 125 ? 2 : 0
    // Masked with zeros, so that the payload is unchanged.
    const frame = Buffer.alloc(2 + wide + 4 + length)
    frame[0] = 128 | opcode
    frame[1] = 128 | (wide === 8 ? 127 : wide === 2 ? 126 : length)
    if (wide === 2) frame.writeUInt16BE(length, 2)
    if (wide === 8) frame.writeBigUInt64BE(BigInt(length), 2)
    frame.set(payload, 2 + wide + 4)
    this.#socket.write(frame)
  }

  #read(data: Buffer): void {
    this.bytes += data.length
    let at = 0
    if (this.#skip > 0) {
      at = Math.min(this.#skip, data.length)
      this.#skip -= at
      if (this.#skip > 0) return
    }
    if (this.#rest.length > 0) {
      data = Buffer.concat([this.#rest, data.subarray(at)])
      this.#rest = Buffer.alloc(0)
      at = 0
    }
    while (data.length - at >= 2) {
      const opcode = data[at]! & 15
      const short = data[at + 1]! & 127
      const wide = short === 127 ? 8 : short === 126 ? 2 : 0
      if (data.length - at < 2 + wide) break
      const length =
        wide === 8 ? Number(data.readBigUInt64BE(at + 2)) : wide === 2 ? data.readUInt16BE(at + 2) : short
      const start = at + 2 + wide
      const present = data.length - start
      if (opcode >= opcodes.close) {
        if (present < length) break
        if (opcode === opcodes.ping) this.#write(opcodes.pong, data.subarray(start, start + length))
        if (opcode === opcodes.close) return this.#ended(data.subarray(start, start + length))
        at = start + length
        continue
      }
      if (present < Math.min(length, headBytes)) break
      if (!this.#options.wants(data.subarray(start, start + Math.min(length, headBytes)), length)) {
        this.frames += 1
        if (present < length) {
          this.#skip = length - present
          return
        }
        at = start + length
        continue
      }
      if (present < length) break
      this.frames += 1
      this.#options.onMessage(data.subarray(start, start + length), opcode === opcodes.text)
      at = start + length
    }
    // Copied, so that it does not keep the whole read buffer alive.
    if (at < data.length) this.#rest = Buffer.from(data.subarray(at))
  }

  #ended(payload: Buffer): void {
    const code = payload.length >= 2 ? payload.readUInt16BE(0) : 1005
    this.isOpen = false
    this.#options.onClose?.(`${code} ${payload.subarray(2).toString()}`)
    this.#socket.destroy()
  }
}
