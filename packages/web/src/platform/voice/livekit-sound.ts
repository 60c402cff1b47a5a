import { type LocalTrackPublication, ParticipantEvent, Room, RoomEvent, Track } from 'livekit-client'
import type { VoiceServerFrame } from '@tavla/contract/voice'
import { clock } from '../dom/clock.ts'

export interface LiveKitSoundOptions {
  readonly url: string
  readonly token: string
  readonly iceServers: readonly RTCIceServer[]
  readonly mic: boolean
  readonly microphone: MediaStreamTrack | null
  readonly onFrame: (frame: VoiceServerFrame) => void
  readonly onSound: (slot: number, sound: MediaStream) => void
  readonly onBroken: () => void
}

/** Speech of this rate is what our own engine carries, too, bits a second. */
const BITRATE = 40_000
/** Then it is asked for a new way in, ms; a server that restarts is not stormed. */
const RENEW_MS = 1_000
const REOPEN_MS = 300

/** Sound by way of a LiveKit server. It tells who is heard, and in which slot, as our own server does otherwise. */
export class LiveKitSound {
  readonly #options: LiveKitSoundOptions
  readonly #room = new Room({
    publishDefaults: { dtx: true, red: false, audioPreset: { maxBitrate: BITRATE } },
    // Devices, processing and leaving are the voice room's own.
    disconnectOnPageLeave: false,
    stopLocalTrackOnUnpublish: false,
  })
  readonly #slots: (string | null)[] = []
  #publication: LocalTrackPublication | null = null
  #mic: boolean
  #closed = false

  constructor(options: LiveKitSoundOptions) {
    this.#options = options
    this.#mic = options.mic
    this.#room
      .on(RoomEvent.TrackSubscribed, (track, _publication, { identity }) => {
        const free = this.#slots.indexOf(null)
        const slot = free < 0 ? this.#slots.length : free
        this.#slots[slot] = identity
        this.#tellSlots()
        options.onSound(slot, new MediaStream([track.mediaStreamTrack]))
      })
      .on(RoomEvent.TrackUnsubscribed, (_track, _publication, { identity }) => {
        const slot = this.#slots.indexOf(identity)
        if (slot >= 0) this.#slots[slot] = null
        this.#tellSlots()
      })
      .on(RoomEvent.ActiveSpeakersChanged, (speakers) => {
        options.onFrame({ t: 'speaking', c: speakers.map(({ identity }) => identity) })
      })
      .on(RoomEvent.Disconnected, () => this.#broken())
    // Our own server says what an admin muted; here a closed microphone may also be an answer that came late.
    this.#room.localParticipant.on(ParticipantEvent.TrackMuted, () => {
      clock.after(REOPEN_MS, () => this.setMic(this.#mic))
    })
    this.#open().catch(() => this.#broken())
  }

  setMic(on: boolean): void {
    this.#mic = on
    const { track } = this.#publication ?? {}
    if (!track || this.#closed || track.isMuted !== on) return
    // A connection that is lost meanwhile is made anew, with the microphone as it is then.
    void (on ? track.unmute() : track.mute()).catch(() => undefined)
  }

  async setMicrophone(microphone: MediaStreamTrack | null): Promise<void> {
    if (microphone) await this.#publication?.audioTrack?.replaceTrack(microphone, true)
  }

  close(): void {
    this.#closed = true
    void this.#room.disconnect(false)
  }

  async #open(): Promise<void> {
    const { url, token, iceServers, microphone } = this.#options
    const rtcConfig = iceServers.length > 0 ? { rtcConfig: { iceServers: [...iceServers] } } : {}
    await this.#room.connect(url, token, rtcConfig)
    if (!microphone || this.#closed) return
    const publication = await this.#room.localParticipant.publishTrack(microphone, {
      source: Track.Source.Microphone,
    })
    this.#publication = publication
    this.setMic(this.#mic)
  }

  #tellSlots(): void {
    this.#options.onFrame({ t: 'slots', slots: [...this.#slots] })
  }

  #broken(): void {
    if (this.#closed) return
    this.#closed = true
    clock.after(RENEW_MS, () => this.#options.onBroken())
  }
}
