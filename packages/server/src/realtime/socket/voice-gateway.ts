import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { decodeVoiceClientFrame, voiceCloseCodes, voiceFrameLimits } from '@tavla/contract/voice'
import type { VoiceCloseName } from '@tavla/contract/voice'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import type { Log } from '../../log.ts'
import type { Clock } from '../../ports/clock/port.ts'
import type { VoiceHost } from '../../ports/voice/port.ts'
import { isUpgradeTo } from './gateway.ts'

export interface VoiceGatewayOptions {
  readonly server: Server
  readonly path: string
  readonly host: VoiceHost
  readonly clock: Clock
  readonly log: Log
  readonly canOpen: (origin: string, request: IncomingMessage) => boolean
}

/** How long a page may take for its first message, ms. */
const HELLO_MS = 10_000
/**
 * A page that misses a heartbeat is disconnected, so that others do not wait for it and it is not billed.
 */
const HEARTBEAT_MS = 5_000
/** Messages per heartbeat; far more than push-to-talk can produce. */
const MESSAGES = 100
/** Unsent bytes beyond which a page is disconnected. */
const WAITING_BYTES = 1 << 20

/**
 * The WebSocket endpoint of voice rooms: small text messages from our own pages. The sound goes another
 * way.
 */
export function openVoiceGateway(options: VoiceGatewayOptions): void {
  const { server, path, clock, canOpen } = options
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: voiceFrameLimits.frame,
    perMessageDeflate: false,
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!isUpgradeTo(path, request)) return
    // First of all: nobody else listens from here on, and an unhandled error event would end the process.
    socket.on('error', () => socket.destroy())
    const cancel = clock.after(HELLO_MS, () => socket.destroy())
    socket.once('close', cancel)
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      cancel()
      webSocket.on('error', () => webSocket.terminate())
      const { origin } = request.headers
      if (origin !== undefined && !canOpen(origin, request)) close(webSocket, 'bad_origin')
      else serve(options, webSocket)
    })
  })
}

function close(webSocket: WebSocket, name: VoiceCloseName): void {
  webSocket.close(voiceCloseCodes[name].code, name)
}

function serve({ host, clock, log }: VoiceGatewayOptions, webSocket: WebSocket): void {
  let isGreeted = false
  let answered = true
  let messages = 0
  let cancelBeat: () => void = () => undefined
  const session = host.open({
    send(frame) {
      if (webSocket.readyState !== webSocket.OPEN) return
      if (webSocket.bufferedAmount > WAITING_BYTES) webSocket.terminate()
      else webSocket.send(JSON.stringify(frame))
    },
    close: (name) => close(webSocket, name),
  })
  const cancelHello = clock.after(HELLO_MS, () => {
    if (!isGreeted) close(webSocket, 'no_hello')
  })
  const beat = (): void => {
    if (!answered) return webSocket.terminate()
    answered = false
    messages = 0
    webSocket.ping()
    cancelBeat = clock.after(HEARTBEAT_MS, beat)
  }
  cancelBeat = clock.after(HEARTBEAT_MS, beat)
  webSocket.on('pong', () => {
    answered = true
  })
  webSocket.on('message', (data, isBinary) => {
    messages += 1
    if (messages > MESSAGES) return close(webSocket, 'too_many')
    const frame = isBinary ? null : decodeVoiceClientFrame(getText(data))
    if (!frame) return close(webSocket, 'bad_frame')
    isGreeted = true
    try {
      session.receive(frame)
    } catch (error) {
      log.error('A voice socket failed', { error })
      close(webSocket, 'failure')
    }
  })
  webSocket.on('close', () => {
    cancelHello()
    cancelBeat()
    session.closed()
  })
}

function getText(data: Buffer | ArrayBuffer | Buffer[]): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString()
  return Buffer.isBuffer(data) ? data.toString() : Buffer.from(data).toString()
}
