import nodeDataChannel from 'node-datachannel'
import type { ForwarderOptions } from './messages.ts'
import { AUDIO_LEVEL_ID } from './rtp.ts'
import { advertise, listCandidates, withoutCandidates } from './sdp.ts'

/** Our number for Opus; a page answers with the same one. */
export const OPUS = 111
/** Repairs lost packets from the next one, sends next to nothing in silence; without it the library asks for stereo. */
const OPUS_PARAMETERS = 'minptime=10;useinbandfec=1;usedtx=1;stereo=0;maxaveragebitrate=40000'
const FIRST_SSRC = 1_000

export const slotSsrc = (slot: number): number => FIRST_SSRC + slot

export interface PeerOptions {
  readonly id: string
  readonly slots: number
  readonly forwarder: ForwarderOptions
  readonly onOffer: (sdp: string) => void
  readonly onMedia: (up: boolean) => void
  readonly onPacket: (packet: Buffer) => void
  readonly onTrouble: (message: string) => void
}

/**
 * One page's connection: a section for its microphone and one for each slot. All of it is offered once; who comes and goes
 * changes only whose voice a slot carries, so nothing is ever negotiated again.
 */
export class Peer {
  /** Where this server is reached; known with the offer. */
  candidates: readonly string[] = []
  readonly #connection: InstanceType<typeof nodeDataChannel.PeerConnection>
  /** Held for as long as the connection: the library may forget a track that nobody holds. */
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
      if (state === 'connected') this.#up(options, true)
      else if (state === 'failed' || state === 'closed' || state === 'disconnected') this.#up(options, false)
    })
    connection.onGatheringStateChange((state) => {
      const sdp = state === 'complete' && !this.#closed ? connection.localDescription()?.sdp : undefined
      if (sdp === undefined) return
      this.candidates = listCandidates(advertise(sdp, address))
      options.onOffer(withoutCandidates(sdp))
    })
    this.#microphone = this.#addMicrophone(options)
    for (let slot = 0; slot < options.slots; slot += 1) this.#tracks.push(this.#addSlot(slot, options))
    connection.setLocalDescription('offer')
  }

  /** Throws when the text is not an answer to our offer. */
  answer(sdp: string): void {
    this.#connection.setRemoteDescription(withoutCandidates(sdp), 'answer')
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
    track.onError((error) => options.onTrouble(error))
    track.onMessage((packet) => {
      if (!this.#closed) options.onPacket(packet)
    })
    return track
  }

  #addSlot(slot: number, options: PeerOptions) {
    const audio = new nodeDataChannel.Audio(`slot${slot}`, 'SendOnly')
    audio.addOpusCodec(OPUS, OPUS_PARAMETERS)
    audio.addSSRC(slotSsrc(slot), 'voice', `slot${slot}`, `slot${slot}`)
    const track = this.#connection.addTrack(audio)
    track.onError((error) => options.onTrouble(error))
    return track
  }

  #up({ onMedia }: PeerOptions, up: boolean): void {
    if (this.#closed || this.#isUp === up) return
    this.#isUp = up
    onMedia(up)
  }
}
