import {
  decodeVoiceServerFrame,
  getVoiceCloseName,
  type VoiceClientFrame,
  type VoiceServerFrame,
} from '@tavla/contract/voice'
import nodeDataChannel from 'node-datachannel'
import { WebSocket } from 'ws'
import { parseRtpHeader } from '../ports/voice/embedded/rtp.ts'
import type { Someone } from './as.ts'

type PeerConnection = InstanceType<typeof nodeDataChannel.PeerConnection>
type Track = InstanceType<typeof nodeDataChannel.Track>

/** An address that every client puts into its answer; no other client may receive it. */
export const OWN_ADDRESS = '203.0.113.9'
const HEADER_BYTES = 20
const PACKET_MS = 20

/** A voice client without a browser. Its packets carry its user id, so that receivers know whom they hear. */
export class VoiceTestClient {
  readonly frames: VoiceServerFrame[] = []
  /** Received user ids with their number of packets. */
  readonly heard = new Map<string, number>()
  closeName: string | null = null
  readonly #name: string
  readonly #socket: WebSocket
  #connection: PeerConnection | null = null
  #tracks: Track[] = []
  #interval: NodeJS.Timeout
  #sequence = 0
  #listeners: (() => void)[] = []

  constructor(url: string, name: string) {
    this.#name = name
    this.#socket = new WebSocket(url)
    this.#socket.on('error', () => undefined)
    this.#socket.on('message', (data: Buffer) => this.#receive(decodeVoiceServerFrame(data.toString())))
    this.#socket.on('close', (code) => {
      this.closeName = getVoiceCloseName(code) ?? String(code)
      this.#notify()
    })
    this.#interval = setInterval(() => this.#sendPacket(), PACKET_MS)
  }

  /** Gets a ticket and opens the voice socket with it. */
  static async join(
    serverUrl: string,
    user: Someone,
    wid: string,
    { mic = true } = {},
  ): Promise<VoiceTestClient> {
    const { token, url } = await user.call.space.voiceToken({ query: { wid } })
    const client = new VoiceTestClient(`${serverUrl.replace('http', 'ws')}${url}`, user.uid)
    await client.hello(token, mic)
    return client
  }

  async hello(token: string, mic = true): Promise<void> {
    await new Promise((resolve) => this.#socket.once('open', resolve))
    this.send({ t: 'hello', token, mic })
    await this.waitUntil(() => this.closeName !== null || this.c !== null)
  }

  get c(): string | null {
    return this.getLatest('joined')?.c ?? null
  }

  /** The newest message of a kind. */
  getLatest<T extends VoiceServerFrame['t']>(t: T): Extract<VoiceServerFrame, { t: T }> | undefined {
    return this.frames.findLast((frame): frame is Extract<VoiceServerFrame, { t: T }> => frame.t === t)
  }

  send(frame: VoiceClientFrame): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame))
  }

  /** Waits for a message, packet or close event that fulfils the condition. */
  async waitUntil(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) await new Promise<void>((resolve) => this.#listeners.push(resolve))
  }

  /** Waits until packets of all these people have arrived. */
  async waitUntilHears(...uids: string[]): Promise<void> {
    this.heard.clear()
    await this.waitUntil(() => uids.every((uid) => (this.heard.get(uid) ?? 0) > 5))
  }

  close(): void {
    clearInterval(this.#interval)
    this.#connection?.close()
    this.#connection = null
    this.#socket.terminate()
  }

  #receive(frame: VoiceServerFrame | null): void {
    if (!frame) throw new Error('The server sent a voice message that nobody can read')
    this.frames.push(frame)
    if (frame.t === 'offer') this.#answer(frame.offer, frame.sdp)
    if (frame.t === 'candidates')
      for (const candidate of frame.candidates) this.#connection?.addRemoteCandidate(candidate, 'mic')
    this.#notify()
  }

  #notify(): void {
    for (const changed of this.#listeners.splice(0)) changed()
  }

  #answer(offer: number, sdp: string): void {
    this.#connection?.close()
    const connection = new nodeDataChannel.PeerConnection(this.#name, { iceServers: [] })
    this.#connection = connection
    this.#tracks = []
    connection.onTrack((track) => {
      this.#tracks.push(track)
      track.onMessage((packet) => this.#receivePacket(packet))
    })
    connection.onLocalDescription((answer, type) => {
      const own = `a=candidate:99 1 UDP 2114977791 ${OWN_ADDRESS} 50000 typ host\r\n`
      if (type === 'answer') this.send({ t: 'answer', offer, sdp: answer + own })
    })
    const microphone = new nodeDataChannel.Audio('mic', 'SendOnly')
    microphone.addOpusCodec(111)
    microphone.addSSRC(4_711, 'voice', 'mic', 'mic')
    this.#tracks.push(connection.addTrack(microphone))
    connection.setRemoteDescription(sdp, 'offer')
  }

  #sendPacket(): void {
    const [microphone] = this.#tracks
    if (!this.#connection || !microphone?.isOpen()) return
    const packet = Buffer.alloc(HEADER_BYTES + this.#name.length)
    packet.writeUInt8(0x90, 0)
    packet.writeUInt8(111, 1)
    packet.writeUInt16BE(this.#sequence & 0xffff, 2)
    packet.writeUInt32BE((this.#sequence * 960) >>> 0, 4)
    packet.writeUInt32BE(4_711, 8)
    packet.writeUInt16BE(0xbede, 12)
    packet.writeUInt16BE(1, 14)
    packet.writeUInt8(0x10, 16)
    packet.writeUInt8(0x80 | 20, 17)
    packet.write(this.#name, HEADER_BYTES)
    this.#sequence += 1
    microphone.sendMessageBinary(packet)
  }

  #receivePacket(packet: Buffer): void {
    if (!parseRtpHeader(packet)) return
    const name = packet.subarray(HEADER_BYTES).toString()
    this.heard.set(name, (this.heard.get(name) ?? 0) + 1)
    this.#notify()
  }
}
