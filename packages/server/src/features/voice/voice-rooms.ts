import { unlimited } from '@tavla/contract'
import type { VoiceClientFrame, VoiceCloseName, VoicePerson, VoiceServerFrame } from '@tavla/contract/voice'
import type { Log } from '../../log.ts'
import type { Clock } from '../../ports/clock/port.ts'
import type {
  IssuedTicket,
  TicketRequest,
  Voice,
  VoiceConnection,
  VoiceEngine,
  VoiceEngineEvent,
  VoiceHost,
  VoiceSession,
  VoiceSocket,
} from '../../ports/voice/port.ts'
import { countMinutes } from './count-minutes.ts'
import type { StayEnd, VoiceLedger } from './voice-ledger.ts'
import { type VoiceTicketHolder, VoiceTickets } from './voice-tickets.ts'

export interface VoiceRoomsOptions {
  readonly engine: VoiceEngine
  readonly clock: Clock
  readonly log: Log
  readonly newId: () => string
  readonly ledger: VoiceLedger
  /** Roles of all members of a space; null when it is not accessible. */
  readonly listAccess: (wid: string) => Promise<{ readonly roles: ReadonlyMap<string, string> } | null>
  readonly isSessionLive: (session: string) => Promise<boolean>
  /** Seconds left of an owner's plan; -1 is unlimited. */
  readonly voiceLeft: (owner: string) => Promise<number>
  /** People in one room. */
  readonly capacity: number
  /** Called when people join or leave a space's voice room. */
  readonly onPeople: (wid: string) => void
}

interface Participant {
  readonly c: string
  /** As the engine knows it. */
  readonly connection: VoiceConnection
  readonly ticket: VoiceTicketHolder
  readonly socket: VoiceSocket
  /** Id of the current stay in the ledger; empty outside of a room. */
  stayId: string
  room: Room | null
  mic: boolean
  hand: boolean
  connected: boolean
  moderator: boolean
  evidenceAt: number
  countedAt: number
  hasLeft: boolean
}

interface Room {
  readonly wid: string
  owner: string
  readonly people: Map<string, Participant>
  slots: readonly (string | null)[]
  /** Threshold of the last warning, seconds; null before the first. */
  lastWarning: number | null
}

/** Interval at which minutes are counted and stored and permissions are checked again, ms. */
const TICK_MS = 10_000
const SHORTEST_TICK_MS = 1_000
/** Remaining seconds at which a warning is sent. */
const WARNINGS = [60, 300]

const causes: Partial<Record<VoiceCloseName, StayEnd>> = {
  removed: 'removed',
  no_access: 'removed',
  session_ended: 'removed',
  replaced: 'replaced',
  quota: 'quota',
  draining: 'stopped',
}

/** Participants of voice rooms, their permissions and minutes. Media is handled by the engine. */
export class VoiceRooms implements Voice, VoiceHost {
  readonly #options: VoiceRoomsOptions
  readonly #tickets: VoiceTickets
  readonly #rooms = new Map<string, Room>()
  /** Everybody with a redeemed ticket, including those whose permissions are still being read. */
  readonly #participants = new Map<string, Participant>()
  #cancelTick: () => void = () => undefined
  #isClosed = false
  readonly isAvailable = true

  constructor(options: VoiceRoomsOptions) {
    this.#options = options
    this.#tickets = new VoiceTickets(options.clock)
    options.engine.onEvent((event) => this.#handleEvent(event))
    this.#scheduleTick(TICK_MS)
  }

  async issueTicket(request: TicketRequest): Promise<IssuedTicket | 'full' | 'off'> {
    const { engine, newId, capacity } = this.#options
    if (this.#isClosed || !engine.isHealthy()) return 'off'
    const room = this.#rooms.get(request.wid)
    if (room && this.#countOthers(room, request.uid) >= capacity) return 'full'
    const c = newId()
    const join = { roomId: request.wid, connId: c, name: request.name, ttlSeconds: 60 }
    const { token, url } = await engine.createJoinTicket(join)
    return { token, url, kind: engine.kind, expiresAt: this.#tickets.add(token, c, request).expiresAt }
  }

  people(wid: string): readonly string[] {
    const people = this.#rooms.get(wid)?.people.values() ?? []
    return [...new Set([...people].map(({ ticket }) => ticket.uid))]
  }

  count(): { readonly rooms: number; readonly people: number } {
    const rooms = [...this.#rooms.values()]
    return { rooms: rooms.length, people: rooms.reduce((sum, { people }) => sum + people.size, 0) }
  }

  open(socket: VoiceSocket): VoiceSession {
    let participant: Participant | null = null
    return {
      receive: (frame) => {
        if (participant) this.#receive(participant, frame)
        else if (frame.t !== 'hello') socket.close('bad_frame')
        else {
          const ticket = this.#tickets.redeem(frame.token)
          if (!ticket) return socket.close('bad_ticket')
          participant = this.#addParticipant(ticket, socket, frame.mic)
        }
      },
      closed: () => {
        if (participant) this.#removeParticipant(participant, 'left')
      },
    }
  }

  /** Checks the permissions of everybody in a space again. */
  accessChanged(wid: string): void {
    for (const participant of this.#participants.values())
      if (participant.ticket.wid === wid) this.#runInBackground(this.#authorize(participant))
  }

  sessionsEnded(sessions: readonly string[]): void {
    for (const participant of [...this.#participants.values()])
      if (sessions.includes(participant.ticket.session)) this.#disconnect(participant, 'session_ended')
  }

  disconnectAll(): void {
    for (const participant of [...this.#participants.values()]) this.#disconnect(participant, 'draining')
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#cancelTick()
    this.disconnectAll()
    await this.#options.ledger.flush().catch((error: unknown) => this.#logError(error))
    await this.#options.engine.close()
  }

  /** Registered before permissions are read, so that a revocation in between is noticed. */
  #addParticipant(ticket: VoiceTicketHolder, socket: VoiceSocket, mic: boolean): Participant {
    const participant: Participant = {
      ...{ c: ticket.c, connection: { roomId: ticket.wid, connId: ticket.c }, ticket, socket },
      ...{ stayId: '', room: null, mic, hand: false, connected: false, moderator: false },
      ...{ evidenceAt: 0, countedAt: 0, hasLeft: false },
    }
    this.#participants.set(ticket.c, participant)
    this.#admit(participant).catch((error: unknown) => {
      this.#logError(error)
      this.#disconnect(participant, 'failure')
    })
    return participant
  }

  async #admit(participant: Participant): Promise<void> {
    const { uid, wid } = participant.ticket
    const owner = await this.#authorize(participant)
    if (owner === null || participant.hasLeft) return
    const left = await this.#options.voiceLeft(owner)
    if (participant.hasLeft) return
    if (left === 0) return this.#disconnect(participant, 'quota')
    // One connection per person: the newest tab replaces older ones.
    for (const other of [...this.#participants.values()])
      if (other !== participant && other.ticket.uid === uid && other.room) this.#disconnect(other, 'replaced')
    const room = this.#rooms.get(wid) ?? { wid, owner, people: new Map(), slots: [], lastWarning: null }
    if (room.people.size >= this.#options.capacity) return this.#disconnect(participant, 'full')
    this.#countMinutes(room)
    this.#rooms.set(wid, room)
    this.#join(participant, room)
    if (left !== unlimited && left <= Math.max(...WARNINGS))
      participant.socket.send({ t: 'minutes', remain: left })
  }

  #join(participant: Participant, room: Room): void {
    const { engine, clock, onPeople } = this.#options
    const { c, connection, socket } = participant
    participant.room = room
    participant.countedAt = clock.now()
    room.people.set(c, participant)
    this.#beginStay(participant, room)
    socket.send({ t: 'joined', c, moderator: participant.moderator })
    this.#sendPeople(room)
    socket.send({ t: 'slots', slots: [...room.slots] })
    engine.connect(connection)
    engine.setMic(connection, participant.mic)
    onPeople(room.wid)
  }

  /** Reads a participant's current permissions and disconnects them when they have none. Returns the space's owner. */
  async #authorize(participant: Participant): Promise<string | null> {
    const { uid, wid, session } = participant.ticket
    const [access, isLive] = await Promise.all([
      this.#options.listAccess(wid),
      this.#options.isSessionLive(session),
    ])
    if (participant.hasLeft) return null
    const role = access?.roles.get(uid)
    if (role === undefined || !isLive) {
      this.#disconnect(participant, isLive ? 'no_access' : 'session_ended')
      return null
    }
    const owner = [...(access?.roles ?? [])].find(([, each]) => each === 'owner')?.[0] ?? ''
    if (participant.room && participant.room.owner !== owner) this.#changeOwner(participant.room, owner)
    const moderator = role === 'owner' || role === 'admin'
    if (participant.room && participant.moderator !== moderator)
      participant.socket.send({ t: 'moderator', moderator })
    participant.moderator = moderator
    return owner
  }

  /** Minutes before the transfer are billed to the previous owner. */
  #changeOwner(room: Room, owner: string): void {
    this.#countMinutes(room)
    room.owner = owner
    for (const participant of room.people.values()) {
      this.#options.ledger.end(participant.stayId, 'left')
      this.#beginStay(participant, room)
    }
  }

  #beginStay(participant: Participant, { owner, wid }: Room): void {
    const { ledger, engine, clock, newId } = this.#options
    participant.stayId = newId()
    const { uid } = participant.ticket
    ledger.begin({ id: participant.stayId, owner, wid, uid, engine: engine.kind, startedAt: clock.now() })
  }

  #receive(participant: Participant, frame: VoiceClientFrame): void {
    const { room, connection, socket } = participant
    if (participant.hasLeft) return
    if (!room || frame.t === 'hello') return this.#disconnect(participant, 'bad_frame')
    const { engine } = this.#options
    if (frame.t === 'answer') engine.answer(connection, frame.offer, frame.sdp)
    else if (frame.t === 'renew') {
      this.#setConnected(participant, false)
      socket.send({ t: 'interrupted' })
      engine.connect(connection)
    } else if (frame.t === 'mic') this.#setMic(participant, frame.on)
    else if (frame.t === 'hand') {
      participant.hand = frame.up
      this.#sendPeople(room)
    } else if (participant.moderator) this.#moderate(participant, room, frame)
  }

  #moderate(by: Participant, room: Room, frame: Extract<VoiceClientFrame, { t: 'mute' | 'remove' }>): void {
    const others = [...room.people.values()].filter(({ c }) => c !== by.c)
    if (frame.t === 'remove') {
      const target = others.find(({ c }) => c === frame.c)
      if (target) this.#disconnect(target, 'removed')
      return
    }
    for (const target of others) {
      if (!target.mic || (frame.c !== null && target.c !== frame.c)) continue
      target.socket.send({ t: 'muted', by: by.ticket.name })
      this.#setMic(target, false)
    }
  }

  #setMic(participant: Participant, on: boolean): void {
    const { room, connection } = participant
    if (!room || participant.mic === on) return
    participant.mic = on
    this.#options.engine.setMic(connection, on)
    this.#sendPeople(room)
  }

  #disconnect(participant: Participant, name: VoiceCloseName): void {
    if (participant.hasLeft) return
    participant.socket.close(name)
    this.#removeParticipant(participant, causes[name] ?? 'left')
  }

  #removeParticipant(participant: Participant, cause: StayEnd): void {
    if (participant.hasLeft) return
    participant.hasLeft = true
    const { c, connection, room } = participant
    this.#participants.delete(c)
    if (!room) return
    const { engine, ledger, onPeople } = this.#options
    this.#countMinutes(room)
    ledger.end(participant.stayId, cause)
    engine.remove(connection)
    room.people.delete(c)
    if (room.people.size === 0) this.#rooms.delete(room.wid)
    else this.#sendPeople(room)
    onPeople(room.wid)
  }

  #handleEvent(event: VoiceEngineEvent): void {
    if (event.t === 'restarted') {
      for (const participant of this.#participants.values()) {
        if (!participant.room) continue
        this.#setConnected(participant, false)
        participant.socket.send({ t: 'interrupted' })
      }
    } else if (event.t === 'alive') {
      const now = this.#options.clock.now()
      for (const c of event.connIds) {
        const participant = this.#participants.get(c)
        if (participant) participant.evidenceAt = now
      }
    } else if (event.t === 'slots' || event.t === 'speaking') this.#handleRoomEvent(event)
    else {
      const participant = this.#participants.get(event.connId)
      if (!participant?.room) return
      if (event.t === 'media') this.#setConnected(participant, event.up)
      else if (event.t === 'badAnswer') this.#disconnect(participant, 'bad_frame')
      else if (event.t === 'offer')
        participant.socket.send({ t: 'offer', offer: event.offer, sdp: event.sdp })
      else if (event.t === 'livekit')
        participant.socket.send({ t: 'livekit', url: event.url, token: event.token })
      else {
        const { offer, candidates } = event
        participant.socket.send({ t: 'candidates', offer, candidates: [...candidates] })
      }
    }
  }

  #handleRoomEvent(event: Extract<VoiceEngineEvent, { t: 'slots' | 'speaking' }>): void {
    const room = this.#rooms.get(event.roomId)
    if (!room) return
    if (event.t === 'speaking') return this.#broadcast(room, { t: 'speaking', c: [...event.connIds] })
    room.slots = event.slots
    this.#broadcast(room, { t: 'slots', slots: [...event.slots] })
  }

  #setConnected(participant: Participant, connected: boolean): void {
    const { room } = participant
    if (!room || participant.connected === connected) return
    this.#countMinutes(room)
    participant.connected = connected
    const now = this.#options.clock.now()
    participant.countedAt = now
    participant.evidenceAt = Math.max(participant.evidenceAt, now)
    this.#sendPeople(room)
  }

  #sendPeople(room: Room): void {
    const people = [...room.people.values()].map(
      ({ c, ticket: { uid, name, photo }, mic, hand, connected }): VoicePerson => ({
        ...{ c, uid, name, photo, mic, hand, connected },
      }),
    )
    this.#broadcast(room, { t: 'people', people })
  }

  #broadcast(room: Room, frame: VoiceServerFrame): void {
    for (const { socket } of room.people.values()) socket.send(frame)
  }

  #countOthers(room: Room, uid: string): number {
    return [...room.people.values()].filter(({ ticket }) => ticket.uid !== uid).length
  }

  /** Counts a room's minutes up to now. Called before every change of who is counted. */
  #countMinutes(room: Room): void {
    const people = [...room.people.values()]
    const counted = people.map((participant) => ({ ...participant, uid: participant.ticket.uid }))
    const counts = countMinutes(counted, this.#options.clock.now(), 2 * TICK_MS)
    for (const [index, { ms, countedAt }] of counts.entries()) {
      const participant = people[index]
      if (!participant) continue
      participant.countedAt = countedAt
      this.#options.ledger.add(participant.stayId, ms, participant.evidenceAt)
    }
  }

  #scheduleTick(delayMs: number): void {
    this.#cancelTick = this.#options.clock.after(delayMs, () => {
      this.settleMinutes()
        .catch((error: unknown) => {
          this.#logError(error)
          return TICK_MS
        })
        .then(
          (next) => {
            if (!this.#isClosed) this.#scheduleTick(next)
          },
          (error: unknown) => this.#logError(error),
        )
    })
  }

  /** Counts, stores and enforces minutes. Returns the delay until the next run, shorter when little is left. */
  async settleMinutes(): Promise<number> {
    for (const room of this.#rooms.values()) this.#countMinutes(room)
    await this.#options.ledger.flush()
    for (const participant of this.#participants.values()) this.#runInBackground(this.#authorize(participant))
    let next = TICK_MS
    const owners = Map.groupBy(this.#rooms.values(), ({ owner }) => owner)
    for (const [owner, rooms] of owners) {
      const left = await this.#options.voiceLeft(owner)
      if (left === unlimited) continue
      for (const room of rooms) this.#warnOrClose(room, left)
      const talking = rooms.reduce((sum, { people }) => sum + people.size, 0)
      if (left > 0) next = Math.min(next, Math.max(SHORTEST_TICK_MS, (left * 1_000) / Math.max(1, talking)))
    }
    return next
  }

  #warnOrClose(room: Room, left: number): void {
    if (left <= 0) {
      for (const participant of [...room.people.values()]) this.#disconnect(participant, 'quota')
      return
    }
    const warning = WARNINGS.find((seconds) => left <= seconds) ?? null
    if (warning !== null && warning !== room.lastWarning)
      this.#broadcast(room, { t: 'minutes', remain: left })
    room.lastWarning = warning
  }

  /** Failed permission checks are repeated by the next tick. */
  #runInBackground(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#logError(error))
  }

  #logError(error: unknown): void {
    this.#options.log.error('a voice room operation failed', { error })
  }
}
