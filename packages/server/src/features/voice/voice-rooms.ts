import { unlimited } from '@tavla/contract'
import type { VoiceClientFrame, VoiceCloseName, VoicePerson, VoiceServerFrame } from '@tavla/contract/voice'
import type { Log } from '../../log.ts'
import type { Clock } from '../../ports/clock/port.ts'
import type {
  IssuedTicket,
  TicketRequest,
  Voice,
  VoiceEngine,
  VoiceEngineEvent,
  VoiceHost,
  VoiceSession,
  VoiceSocket,
} from '../../ports/voice/port.ts'
import { countMinutes } from './counting.ts'
import type { StayEnd, VoiceLedger } from './ledger.ts'
import { type VoiceTicketHolder, VoiceTickets } from './tickets.ts'

export interface VoiceRoomsOptions {
  readonly engine: VoiceEngine
  readonly clock: Clock
  readonly log: Log
  readonly newId: () => string
  readonly ledger: VoiceLedger
  /** Everybody's role in a space; null where nobody may be. */
  readonly listAccess: (wid: string) => Promise<{ readonly roles: ReadonlyMap<string, string> } | null>
  readonly isSessionLive: (session: string) => Promise<boolean>
  /** Seconds left of an owner's plan; -1 is unlimited. */
  readonly voiceLeft: (owner: string) => Promise<number>
  /** People in one room. */
  readonly capacity: number
  /** Somebody came into a space's voice room or left it. */
  readonly onPeople: (wid: string) => void
}

interface Participant {
  readonly c: string
  readonly ticket: VoiceTicketHolder
  readonly socket: VoiceSocket
  /** Of the stay in the ledger that runs now; empty outside of a room. */
  stay: string
  room: Room | null
  mic: boolean
  hand: boolean
  connected: boolean
  moderator: boolean
  evidenceAt: number
  countedAt: number
  gone: boolean
}

interface Room {
  readonly wid: string
  owner: string
  readonly people: Map<string, Participant>
  slots: readonly (string | null)[]
  /** Seconds of the last warning; null: none yet. */
  warned: number | null
}

/** How often minutes are counted and written, and rights are asked for again, ms. */
const TICK_MS = 10_000
const SHORTEST_TICK_MS = 1_000
/** A warning is sent when no more than this is left, seconds. */
const WARNINGS = [60, 300]

const causes: Partial<Record<VoiceCloseName, StayEnd>> = {
  removed: 'removed',
  no_access: 'removed',
  session_ended: 'removed',
  replaced: 'replaced',
  quota: 'quota',
  draining: 'stopped',
}

/** Who is in which voice room, with what rights, and for how long. What carries the sound is the engine's. */
export class VoiceRooms implements Voice, VoiceHost {
  readonly #options: VoiceRoomsOptions
  readonly #tickets: VoiceTickets
  readonly #rooms = new Map<string, Room>()
  /** Everybody who showed a ticket, also while their rights are being read. */
  readonly #participants = new Map<string, Participant>()
  #cancelTick: () => void = () => undefined
  #closed = false

  constructor(options: VoiceRoomsOptions) {
    this.#options = options
    this.#tickets = new VoiceTickets(options.clock)
    options.engine.onEvent((event) => this.#hear(event))
    this.#scheduleTick(TICK_MS)
  }

  async issueTicket(request: TicketRequest): Promise<IssuedTicket | 'full' | 'off'> {
    const { engine, newId, capacity } = this.#options
    if (this.#closed || !engine.isHealthy()) return 'off'
    const room = this.#rooms.get(request.wid)
    if (room && this.#countOthers(room, request.uid) >= capacity) return 'full'
    const c = newId()
    const join = { roomId: request.wid, connId: c, name: request.name, ttlSeconds: 60 }
    const { token, url } = await engine.issueJoin(join)
    return { token, url, kind: engine.kind, expiresAt: this.#tickets.add(token, c, request).expiresAt }
  }

  people(wid: string): readonly string[] {
    const people = this.#rooms.get(wid)?.people.values() ?? []
    return [...new Set([...people].map(({ ticket }) => ticket.uid))]
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
          participant = this.#arrive(ticket, socket, frame.mic)
        }
      },
      gone: () => {
        if (participant) this.#depart(participant, 'left')
      },
    }
  }

  /** Rights in a space have changed: everybody there is asked about again. */
  accessChanged(wid: string): void {
    for (const participant of this.#participants.values())
      if (participant.ticket.wid === wid) this.#unawaited(this.#authorize(participant))
  }

  sessionsEnded(sessions: readonly string[]): void {
    for (const participant of [...this.#participants.values()])
      if (sessions.includes(participant.ticket.session)) this.#end(participant, 'session_ended')
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#cancelTick()
    for (const participant of [...this.#participants.values()]) this.#end(participant, 'draining')
    await this.#options.ledger.flush().catch((error: unknown) => this.#failed(error))
    await this.#options.engine.close()
  }

  /** Known before its rights are read, so that rights revoked meanwhile are noticed. */
  #arrive(ticket: VoiceTicketHolder, socket: VoiceSocket, mic: boolean): Participant {
    const participant: Participant = {
      ...{
        c: ticket.c,
        ticket,
        socket,
        stay: '',
        room: null,
        mic,
        hand: false,
        connected: false,
        moderator: false,
      },
      ...{ evidenceAt: 0, countedAt: 0, gone: false },
    }
    this.#participants.set(ticket.c, participant)
    this.#enter(participant).catch((error: unknown) => {
      this.#failed(error)
      this.#end(participant, 'failure')
    })
    return participant
  }

  async #enter(participant: Participant): Promise<void> {
    const { uid, wid } = participant.ticket
    const owner = await this.#authorize(participant)
    if (owner === null || participant.gone) return
    const left = await this.#options.voiceLeft(owner)
    if (participant.gone) return
    if (left === 0) return this.#end(participant, 'quota')
    // One voice for each person: the newest tab has it.
    for (const other of [...this.#participants.values()])
      if (other !== participant && other.ticket.uid === uid && other.room) this.#end(other, 'replaced')
    const room = this.#rooms.get(wid) ?? { wid, owner, people: new Map(), slots: [], warned: null }
    if (room.people.size >= this.#options.capacity) return this.#end(participant, 'full')
    this.#count(room)
    this.#rooms.set(wid, room)
    this.#join(participant, room)
    if (left !== unlimited && left <= Math.max(...WARNINGS))
      participant.socket.send({ t: 'minutes', remain: left })
  }

  #join(participant: Participant, room: Room): void {
    const { engine, clock, onPeople } = this.#options
    const { c, socket } = participant
    participant.room = room
    participant.countedAt = clock.now()
    room.people.set(c, participant)
    this.#beginStay(participant, room)
    socket.send({ t: 'joined', c, moderator: participant.moderator })
    this.#tellPeople(room)
    socket.send({ t: 'slots', slots: [...room.slots] })
    const connection = { roomId: room.wid, connId: c }
    engine.connect(connection)
    engine.setMic(connection, participant.mic)
    onPeople(room.wid)
  }

  /** Reads what somebody may do now; ends their voice where that is nothing, else answers the space's owner. */
  async #authorize(participant: Participant): Promise<string | null> {
    const { uid, wid, session } = participant.ticket
    const [access, isLive] = await Promise.all([
      this.#options.listAccess(wid),
      this.#options.isSessionLive(session),
    ])
    if (participant.gone) return null
    const role = access?.roles.get(uid)
    if (role === undefined || !isLive) {
      this.#end(participant, isLive ? 'no_access' : 'session_ended')
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

  /** What was talked before the transfer is the old owner's. */
  #changeOwner(room: Room, owner: string): void {
    this.#count(room)
    room.owner = owner
    for (const participant of room.people.values()) {
      this.#options.ledger.end(participant.stay, 'left')
      this.#beginStay(participant, room)
    }
  }

  #beginStay(participant: Participant, { owner, wid }: Room): void {
    const { ledger, engine, clock, newId } = this.#options
    participant.stay = newId()
    const { uid } = participant.ticket
    ledger.begin({ id: participant.stay, owner, wid, uid, engine: engine.kind, startedAt: clock.now() })
  }

  #receive(participant: Participant, frame: VoiceClientFrame): void {
    const { room, c, socket } = participant
    if (participant.gone) return
    if (!room || frame.t === 'hello') return this.#end(participant, 'bad_frame')
    const { engine } = this.#options
    const connection = { roomId: room.wid, connId: c }
    if (frame.t === 'answer') engine.answer(connection, frame.offer, frame.sdp)
    else if (frame.t === 'renew') {
      this.#setConnected(participant, false)
      socket.send({ t: 'interrupted' })
      engine.connect(connection)
    } else if (frame.t === 'mic') this.#setMic(participant, frame.on)
    else if (frame.t === 'hand') {
      participant.hand = frame.up
      this.#tellPeople(room)
    } else if (participant.moderator) this.#moderate(participant, room, frame)
  }

  #moderate(by: Participant, room: Room, frame: Extract<VoiceClientFrame, { t: 'mute' | 'remove' }>): void {
    const others = [...room.people.values()].filter(({ c }) => c !== by.c)
    if (frame.t === 'remove') {
      const target = others.find(({ c }) => c === frame.c)
      if (target) this.#end(target, 'removed')
      return
    }
    for (const target of others) {
      if (!target.mic || (frame.c !== null && target.c !== frame.c)) continue
      target.socket.send({ t: 'muted', by: by.ticket.name })
      this.#setMic(target, false)
    }
  }

  #setMic(participant: Participant, on: boolean): void {
    const { room, c } = participant
    if (!room || participant.mic === on) return
    participant.mic = on
    this.#options.engine.setMic({ roomId: room.wid, connId: c }, on)
    this.#tellPeople(room)
  }

  #end(participant: Participant, name: VoiceCloseName): void {
    if (participant.gone) return
    participant.socket.close(name)
    this.#depart(participant, causes[name] ?? 'left')
  }

  #depart(participant: Participant, cause: StayEnd): void {
    if (participant.gone) return
    participant.gone = true
    const { c, room } = participant
    this.#participants.delete(c)
    if (!room) return
    const { engine, ledger, onPeople } = this.#options
    this.#count(room)
    ledger.end(participant.stay, cause)
    engine.remove({ roomId: room.wid, connId: c })
    room.people.delete(c)
    if (room.people.size === 0) this.#rooms.delete(room.wid)
    else this.#tellPeople(room)
    onPeople(room.wid)
  }

  #hear(event: VoiceEngineEvent): void {
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
    } else if (event.t === 'slots' || event.t === 'speaking') this.#hearRoom(event)
    else {
      const participant = this.#participants.get(event.connId)
      if (!participant?.room) return
      if (event.t === 'media') this.#setConnected(participant, event.up)
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

  #hearRoom(event: Extract<VoiceEngineEvent, { t: 'slots' | 'speaking' }>): void {
    const room = this.#rooms.get(event.roomId)
    if (!room) return
    if (event.t === 'speaking') return this.#broadcast(room, { t: 'speaking', c: [...event.connIds] })
    room.slots = event.slots
    this.#broadcast(room, { t: 'slots', slots: [...event.slots] })
  }

  #setConnected(participant: Participant, connected: boolean): void {
    const { room } = participant
    if (!room || participant.connected === connected) return
    this.#count(room)
    participant.connected = connected
    const now = this.#options.clock.now()
    participant.countedAt = now
    participant.evidenceAt = Math.max(participant.evidenceAt, now)
    this.#tellPeople(room)
  }

  #tellPeople(room: Room): void {
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

  /** Brings a room's minutes up to now; before everything that changes who counts. */
  #count(room: Room): void {
    const people = [...room.people.values()]
    const counted = people.map((participant) => ({ ...participant, uid: participant.ticket.uid }))
    const counts = countMinutes(counted, this.#options.clock.now(), 2 * TICK_MS)
    for (const [index, { ms, countedAt }] of counts.entries()) {
      const participant = people[index]
      if (!participant) continue
      participant.countedAt = countedAt
      this.#options.ledger.add(participant.stay, ms, participant.evidenceAt)
    }
  }

  #scheduleTick(delayMs: number): void {
    this.#cancelTick = this.#options.clock.after(delayMs, () => {
      this.settleMinutes()
        .catch((error: unknown) => {
          this.#failed(error)
          return TICK_MS
        })
        .then(
          (next) => {
            if (!this.#closed) this.#scheduleTick(next)
          },
          (error: unknown) => this.#failed(error),
        )
    })
  }

  /** Counts, writes and enforces; answers when to do so again: sooner where little is left. */
  async settleMinutes(): Promise<number> {
    for (const room of this.#rooms.values()) this.#count(room)
    await this.#options.ledger.flush()
    for (const participant of this.#participants.values()) this.#unawaited(this.#authorize(participant))
    let next = TICK_MS
    const owners = Map.groupBy(this.#rooms.values(), ({ owner }) => owner)
    for (const [owner, rooms] of owners) {
      const left = await this.#options.voiceLeft(owner)
      if (left === unlimited) continue
      for (const room of rooms) this.#warn(room, left)
      const talking = rooms.reduce((sum, { people }) => sum + people.size, 0)
      if (left > 0) next = Math.min(next, Math.max(SHORTEST_TICK_MS, (left * 1_000) / Math.max(1, talking)))
    }
    return next
  }

  #warn(room: Room, left: number): void {
    if (left <= 0) {
      for (const participant of [...room.people.values()]) this.#end(participant, 'quota')
      return
    }
    const warning = WARNINGS.find((seconds) => left <= seconds) ?? null
    if (warning !== null && warning !== room.warned) this.#broadcast(room, { t: 'minutes', remain: left })
    room.warned = warning
  }

  /** Where rights cannot be read, the next round asks again. */
  #unawaited(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#failed(error))
  }

  #failed(error: unknown): void {
    this.#options.log.error('the voice rooms met an error', { error })
  }
}
