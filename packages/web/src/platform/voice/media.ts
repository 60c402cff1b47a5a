import type { VoiceServerFrame } from '@tavla/contract/voice'

/** `interrupted`: nothing arrives at present; `lost`: the connection has to be opened again. */
export type MediaState = 'up' | 'interrupted' | 'lost'

/** What a connection needs that carries sound, whichever engine is behind it. */
export interface MediaOptions {
  readonly url: string
  readonly token: string
  readonly iceServers: readonly RTCIceServer[]
  /** Initial state of the microphone. */
  readonly mic: boolean
  /** Null when this person only listens. */
  readonly microphone: MediaStreamTrack | null
  readonly onFrame: (frame: VoiceServerFrame) => void
  /** Called with the audio of a slot. */
  readonly onAudio: (slot: number, stream: MediaStream) => void
  readonly onMedia: (state: MediaState) => void
}
