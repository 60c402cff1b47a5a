import nodeDataChannel from 'node-datachannel'
import type { ForwarderOptions } from './messages.ts'
import { AUDIO_LEVEL_ID } from './rtp.ts'
import { listCandidates, offerToStartDtls, removeCandidates, replaceAddresses } from './sdp.ts'

/** Payload type of Opus in our offers; clients answer with the same one. */
export const OPUS = 111
/** In-band FEC recovers lost packets, DTX stops sending in silence. The library's default asks for stereo. */
const OPUS_PARAMETERS = 'minptime=10;useinbandfec=1;usedtx=1;stereo=0;maxaveragebitrate=40000'
/** Half the packets of the usual 20 ms, and so half the work of forwarding, for 20 ms more of delay (decision record 0038). */
const FRAME_MS = 40
const FIRST_SSRC = 1_000

export const getSlotSsrc = (slot: number): number => FIRST_SSRC + slot

export interface PeerOptions {
  readonly id: string
  readonly slots: number
  readonly forwarder: ForwarderOptions
  readonly onOffer: (sdp: string) => void
  readonly onMedia: (up: boolean) => void
  readonly onPacket: (packet: Buffer) => void
}

/** Keeps a reference to the library's track, which is closed when it is garbage-collected. */
interface PeerTrack {
  readonly native: InstanceType<typeof nodeDataChannel.Track>
  isOpen: boolean
}

/**
 * One client's connection: one media section for the microphone and one per slot. They are offered once; joins and leaves only
 * change which participant a slot carries, so there is no renegotiation.
 */
export class Peer {
  /** ICE candidates of this server; known when the offer is sent. */
  candidates: readonly string[] = []
  readonly #connection: InstanceType<typeof nodeDataChannel.PeerConnection>
  readonly #microphone: PeerTrack
  readonly #slots: PeerTrack[] = []
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
      options.onOffer(offerToStartDtls(removeCandidates(sdp)))
    })
    this.#microphone = this.#addMicrophone(options)
    for (let slot = 0; slot < options.slots; slot += 1) this.#slots.push(this.#addSlot(slot))
    connection.setLocalDescription('offer')
  }

  /** Throws when the SDP does not answer our offer. */
  answer(sdp: string): void {
    this.#connection.setRemoteDescription(removeCandidates(sdp), 'answer')
  }

  send(slot: number, packet: Buffer): void {
    this.#write(this.#slots[slot], packet)
  }

  /** RTCP for the sender of the microphone. */
  sendReport(report: Buffer): void {
    this.#write(this.#microphone, report)
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    // Each track's native callbacks hold this object until the track itself is closed.
    for (const { native } of [this.#microphone, ...this.#slots]) native.close()
    this.#connection.close()
  }

  #addMicrophone(options: PeerOptions) {
    const microphone = new nodeDataChannel.Audio('mic', 'RecvOnly')
    microphone.addOpusCodec(OPUS, OPUS_PARAMETERS)
    microphone.parseSdpLine(`a=extmap:${AUDIO_LEVEL_ID} urn:ietf:params:rtp-hdrext:ssrc-audio-level`)
    microphone.parseSdpLine(`a=ptime:${FRAME_MS}`)
    const track = this.#addTrack(microphone)
    track.native.onMessage((packet) => {
      if (!this.#closed) options.onPacket(packet)
    })
    return track
  }

  #addSlot(slot: number) {
    const audio = new nodeDataChannel.Audio(`slot${slot}`, 'SendOnly')
    audio.addOpusCodec(OPUS, OPUS_PARAMETERS)
    audio.addSSRC(getSlotSsrc(slot), 'voice', `slot${slot}`, `slot${slot}`)
    return this.#addTrack(audio)
  }

  #addTrack(audio: InstanceType<typeof nodeDataChannel.Audio>): PeerTrack {
    const native = this.#connection.addTrack(audio)
    // The library frees its part of a closed track only after this callback.
    native.onClosed(() => undefined)
    return { native, isOpen: false }
  }

  /** Asks whether a track is open only until it is: the question costs a tenth of sending. */
  #write(track: PeerTrack | undefined, packet: Buffer): void {
    if (!this.#isUp || !track) return
    track.isOpen ||= track.native.isOpen()
    if (!track.isOpen) return
    try {
      track.native.sendMessageBinary(packet)
    } catch {
      // The transport was lost; its change of state is reported as an event.
      track.isOpen = false
    }
  }

  #setConnected({ onMedia }: PeerOptions, up: boolean): void {
    if (this.#closed || this.#isUp === up) return
    this.#isUp = up
    onMedia(up)
  }
}
