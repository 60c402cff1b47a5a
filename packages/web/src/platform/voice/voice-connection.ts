import { decodeVoiceServerFrame, getVoiceCloseName } from '@tavla/contract/voice'
import type { VoiceClientFrame, VoiceCloseName } from '@tavla/contract/voice'
import { clock } from '../dom/clock.ts'
import { loadChunk } from '../chunks/chunk-retry.ts'
import type { LiveKitConnection } from './livekit-connection.ts'
import type { MediaOptions, MediaState } from './media.ts'

export interface VoiceConnectionOptions extends Omit<MediaOptions, 'onMedia'> {
  /** Null after a network failure. */
  readonly onClosed: (name: VoiceCloseName | null) => void
  /** Whether sound gets through; also called when that has not changed. */
  readonly onMedia: (isUp: boolean) => void
}

/** A connection interrupted for this long is lost, ms. */
const LOST_AFTER_MS = 2_000
const SLOT = /^slot(\d+)$/

/** The voice socket and the peer connection of one join. */
export class VoiceConnection {
  readonly #options: VoiceConnectionOptions
  readonly #socket: WebSocket
  #peer: RTCPeerConnection | null = null
  #offer = -1
  /** Replaces `#peer` when a LiveKit server is used. */
  #liveKit: LiveKitConnection | null = null
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

  /** Replaces the microphone without renegotiation. */
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
    else if (frame.t === 'candidates') void this.#addCandidates(frame.offer, frame.candidates)
    else if (frame.t === 'livekit') void this.#joinLiveKit(frame.url, frame.token)
    // With LiveKit the slots are emitted by the client itself.
    else if (frame.t !== 'slots' || !this.#liveKit) this.#options.onFrame(frame)
  }

  /** A lost connection is opened again over the socket, which may have survived. */
  #setMedia(state: MediaState): void {
    if (this.#ended) return
    if (state === 'lost') this.send({ t: 'renew' })
    this.#options.onMedia(state === 'up')
  }

  async #joinLiveKit(url: string, token: string): Promise<void> {
    if (this.#liveKit) this.#setMedia('interrupted')
    this.#liveKit?.close()
    try {
      const part = await loadChunk('livekit', () => import('./livekit-connection.ts'))
      if (this.#ended) return
      this.#liveKit?.close()
      const connection: LiveKitConnection = new part.LiveKitConnection({
        ...this.#options,
        ...{ url, token, mic: this.#mic, microphone: this.#microphone },
        onMedia: (state) => {
          if (connection === this.#liveKit) this.#setMedia(state)
        },
      })
      this.#liveKit = connection
    } catch {
      this.#setMedia('lost')
    }
  }

  async #answer(offer: number, sdp: string): Promise<void> {
    if (this.#peer) this.#setMedia('interrupted')
    this.#peer?.close()
    const peer = new RTCPeerConnection({ iceServers: [...this.#options.iceServers] })
    this.#peer = peer
    this.#offer = offer
    let cancel = (): void => undefined
    const setMedia = (state: MediaState): void => {
      // A newer offer closes this connection, also while it is being answered.
      if (peer === this.#peer) this.#setMedia(state)
    }
    peer.onconnectionstatechange = () => {
      cancel()
      if (peer.connectionState === 'connected') setMedia('up')
      else if (peer.connectionState === 'failed') setMedia('lost')
      else if (peer.connectionState === 'disconnected') {
        setMedia('interrupted')
        cancel = clock.after(LOST_AFTER_MS, () => setMedia('lost'))
      }
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
      if (peer !== this.#peer) return
      this.send({ t: 'answer', offer, sdp: answer.sdp ?? '' })
      // The players are created while the connection is being established.
      for (const { mid, receiver } of peer.getTransceivers()) {
        const slot = SLOT.exec(mid ?? '')?.[1]
        if (slot !== undefined) this.#options.onAudio(Number(slot), new MediaStream([receiver.track]))
      }
    } catch {
      setMedia('lost')
    }
  }

  async #addCandidates(offer: number, candidates: readonly string[]): Promise<void> {
    const peer = this.#peer
    if (!peer || offer !== this.#offer) return
    try {
      for (const candidate of candidates) await peer.addIceCandidate({ candidate, sdpMLineIndex: 0 })
    } catch {
      if (peer === this.#peer) this.#setMedia('lost')
    }
  }
}
