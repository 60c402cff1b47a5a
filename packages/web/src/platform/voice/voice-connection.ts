import { decodeVoiceServerFrame, getVoiceCloseName } from '@tavla/contract/voice'
import type { VoiceClientFrame, VoiceCloseName, VoiceServerFrame } from '@tavla/contract/voice'
import { clock } from '../dom/clock.ts'
import { loadChunk } from '../network/chunk-retry.ts'
import type { LiveKitSound } from './livekit-sound.ts'

export interface VoiceConnectionOptions {
  readonly url: string
  readonly token: string
  readonly iceServers: readonly RTCIceServer[]
  /** Open from the first moment on. */
  readonly mic: boolean
  /** Null: this person only listens. */
  readonly microphone: MediaStreamTrack | null
  readonly onFrame: (frame: VoiceServerFrame) => void
  /** Null: the network ended it. */
  readonly onClosed: (name: VoiceCloseName | null) => void
  /** The sound of a slot. */
  readonly onSound: (slot: number, sound: MediaStream) => void
  /** The sound does not get through any more. */
  readonly onBroken: () => void
}

/** A connection that is interrupted this long is made anew instead of waited for, ms. */
const BROKEN_AFTER_MS = 2_000
const SLOT = /^slot(\d+)$/

/** One stay in a voice room: the socket, and the connection that carries the sound. */
export class VoiceConnection {
  readonly #options: VoiceConnectionOptions
  readonly #socket: WebSocket
  #peer: RTCPeerConnection | null = null
  #offer = -1
  /** In place of `#peer` where a LiveKit server carries the sound. */
  #liveKit: LiveKitSound | null = null
  #microphone: MediaStreamTrack | null
  #mic: boolean
  #ended = false

  constructor(options: VoiceConnectionOptions) {
    this.#options = options
    this.#microphone = options.microphone
    this.#mic = options.mic
    const socket = new WebSocket(new URL(options.url, location.href.replace(/^http/, 'ws')))
    this.#socket = socket
    socket.onopen = () => this.send({ t: 'hello', token: options.token, mic: options.mic })
    socket.onmessage = ({ data }) => this.#receive(String(data))
    socket.onclose = ({ code }) => {
      if (this.#ended) return
      this.#end()
      options.onClosed(getVoiceCloseName(code))
    }
  }

  send(frame: VoiceClientFrame): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame))
    if (frame.t !== 'mic') return
    this.#mic = frame.on
    this.#liveKit?.setMic(frame.on)
  }

  /** Another microphone, without anybody noticing. */
  async setMicrophone(track: MediaStreamTrack | null): Promise<void> {
    this.#microphone = track
    await this.#liveKit?.setMicrophone(track)
    await this.#peer?.getTransceivers()[0]?.sender.replaceTrack(track)
  }

  close(): void {
    if (this.#ended) return
    this.#end()
    this.#socket.close()
  }

  #end(): void {
    this.#ended = true
    this.#peer?.close()
    this.#peer = null
    this.#liveKit?.close()
    this.#liveKit = null
  }

  #receive(text: string): void {
    const frame = decodeVoiceServerFrame(text)
    if (!frame || this.#ended) return
    if (frame.t === 'offer') void this.#answer(frame.offer, frame.sdp)
    else if (frame.t === 'candidates') void this.#call(frame.offer, frame.candidates)
    else if (frame.t === 'livekit') void this.#joinLiveKit(frame.url, frame.token)
    // Here the page itself knows whom it hears.
    else if (frame.t !== 'slots' || !this.#liveKit) this.#options.onFrame(frame)
  }

  async #joinLiveKit(url: string, token: string): Promise<void> {
    this.#liveKit?.close()
    const { iceServers, onFrame, onSound, onBroken } = this.#options
    try {
      const part = await loadChunk('livekit', () => import('./livekit-sound.ts'))
      if (this.#ended) return
      this.#liveKit?.close()
      const sound = { url, token, iceServers, mic: this.#mic, microphone: this.#microphone }
      this.#liveKit = new part.LiveKitSound({ ...sound, onFrame, onSound, onBroken })
    } catch {
      if (!this.#ended) onBroken()
    }
  }

  async #answer(offer: number, sdp: string): Promise<void> {
    this.#peer?.close()
    const peer = new RTCPeerConnection({ iceServers: [...this.#options.iceServers] })
    this.#peer = peer
    this.#offer = offer
    peer.ontrack = ({ track, transceiver }) => {
      const slot = SLOT.exec(transceiver.mid ?? '')?.[1]
      if (slot !== undefined) this.#options.onSound(Number(slot), new MediaStream([track]))
    }
    let cancel = (): void => undefined
    const broken = (): void => {
      if (peer === this.#peer) this.#options.onBroken()
    }
    peer.onconnectionstatechange = () => {
      cancel()
      if (peer.connectionState === 'failed') broken()
      else if (peer.connectionState === 'disconnected') cancel = clock.after(BROKEN_AFTER_MS, broken)
    }
    try {
      await peer.setRemoteDescription({ type: 'offer', sdp })
      const [sending] = peer.getTransceivers()
      if (sending) {
        sending.direction = 'sendonly'
        await sending.sender.replaceTrack(this.#microphone)
      }
      const answer = await peer.createAnswer()
      await peer.setLocalDescription(answer)
      if (peer === this.#peer) this.send({ t: 'answer', offer, sdp: answer.sdp ?? '' })
    } catch {
      // A newer offer closes this connection while it is being answered.
      if (peer === this.#peer) this.#options.onBroken()
    }
  }

  async #call(offer: number, candidates: readonly string[]): Promise<void> {
    const peer = this.#peer
    if (!peer || offer !== this.#offer) return
    try {
      for (const candidate of candidates) await peer.addIceCandidate({ candidate, sdpMLineIndex: 0 })
    } catch {
      if (peer === this.#peer) this.#options.onBroken()
    }
  }
}
