import nodeDataChannel from 'node-datachannel'
import type { ForwarderOptions } from './messages.ts'
import { AUDIO_LEVEL_ID } from './rtp.ts'
import { replaceAddresses, listCandidates, removeCandidates } from './sdp.ts'

/** Payload type of Opus in our offers; clients answer with the same one. */
export const OPUS = 111
/** In-band FEC recovers lost packets, DTX stops sending in silence. The library's default asks for stereo. */
const OPUS_PARAMETERS = 'minptime=10;useinbandfec=1;usedtx=1;stereo=0;maxaveragebitrate=40000'
const FIRST_SSRC = 1_000

export const getSlotSsrc = (slot: number): number => FIRST_SSRC + slot

export interface PeerOptions {
  readonly id: string
  readonly slots: number
  readonly forwarder: ForwarderOptions
  readonly onOffer: (sdp: string) => void
  readonly onMedia: (up: boolean) => void
  readonly onPacket: (packet: Buffer) => void
  readonly onError: (message: string) => void
}

/**
 * One client's connection: one media section for the microphone and one per slot. They are offered once; joins and leaves only
 * change which participant a slot carries, so there is no renegotiation.
 */
export class Peer {
  /** ICE candidates of this server; known when the offer is sent. */
  candidates: readonly string[] = []
  readonly #connection: InstanceType<typeof nodeDataChannel.PeerConnection>
  /** Keeps a reference: the library's track is closed when it is garbage-collected. */
  readonly #microphone: InstanceType<typeof nodeDataChannel.Track>
  readonly #tracks: InstanceType<typeof nodeDataChannel.Track>[] = []
  #isUp = false
  #closed = false

  constructor(options: PeerOptions) {
    const { port, bind, address } = options.forwarder
    const connection = new nodeDataChannel.PeerConnection(options.id, {
      iceServers: [],
      ...{ enableIceUdpMux: true, portRangeBegin: port, portRangeEnd: port },
      ...{ disableAutoNegotiation: true, forceMediaTransport: true },
      ...(bind === null ? {} : { bindAddress: bind }),
    })
    this.#connection = connection
    connection.onStateChange((state) => {
      if (state === 'connected') this.#setConnected(options, true)
      else if (state === 'failed' || state === 'closed' || state === 'disconnected')
        this.#setConnected(options, false)
    })
    connection.onGatheringStateChange((state) => {
      const sdp = state === 'complete' && !this.#closed ? connection.localDescription()?.sdp : undefined
      if (sdp === undefined) return
      this.candidates = listCandidates(replaceAddresses(sdp, address))
      options.onOffer(removeCandidates(sdp))
    })
    this.#microphone = this.#addMicrophone(options)
    for (let slot = 0; slot < options.slots; slot += 1) this.#tracks.push(this.#addSlot(slot, options))
    connection.setLocalDescription('offer')
  }

  /** Throws when the SDP does not answer our offer. */
  answer(sdp: string): void {
    this.#connection.setRemoteDescription(removeCandidates(sdp), 'answer')
  }

  send(slot: number, packet: Buffer): void {
    const track = this.#tracks[slot]
    if (this.#isUp && track?.isOpen()) track.sendMessageBinary(packet)
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#microphone.close()
    this.#connection.close()
  }

  #addMicrophone(options: PeerOptions) {
    const microphone = new nodeDataChannel.Audio('mic', 'RecvOnly')
    microphone.addOpusCodec(OPUS, OPUS_PARAMETERS)
    microphone.parseSdpLine(`extmap:${AUDIO_LEVEL_ID} urn:ietf:params:rtp-hdrext:ssrc-audio-level`)
    const track = this.#connection.addTrack(microphone)
    track.onError((error) => options.onError(error))
    track.onMessage((packet) => {
      if (!this.#closed) options.onPacket(packet)
    })
    return track
  }

  #addSlot(slot: number, options: PeerOptions) {
    const audio = new nodeDataChannel.Audio(`slot${slot}`, 'SendOnly')
    audio.addOpusCodec(OPUS, OPUS_PARAMETERS)
    audio.addSSRC(getSlotSsrc(slot), 'voice', `slot${slot}`, `slot${slot}`)
    const track = this.#connection.addTrack(audio)
    track.onError((error) => options.onError(error))
    return track
  }

  #setConnected({ onMedia }: PeerOptions, up: boolean): void {
    if (this.#closed || this.#isUp === up) return
    this.#isUp = up
    onMedia(up)
  }
}
