import { type LocalTrackPublication, ParticipantEvent, Room, RoomEvent, Track } from 'livekit-client'
import { clock } from '../dom/clock.ts'
import type { MediaOptions } from './media.ts'

/** Same bit rate as with the embedded engine, bits per second. */
const BITRATE = 40_000
/** Delay before reconnecting, ms, so that a restarting server is not flooded. */
const RENEW_MS = 1_000
const REOPEN_MS = 300

/** Media through a LiveKit server. Emits the slot and speaking frames that the embedded engine sends otherwise. */
export class LiveKitConnection {
  readonly #options: MediaOptions
  readonly #room = new Room({
    publishDefaults: { dtx: true, red: false, audioPreset: { maxBitrate: BITRATE } },
    // Devices and leaving are handled by the voice client.
    disconnectOnPageLeave: false,
    stopLocalTrackOnUnpublish: false,
  })
  readonly #slots: (string | null)[] = []
  #publication: LocalTrackPublication | null = null
  #mic: boolean
  #closed = false

  constructor(options: MediaOptions) {
    this.#options = options
    this.#mic = options.mic
    this.#room
      .on(RoomEvent.TrackSubscribed, (track, _publication, { identity }) => {
        const free = this.#slots.indexOf(null)
        const slot = free < 0 ? this.#slots.length : free
        this.#slots[slot] = identity
        this.#emitSlots()
        options.onAudio(slot, new MediaStream([track.mediaStreamTrack]))
      })
      .on(RoomEvent.TrackUnsubscribed, (_track, _publication, { identity }) => {
        const slot = this.#slots.indexOf(identity)
        if (slot >= 0) this.#slots[slot] = null
        this.#emitSlots()
      })
      .on(RoomEvent.ActiveSpeakersChanged, (speakers) => {
        options.onFrame({ t: 'speaking', c: speakers.map(({ identity }) => identity) })
      })
      .on(RoomEvent.Connected, () => options.onMedia('up'))
      .on(RoomEvent.Reconnecting, () => options.onMedia('interrupted'))
      .on(RoomEvent.Reconnected, () => options.onMedia('up'))
      .on(RoomEvent.Disconnected, () => this.#handleDisconnect())
    // Muting by an admin arrives through our own socket; a mute here may also be a late answer.
    this.#room.localParticipant.on(ParticipantEvent.TrackMuted, () => {
      clock.after(REOPEN_MS, () => this.setMic(this.#mic))
    })
    this.#open().catch(() => this.#handleDisconnect())
  }

  setMic(on: boolean): void {
    this.#mic = on
    const { track } = this.#publication ?? {}
    if (!track || this.#closed || track.isMuted !== on) return
    // After a lost connection a new one starts with the current state.
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

  #emitSlots(): void {
    this.#options.onFrame({ t: 'slots', slots: [...this.#slots] })
  }

  #handleDisconnect(): void {
    if (this.#closed) return
    this.#closed = true
    this.#options.onMedia('interrupted')
    clock.after(RENEW_MS, () => this.#options.onMedia('lost'))
  }
}
