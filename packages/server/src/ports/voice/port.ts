import type { VoiceClientFrame, VoiceCloseName, VoiceServerFrame } from '@tavla/contract/voice'

/** A connection of one person in one room. */
export interface VoiceConnection {
  readonly roomId: string
  readonly connId: string
}

export interface JoinRequest extends VoiceConnection {
  readonly name: string
  readonly ttlSeconds: number
}

/** What a client needs to open the voice socket. */
export interface JoinTicket {
  readonly token: string
  readonly url: string
}

/** A connected participant and when the engine last received media or reports from them. */
export interface EngineParticipant {
  readonly connId: string
  readonly evidenceAt: number
}

/** Events can repeat or arrive late; billing uses `evidenceAt` instead. */
export type VoiceEngineEvent =
  | { readonly t: 'offer'; readonly connId: string; readonly offer: number; readonly sdp: string }
  | {
      readonly t: 'candidates'
      readonly connId: string
      readonly offer: number
      readonly candidates: readonly string[]
    }
  /** The client connects to this LiveKit server itself. */
  | { readonly t: 'livekit'; readonly connId: string; readonly url: string; readonly token: string }
  /** What the client sent does not answer the offer; its connection is closed. */
  | { readonly t: 'badAnswer'; readonly connId: string }
  | { readonly t: 'media'; readonly connId: string; readonly up: boolean }
  | { readonly t: 'alive'; readonly connIds: readonly string[] }
  | { readonly t: 'slots'; readonly roomId: string; readonly slots: readonly (string | null)[] }
  | { readonly t: 'speaking'; readonly roomId: string; readonly connIds: readonly string[] }
  /** All connections were lost; they can be opened again immediately. */
  | { readonly t: 'restarted' }

/** The media server behind a voice room. Rooms, permissions and minutes are handled above it and are the same for every engine. */
export interface VoiceEngine {
  readonly kind: 'embedded' | 'livekit'
  /** Of the engine's process on this machine; null while there is none. */
  readonly pid?: number | null
  createJoinTicket(join: JoinRequest): Promise<JoinTicket>
  /** Opens or reopens a connection, muted until `setMic`. */
  connect(connection: VoiceConnection): void
  /** The client's answer to an offer. */
  answer(connection: VoiceConnection, offer: number, sdp: string): void
  /** Stops forwarding a microphone whatever the client sends. `on` only lifts that: the client itself unmutes. */
  setMic(connection: VoiceConnection, on: boolean): void
  remove(connection: VoiceConnection): void
  participants(roomId: string): Promise<readonly EngineParticipant[]>
  /** Sets the only listener. */
  onEvent(listener: (event: VoiceEngineEvent) => void): void
  isHealthy(): boolean
  close(): Promise<void>
}

/** The server side of a voice socket. */
export interface VoiceSocket {
  send(frame: VoiceServerFrame): void
  close(name: VoiceCloseName): void
}

export interface VoiceSession {
  receive(frame: VoiceClientFrame): void
  closed(): void
}

/** Accepts voice sockets. */
export interface VoiceHost {
  open(socket: VoiceSocket): VoiceSession
}

export interface TicketRequest {
  readonly wid: string
  readonly uid: string
  /** Auth session; the voice connection ends with it. */
  readonly session: string
  readonly name: string
  readonly photo: string | null
}

export interface IssuedTicket extends JoinTicket {
  readonly kind: VoiceEngine['kind']
  readonly expiresAt: number
}

/** Voice rooms as the API calls use them. */
export interface Voice {
  /** Whether this server has a media engine. */
  readonly isAvailable: boolean
  issueTicket(request: TicketRequest): Promise<IssuedTicket | 'full' | 'off'>
  /** User ids in a space's voice room, without duplicates. */
  people(wid: string): readonly string[]
  /** Rooms and their participants in this process. */
  count(): { readonly rooms: number; readonly people: number }
  /** Disconnects everyone, after voice was switched off: clients that come back are refused a ticket. */
  disconnectAll(): void
}

/** Used while voice is disabled and until the rooms are created. */
export const voiceOff: Voice = {
  isAvailable: false,
  issueTicket: async () => 'off',
  people: () => [],
  count: () => ({ rooms: 0, people: 0 }),
  disconnectAll: () => undefined,
}
