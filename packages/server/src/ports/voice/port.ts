import type { VoiceClientFrame, VoiceCloseName, VoiceServerFrame } from '@tavla/contract/voice'

/** One person's connection in one room, as the engine knows it. */
export interface VoiceConnection {
  readonly roomId: string
  readonly connId: string
}

export interface JoinRequest extends VoiceConnection {
  readonly name: string
  readonly ttlSeconds: number
}

/** What a page needs to reach the engine. */
export interface JoinTicket {
  readonly token: string
  readonly url: string
}

/** Somebody whose sound the engine carries, with the last moment at which it had proof of that. */
export interface EngineParticipant {
  readonly connId: string
  readonly evidenceAt: number
}

/** Hints: they may repeat or arrive late. What is billed rests on evidence. */
export type VoiceEngineEvent =
  | { readonly t: 'offer'; readonly connId: string; readonly offer: number; readonly sdp: string }
  | {
      readonly t: 'candidates'
      readonly connId: string
      readonly offer: number
      readonly candidates: readonly string[]
    }
  /** Where the page takes its sound by itself. */
  | { readonly t: 'livekit'; readonly connId: string; readonly url: string; readonly token: string }
  | { readonly t: 'media'; readonly connId: string; readonly up: boolean }
  | { readonly t: 'alive'; readonly connIds: readonly string[] }
  | { readonly t: 'slots'; readonly roomId: string; readonly slots: readonly (string | null)[] }
  | { readonly t: 'speaking'; readonly roomId: string; readonly connIds: readonly string[] }
  /** Everything that was connected is gone; it can be connected again at once. */
  | { readonly t: 'restarted' }

/** What carries the sound. Rooms, rights and minutes are above it and the same for all engines. */
export interface VoiceEngine {
  readonly kind: 'embedded' | 'livekit'
  /** Of its own process on this machine; null where there is none (now). */
  readonly pid?: number | null
  issueJoin(join: JoinRequest): Promise<JoinTicket>
  /** Begins, or begins anew, to carry somebody's sound; they are muted before `setMic`. */
  connect(connection: VoiceConnection): void
  /** The page's answer to an offer. */
  answer(connection: VoiceConnection, offer: number, sdp: string): void
  /** Closes a microphone for everybody, whatever the page sends; opening it only lifts that. */
  setMic(connection: VoiceConnection, on: boolean): void
  remove(connection: VoiceConnection): void
  participants(roomId: string): Promise<readonly EngineParticipant[]>
  /** One listener. */
  onEvent(listener: (event: VoiceEngineEvent) => void): void
  isHealthy(): boolean
  close(): Promise<void>
}

/** A page's voice socket, as rooms see it. */
export interface VoiceSocket {
  send(frame: VoiceServerFrame): void
  close(name: VoiceCloseName): void
}

export interface VoiceSession {
  receive(frame: VoiceClientFrame): void
  gone(): void
}

/** Takes the sockets that somebody opens. */
export interface VoiceHost {
  open(socket: VoiceSocket): VoiceSession
}

export interface TicketRequest {
  readonly wid: string
  readonly uid: string
  /** Sign-in session; when it ends, the voice does. */
  readonly session: string
  readonly name: string
  readonly photo: string | null
}

export interface IssuedTicket extends JoinTicket {
  readonly kind: VoiceEngine['kind']
  readonly expiresAt: number
}

/** The voice rooms as calls see them. */
export interface Voice {
  issueTicket(request: TicketRequest): Promise<IssuedTicket | 'full' | 'off'>
  /** Who is in a space's voice room, each once. */
  people(wid: string): readonly string[]
}

/** Voice is switched off; also until the rooms are there. */
export const voiceOff: Voice = {
  issueTicket: async () => 'off',
  people: () => [],
}
