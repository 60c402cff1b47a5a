import {
  decodeVoiceServerFrame,
  getVoiceCloseName,
  type VoiceClientFrame,
  type VoiceServerFrame,
} from '@tavla/contract/voice'
import nodeDataChannel from 'node-datachannel'
import { WebSocket } from 'ws'
import type { Someone } from './as.ts'
import { LiveKitTestClient, OWN_CANDIDATE } from './livekit-test-client.ts'
import { createPacket, createPayload, PacketReceiver, packetSource } from './voice-packets.ts'

type PeerConnection = InstanceType<typeof nodeDataChannel.PeerConnection>
type Track = InstanceType<typeof nodeDataChannel.Track>

const DEFAULT_FRAME_MS = 20

/** A voice client without a browser. Its packets carry its user id, so that receivers know whom they hear. */
export class VoiceTestClient extends PacketReceiver {
  readonly frames: VoiceServerFrame[] = []
  /** Audio level of the packets sent, in -dBov. */
  level = 20
  /** Payloads that are sent in turn, again and again, instead of the sender and the time. */
  sound: readonly Buffer[] = []
  liveKit: LiveKitTestClient | null = null
  closeName: string | null = null
  readonly #name: string
  readonly #socket: WebSocket
  #connection: PeerConnection | null = null
  #tracks: Track[] = []
  #interval: NodeJS.Timeout
  /** Duration of a packet and id of the audio level extension, as offered. */
  #frameMs = DEFAULT_FRAME_MS
  #levelId: number | null = null
  /** Sends packets of this duration whatever the offer asks for. */
  #fixedFrameMs: number | null = null
  #sequence = 0

  constructor(url: string, name: string) {
    super()
    this.#name = name
    this.#socket = new WebSocket(url)
    this.#socket.on('error', () => undefined)
    this.#socket.on('message', (data: Buffer) => this.#receive(decodeVoiceServerFrame(data.toString())))
    this.#socket.on('close', (code) => {
      this.closeName = getVoiceCloseName(code) ?? String(code)
      this.notify()
    })
    this.#interval = this.#startSending()
  }

  /** Gets a ticket and opens the voice socket with it. */
  static async join(
    serverUrl: string,
    user: Someone,
    wid: string,
    { mic = true, frameMs = null }: { readonly mic?: boolean; readonly frameMs?: number | null } = {},
  ): Promise<VoiceTestClient> {
    const { token, url } = await user.call.space.voiceToken({ query: { wid } })
    const client = new VoiceTestClient(`${serverUrl.replace('http', 'ws')}${url}`, user.uid)
    client.#fixedFrameMs = frameMs
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

  /** Leaves as far as the server sees, and goes on sending and listening. */
  closeSocket(): void {
    this.#socket.terminate()
  }

  /** Connects to LiveKit without telling our server, with the newest token. */
  rejoinLiveKit(): LiveKitTestClient | null {
    const grant = this.getLatest('livekit')
    if (!grant) return null
    this.liveKit?.close()
    this.liveKit = new LiveKitTestClient(grant.url, grant.token, (packet) => this.receivePacket(packet))
    return this.liveKit
  }

  close(): void {
    clearInterval(this.#interval)
    this.#connection?.close()
    this.#connection = null
    this.liveKit?.close()
    this.#socket.terminate()
  }

  #receive(frame: VoiceServerFrame | null): void {
    if (!frame) throw new Error('The server sent a voice message that nobody can read')
    this.frames.push(frame)
    if (frame.t === 'offer') this.#answer(frame.offer, frame.sdp)
    if (frame.t === 'livekit') this.rejoinLiveKit()
    if (frame.t === 'candidates')
      for (const candidate of frame.candidates) this.#connection?.addRemoteCandidate(candidate, 'mic')
    this.notify()
  }

  #answer(offer: number, sdp: string): void {
    this.#readOffer(sdp)
    this.#connection?.close()
    const connection = new nodeDataChannel.PeerConnection(this.#name, { iceServers: [] })
    this.#connection = connection
    this.#tracks = []
    connection.onTrack((track) => {
      this.#tracks.push(track)
      track.onMessage((packet) => this.receivePacket(packet))
    })
    connection.onLocalDescription((answer, type) => {
      const own = `a=${OWN_CANDIDATE}\r\n`
      if (type === 'answer') this.send({ t: 'answer', offer, sdp: answer + own })
    })
    const mid = /a=mid:(\S+)/.exec(sdp)?.[1] ?? 'mic'
    const microphone = new nodeDataChannel.Audio(mid, 'SendOnly')
    microphone.addOpusCodec(111)
    microphone.addSSRC(packetSource, 'voice', 'mic', 'mic')
    this.#tracks.push(connection.addTrack(microphone))
    connection.setRemoteDescription(sdp, 'offer')
  }

  #startSending(): NodeJS.Timeout {
    return setInterval(() => this.#sendPacket(), this.#frameMs)
  }

  #readOffer(sdp: string): void {
    const [microphone = ''] = sdp.split('m=audio').slice(1)
    const level = /a=extmap:(\d+) urn:ietf:params:rtp-hdrext:ssrc-audio-level/.exec(microphone)?.[1]
    this.#levelId = level === undefined ? null : Number(level)
    const offered = Number(/a=ptime:(\d+)/.exec(microphone)?.[1] ?? DEFAULT_FRAME_MS)
    this.#frameMs = this.#fixedFrameMs ?? offered
    clearInterval(this.#interval)
    this.#interval = this.#startSending()
  }

  #sendPacket(): void {
    const microphone = this.liveKit?.microphone ?? (this.#connection && this.#tracks[0])
    if (!microphone?.isOpen()) return
    const { level } = this
    microphone.sendMessageBinary(
      createPacket(this.sound[this.#sequence % this.sound.length] ?? createPayload(this.#name), {
        ...{ sequence: this.#sequence, frameMs: this.#frameMs, levelId: this.#levelId, level },
      }),
    )
    this.#sequence += 1
  }
}
