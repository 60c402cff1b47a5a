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
import type { VoiceLog } from '../embedded/embedded-voice.ts'
import type { JoinTicket, VoiceConnection, VoiceEngine, VoiceEngineEvent } from '../port.ts'

export interface LiveKitVoiceOptions extends LiveKitConfig {
  readonly clock: Clock
  readonly log: VoiceLog
  /** Where pages open the voice socket, on our own origin. */
  readonly path: string
  readonly newToken: () => string
}

/** How often the server is asked who is there, ms: what decides is its list, events may be late or missing. */
const RECONCILE_MS = 1_000
const REQUEST_SECONDS = 3
const TOKEN_SECONDS = 60
/** The server hands connected pages tokens of its own that are good for 10 minutes: until then somebody removed could return. */
const WATCHED_AFTER_MS = 11 * 60_000
/** A page mutes by itself a moment before or after its server hears of it. */
const MUTE_GRACE_MS = 1_000

interface EngineConnection {
  readonly roomId: string
  isUp: boolean
  evidenceAt: number
  mic: boolean
  micClosedAt: number
}

/**
 * A LiveKit server carries the sound. Who is in a room, and with which rights, stays ours: a page gets a token for one
 * room and one connection, and connections that we did not admit are removed.
 */
export class LiveKitVoice implements VoiceEngine {
  readonly kind = 'livekit'
  readonly #options: LiveKitVoiceOptions
  readonly #rooms: RoomServiceClient
  readonly #carried = new Map<string, EngineConnection>()
  /** Rooms in which somebody is or could still be, with the time after which nobody can. */
  readonly #watched = new Map<string, number>()
  #listener: (event: VoiceEngineEvent) => void = () => undefined
  #cancel: () => void = () => undefined
  #isReconciling = false
  #hasFailed = false
  #closed = false

  constructor(options: LiveKitVoiceOptions) {
    this.#options = options
    const { url, key, secret } = options
    this.#rooms = new RoomServiceClient(url.replace(/^ws/, 'http'), key, secret, {
      requestTimeout: REQUEST_SECONDS,
    })
  }

  async issueJoin(): Promise<JoinTicket> {
    return { token: this.#options.newToken(), url: this.#options.path }
  }

  connect({ roomId, connId }: VoiceConnection): void {
    const mic = this.#carried.get(connId)?.mic ?? false
    const now = this.#options.clock.now()
    this.#carried.set(connId, { roomId, isUp: false, evidenceAt: 0, mic, micClosedAt: now })
    this.#watched.set(roomId, Number.POSITIVE_INFINITY)
    this.#admit(roomId, connId).catch((error: unknown) => this.#failed(error))
    this.#schedule()
  }

  /** Pages and the LiveKit server negotiate between themselves. */
  answer(): void {
    return undefined
  }

  setMic({ roomId, connId }: VoiceConnection, on: boolean): void {
    const carried = this.#carried.get(connId)
    if (!carried || carried.mic === on) return
    carried.mic = on
    carried.micClosedAt = this.#options.clock.now()
    // Opened by the page itself: LiveKit lets nobody open somebody else's microphone.
    if (!on) this.#mute(roomId, connId).catch((error: unknown) => this.#failed(error))
  }

  remove({ roomId, connId }: VoiceConnection): void {
    if (!this.#carried.delete(connId)) return
    const isEmpty = [...this.#carried.values()].every((carried) => carried.roomId !== roomId)
    if (isEmpty) this.#watched.set(roomId, this.#options.clock.now() + WATCHED_AFTER_MS)
    const removed = isEmpty ? this.#rooms.deleteRoom(roomId) : this.#rooms.removeParticipant(roomId, connId)
    // Gone already, or put out by the next round.
    removed.catch(() => undefined)
  }

  async participants(roomId: string) {
    return [...this.#carried]
      .filter(([, carried]) => carried.roomId === roomId && carried.isUp)
      .map(([connId, { evidenceAt }]) => ({ connId, evidenceAt }))
  }

  onEvent(listener: (event: VoiceEngineEvent) => void): void {
    this.#listener = listener
  }

  isHealthy(): boolean {
    return !this.#hasFailed || this.#carried.size === 0
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#cancel()
    const rooms = new Set([...this.#carried.values()].map(({ roomId }) => roomId))
    this.#carried.clear()
    await Promise.allSettled([...rooms].map((roomId) => this.#rooms.deleteRoom(roomId)))
  }

  async #admit(roomId: string, connId: string): Promise<void> {
    const { key, secret, url } = this.#options
    const token = new AccessToken(key, secret, { identity: connId, ttl: TOKEN_SECONDS })
    token.addGrant({
      ...{ room: roomId, roomJoin: true, canSubscribe: true },
      ...{ canPublish: true, canPublishSources: [TrackSource.MICROPHONE] },
      ...{ canPublishData: false, canUpdateOwnMetadata: false },
    })
    const jwt = await token.toJwt()
    if (this.#carried.has(connId)) this.#listener({ t: 'livekit', connId, url, token: jwt })
  }

  async #mute(roomId: string, connId: string): Promise<void> {
    const all = await this.#list(roomId)
    const participant = all.find(({ identity }) => identity === connId)
    if (participant && !this.#carried.get(connId)?.mic) await this.#muteTracks(roomId, participant)
  }

  async #muteTracks(roomId: string, { identity, tracks }: ParticipantInfo): Promise<void> {
    const open = tracks.filter(({ type, muted }) => type === TrackType.AUDIO && !muted)
    await Promise.all(open.map(({ sid }) => this.#rooms.mutePublishedTrack(roomId, identity, sid, true)))
  }

  #schedule(): void {
    if (this.#closed || this.#isReconciling) return
    this.#isReconciling = true
    this.#cancel = this.#options.clock.after(RECONCILE_MS, () => {
      this.#reconcile()
        .catch((error: unknown) => this.#failed(error))
        .finally(() => {
          this.#isReconciling = false
          if (this.#watched.size > 0) this.#schedule()
        })
    })
  }

  async #reconcile(): Promise<void> {
    const now = this.#options.clock.now()
    for (const [roomId, until] of this.#watched) if (until < now) this.#watched.delete(roomId)
    const rounds = [...this.#watched.keys()].map((roomId) => this.#reconcileRoom(roomId))
    const failed = (await Promise.allSettled(rounds)).find((round) => round.status === 'rejected')
    if (failed) throw failed.reason
    this.#hasFailed = false
  }

  async #reconcileRoom(roomId: string): Promise<void> {
    const there = await this.#list(roomId).catch((error: unknown) => {
      // Nobody pays for what cannot be seen.
      this.#see(roomId, [])
      throw error
    })
    const now = this.#options.clock.now()
    const known = there.filter(({ identity }) => this.#carried.get(identity)?.roomId === roomId)
    this.#see(roomId, known)
    const strangers = there.filter((participant) => !known.includes(participant))
    await Promise.all([
      ...strangers.map(({ identity }) => this.#rooms.removeParticipant(roomId, identity)),
      ...known
        .filter(({ identity }) => {
          const carried = this.#carried.get(identity)
          return carried && !carried.mic && now - carried.micClosedAt > MUTE_GRACE_MS
        })
        .map((participant) => this.#muteTracks(roomId, participant)),
    ])
  }

  async #list(roomId: string): Promise<ParticipantInfo[]> {
    try {
      return await this.#rooms.listParticipants(roomId)
    } catch (error) {
      if (error instanceof Error && 'status' in error && error.status === 404) return []
      throw error
    }
  }

  #see(roomId: string, there: readonly ParticipantInfo[]): void {
    const now = this.#options.clock.now()
    const active = there.filter(({ state }) => state === ParticipantInfo_State.ACTIVE)
    const up = new Set(active.map(({ identity }) => identity))
    const alive: string[] = []
    for (const [connId, carried] of this.#carried) {
      if (carried.roomId !== roomId) continue
      if (up.has(connId)) {
        carried.evidenceAt = now
        alive.push(connId)
      }
      if (carried.isUp === up.has(connId)) continue
      carried.isUp = up.has(connId)
      this.#listener({ t: 'media', connId, up: carried.isUp })
    }
    if (alive.length > 0) this.#listener({ t: 'alive', connIds: alive })
  }

  #failed(error: unknown): void {
    if (!this.#hasFailed) this.#options.log.warn('the LiveKit server does not answer', { error })
    this.#hasFailed = true
  }
}
