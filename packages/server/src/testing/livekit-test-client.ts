import { SignalRequest, SignalResponse, SignalTarget, TrackSource, TrackType } from '@livekit/protocol'
import nodeDataChannel from 'node-datachannel'
import { WebSocket } from 'ws'
import { packetSource } from './voice-packets.ts'

type PeerConnection = InstanceType<typeof nodeDataChannel.PeerConnection>
type Track = InstanceType<typeof nodeDataChannel.Track>
type Message = NonNullable<SignalRequest['message']>

/** Version of the signalling protocol. */
const PROTOCOL = 9
const PING_MS = 5_000
const MICROPHONE = 'mic'
/** An address that every client sends as its own; no other client may receive it. */
export const OWN_ADDRESS = '203.0.113.9'
export const OWN_CANDIDATE = `candidate:99 1 UDP 2114977791 ${OWN_ADDRESS} 50000 typ host`

/** One peer connection; candidates wait for the remote description. */
class Transport {
  readonly connection: PeerConnection
  #hasRemote = false
  #waiting: (readonly [string, string])[] = []

  constructor(name: string) {
    // The subscriber's first offer contains no media.
    this.connection = new nodeDataChannel.PeerConnection(name, { iceServers: [], forceMediaTransport: true })
  }

  setRemote(sdp: string, type: 'offer' | 'answer'): void {
    this.connection.setRemoteDescription(sdp, type)
    this.#hasRemote = true
    for (const [candidate, mid] of this.#waiting.splice(0)) this.connection.addRemoteCandidate(candidate, mid)
  }

  addCandidate(candidate: string, mid: string): void {
    if (this.#hasRemote) this.connection.addRemoteCandidate(candidate, mid)
    else this.#waiting.push([candidate, mid])
  }
}

/** A LiveKit client without a browser and without the rules of ours: it does only what a test asks for. */
export class LiveKitTestClient {
  /** Session descriptions and candidates received, for tests that look for IP addresses. */
  readonly received: string[] = []
  /** Answers to requests for other tracks than a microphone. */
  readonly published: string[] = []
  microphone: Track | null = null
  isClosed = false
  readonly #onPacket: (packet: Buffer) => void
  readonly #socket: WebSocket
  readonly #publisher = new Transport('publisher')
  readonly #subscriber = new Transport('subscriber')
  /** Keeps references: the library's tracks are closed when they are garbage-collected. */
  readonly #tracks: Track[] = []
  readonly #ping: NodeJS.Timeout
  #sid = ''

  constructor(url: string, token: string, onPacket: (packet: Buffer) => void) {
    this.#onPacket = onPacket
    this.#socket = new WebSocket(
      `${url}/rtc?access_token=${token}&auto_subscribe=1&protocol=${PROTOCOL}&sdk=js`,
    )
    this.#socket.on('error', () => undefined)
    this.#socket.on('close', () => (this.isClosed = true))
    this.#socket.on('message', (data: Buffer) => this.#receive(SignalResponse.fromBinary(data).message))
    this.#ping = setInterval(() => this.#send({ case: 'ping', value: 0n }), PING_MS)
    this.#sendCandidates(this.#publisher.connection, SignalTarget.PUBLISHER)
    this.#sendCandidates(this.#subscriber.connection, SignalTarget.SUBSCRIBER)
    this.#subscriber.connection.onLocalDescription((sdp, type) => {
      if (type === 'answer') this.#send({ case: 'answer', value: { type, sdp } as never })
    })
    this.#subscriber.connection.onTrack((track) => {
      this.#tracks.push(track)
      track.onMessage((packet) => this.#onPacket(packet))
    })
  }

  /** Claims that the microphone is on, whatever an admin decided. */
  unmute(): void {
    this.#send({ case: 'mute', value: { sid: this.#sid, muted: false } as never })
  }

  mute(): void {
    this.#send({ case: 'mute', value: { sid: this.#sid, muted: true } as never })
  }

  /** Asks to publish a track of any kind. */
  requestTrack(name: string, type: TrackType, source: TrackSource): void {
    this.#send({ case: 'addTrack', value: { cid: name, name, type, source } as never })
  }

  close(): void {
    clearInterval(this.#ping)
    // Messages already read from the socket would reach closed connections, which throw.
    this.#socket.removeAllListeners('message')
    this.#publisher.connection.close()
    this.#subscriber.connection.close()
    this.#socket.terminate()
  }

  #send(message: Message): void {
    if (this.#socket.readyState === WebSocket.OPEN)
      this.#socket.send(new SignalRequest({ message }).toBinary())
  }

  #receive(message: SignalResponse['message']): void {
    if (message.case === 'join') this.requestTrack(MICROPHONE, TrackType.AUDIO, TrackSource.MICROPHONE)
    else if (message.case === 'trackPublished') {
      const { cid, track } = message.value
      if (cid !== MICROPHONE) return void this.published.push(cid)
      this.#sid = track?.sid ?? ''
      this.#publish()
    } else if (message.case === 'offer') {
      this.received.push(message.value.sdp)
      this.#subscriber.setRemote(message.value.sdp, 'offer')
    } else if (message.case === 'answer') {
      this.received.push(message.value.sdp)
      this.#publisher.setRemote(message.value.sdp, 'answer')
    } else if (message.case === 'trickle') {
      const { candidateInit, target } = message.value
      this.received.push(candidateInit)
      const { candidate, sdpMid } = JSON.parse(candidateInit) as Record<string, string>
      const transport = target === SignalTarget.PUBLISHER ? this.#publisher : this.#subscriber
      if (candidate) transport.addCandidate(candidate, sdpMid ?? '0')
    }
  }

  #publish(): void {
    if (this.microphone) return
    const { connection } = this.#publisher
    const audio = new nodeDataChannel.Audio(MICROPHONE, 'SendOnly')
    audio.addOpusCodec(111)
    audio.addSSRC(packetSource, 'voice', MICROPHONE, MICROPHONE)
    this.microphone = connection.addTrack(audio)
    connection.onLocalDescription((sdp, type) => {
      if (type === 'offer') this.#send({ case: 'offer', value: { type, sdp } as never })
    })
    connection.setLocalDescription('offer')
  }

  #sendCandidates(connection: PeerConnection, target: SignalTarget): void {
    connection.onLocalCandidate((line, mid) => {
      for (const candidate of [line.replace(/^a=/, ''), OWN_CANDIDATE]) {
        const candidateInit = JSON.stringify({ candidate, sdpMid: mid, sdpMLineIndex: 0 })
        this.#send({ case: 'trickle', value: { candidateInit, target } as never })
      }
    })
  }
}
