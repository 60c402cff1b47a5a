import {
  AccessToken,
  type ParticipantInfo,
  ParticipantInfo_State,
  RoomServiceClient,
  TrackSource,
  TrackType,
} from 'livekit-server-sdk'
import type { LiveKitConfig } from '../../../config.ts'
import type { Clock } from '../../clock/port.ts'
import type { VoiceLog } from '../embedded/embedded-voice-engine.ts'
import { type EngineConnection, EngineConnections } from '../engine-connections.ts'
import type { JoinTicket, VoiceConnection, VoiceEngine } from '../port.ts'

export interface LiveKitVoiceEngineOptions extends LiveKitConfig {
  readonly clock: Clock
  readonly log: VoiceLog
  /** Path of the voice socket on our own origin. */
  readonly path: string
  readonly newToken: () => string
}

/** Interval for listing participants, ms. The list is authoritative; webhooks can be late or missing. */
const RECONCILE_MS = 1_000
const REQUEST_SECONDS = 3
const TOKEN_SECONDS = 60
/** LiveKit refreshes the tokens of connected clients, valid for 10 minutes: a removed client could return until then. */
const TOKEN_REFRESH_VALID_MS = 11 * 60_000
/** A client may mute itself slightly before or after the server learns of it. */
const MUTE_GRACE_MS = 1_000

interface LiveKitConnection extends EngineConnection {
  micClosedAt: number
}

/**
 * Uses a LiveKit server for media. Membership and permissions stay on our side: a client gets a token for one room and one
 * connection, and participants that we did not admit are removed.
 */
export class LiveKitVoiceEngine extends EngineConnections<LiveKitConnection> implements VoiceEngine {
  readonly kind = 'livekit'
  readonly #options: LiveKitVoiceEngineOptions
  readonly #rooms: RoomServiceClient
  /** Rooms to reconcile, with the time after which nobody can be in them. */
  readonly #reconciledRooms = new Map<string, number>()
  #cancel: () => void = () => undefined
  #isReconciling = false
  #hasFailed = false
  #isClosed = false

  constructor(options: LiveKitVoiceEngineOptions) {
    super()
    this.#options = options
    const { url, key, secret } = options
    this.#rooms = new RoomServiceClient(url.replace(/^ws/, 'http'), key, secret, {
      requestTimeout: REQUEST_SECONDS,
    })
  }

  async createJoinTicket(): Promise<JoinTicket> {
    return { token: this.#options.newToken(), url: this.#options.path }
  }

  connect({ roomId, connId }: VoiceConnection): void {
    const mic = this.connections.get(connId)?.mic ?? false
    const now = this.#options.clock.now()
    this.connections.set(connId, { roomId, isUp: false, evidenceAt: 0, mic, micClosedAt: now })
    this.#reconciledRooms.set(roomId, Number.POSITIVE_INFINITY)
    this.#sendToken(roomId, connId).catch((error: unknown) => this.#reportFailure(error))
    this.#schedule()
  }

  /** Clients negotiate with the LiveKit server directly. */
  answer(): void {
    return undefined
  }

  setMic({ roomId, connId }: VoiceConnection, on: boolean): void {
    const connection = this.connections.get(connId)
    if (!connection || connection.mic === on) return
    connection.mic = on
    connection.micClosedAt = this.#options.clock.now()
    // Only the client itself can unmute; LiveKit does not allow it remotely.
    if (!on) this.#mute(roomId, connId).catch((error: unknown) => this.#reportFailure(error))
  }

  remove({ roomId, connId }: VoiceConnection): void {
    if (!this.connections.delete(connId)) return
    const isEmpty = [...this.connections.values()].every((connection) => connection.roomId !== roomId)
    if (isEmpty) this.#reconciledRooms.set(roomId, this.#options.clock.now() + TOKEN_REFRESH_VALID_MS)
    const removed = isEmpty ? this.#rooms.deleteRoom(roomId) : this.#rooms.removeParticipant(roomId, connId)
    // Already disconnected, or removed by the next reconciliation.
    removed.catch(() => undefined)
  }

  isHealthy(): boolean {
    return !this.#hasFailed || this.connections.size === 0
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#cancel()
    const rooms = new Set([...this.connections.values()].map(({ roomId }) => roomId))
    this.connections.clear()
    await Promise.allSettled([...rooms].map((roomId) => this.#rooms.deleteRoom(roomId)))
  }

  async #sendToken(roomId: string, connId: string): Promise<void> {
    const { key, secret, url } = this.#options
    const token = new AccessToken(key, secret, { identity: connId, ttl: TOKEN_SECONDS })
    token.addGrant({
      ...{ room: roomId, roomJoin: true, canSubscribe: true },
      ...{ canPublish: true, canPublishSources: [TrackSource.MICROPHONE] },
      ...{ canPublishData: false, canUpdateOwnMetadata: false },
    })
    const jwt = await token.toJwt()
    if (this.connections.has(connId)) this.emit({ t: 'livekit', connId, url, token: jwt })
  }

  async #mute(roomId: string, connId: string): Promise<void> {
    const all = await this.#listParticipants(roomId)
    const participant = all.find(({ identity }) => identity === connId)
    if (participant && !this.connections.get(connId)?.mic) await this.#muteTracks(roomId, participant)
  }

  async #muteTracks(roomId: string, { identity, tracks }: ParticipantInfo): Promise<void> {
    const open = tracks.filter(({ type, muted }) => type === TrackType.AUDIO && !muted)
    await Promise.all(open.map(({ sid }) => this.#rooms.mutePublishedTrack(roomId, identity, sid, true)))
  }

  #schedule(): void {
    if (this.#isClosed || this.#isReconciling) return
    this.#isReconciling = true
    this.#cancel = this.#options.clock.after(RECONCILE_MS, () => {
      this.#reconcile()
        .catch((error: unknown) => this.#reportFailure(error))
        .finally(() => {
          this.#isReconciling = false
          if (this.#reconciledRooms.size > 0) this.#schedule()
        })
    })
  }

  async #reconcile(): Promise<void> {
    const now = this.#options.clock.now()
    for (const [roomId, until] of this.#reconciledRooms) if (until < now) this.#reconciledRooms.delete(roomId)
    const rounds = [...this.#reconciledRooms.keys()].map((roomId) => this.#reconcileRoom(roomId))
    const failed = (await Promise.allSettled(rounds)).find((round) => round.status === 'rejected')
    if (failed) throw failed.reason
    this.#hasFailed = false
  }

  async #reconcileRoom(roomId: string): Promise<void> {
    const participants = await this.#listParticipants(roomId).catch((error: unknown) => {
      // Minutes are not billed while the server cannot be reached.
      this.#update(roomId, [])
      throw error
    })
    const now = this.#options.clock.now()
    const known = participants.filter(({ identity }) => this.connections.get(identity)?.roomId === roomId)
    this.#update(roomId, known)
    const unknown = participants.filter((participant) => !known.includes(participant))
    await Promise.all([
      ...unknown.map(({ identity }) => this.#rooms.removeParticipant(roomId, identity)),
      ...known
        .filter(({ identity }) => {
          const connection = this.connections.get(identity)
          return connection && !connection.mic && now - connection.micClosedAt > MUTE_GRACE_MS
        })
        .map((participant) => this.#muteTracks(roomId, participant)),
    ])
  }

  async #listParticipants(roomId: string): Promise<ParticipantInfo[]> {
    try {
      return await this.#rooms.listParticipants(roomId)
    } catch (error) {
      if (error instanceof Error && 'status' in error && error.status === 404) return []
      throw error
    }
  }

  #update(roomId: string, participants: readonly ParticipantInfo[]): void {
    const now = this.#options.clock.now()
    const active = participants.filter(({ state }) => state === ParticipantInfo_State.ACTIVE)
    const up = new Set(active.map(({ identity }) => identity))
    const alive: string[] = []
    for (const [connId, connection] of this.connections) {
      if (connection.roomId !== roomId) continue
      if (up.has(connId)) {
        connection.evidenceAt = now
        alive.push(connId)
      }
      if (connection.isUp === up.has(connId)) continue
      connection.isUp = up.has(connId)
      this.emit({ t: 'media', connId, up: connection.isUp })
    }
    if (alive.length > 0) this.emit({ t: 'alive', connIds: alive })
  }

  #reportFailure(error: unknown): void {
    if (!this.#hasFailed) this.#options.log.warn('the LiveKit server does not answer', { error })
    this.#hasFailed = true
  }
}
