import { LoudestSpeakers } from './loudest-speakers.ts'
import type { ForwarderOptions, ForwarderEvent, ForwarderCommand } from './messages.ts'
import { OPUS, Peer, getSlotSsrc } from './peer.ts'
import { ReceptionStats } from './reception-stats.ts'
import { parseRtpHeader, StreamRewriter } from './rtp.ts'

export interface ForwarderContext extends ForwarderOptions {
  readonly slots: number
  readonly now: () => number
  readonly send: (message: ForwarderEvent) => void
}

interface Participant {
  readonly conn: string
  readonly offer: number
  readonly room: Room
  readonly peer: Peer
  readonly reception: ReceptionStats
  isMicOn: boolean
  lastPacketAt: number
  /** Packets of the current second, for rate limiting. */
  packets: number
}

interface Room {
  readonly id: string
  readonly members: Map<string, Participant>
  readonly speakers: LoudestSpeakers
  readonly streams: readonly StreamRewriter[]
  /** Last reported values, to report only changes. */
  slotsVersion: number
  speaking: string
}

/** Opus sends 50 packets a second; the rest leaves room for RTCP and bursts of late packets. */
const PACKETS_A_SECOND = 150
const LARGEST_PACKET = 1_500
const ALIVE_MS = 1_200

/** Selective forwarding unit: forwards each packet to everybody else in the room. */
export class Forwarder {
  readonly #context: ForwarderContext
  readonly #participants = new Map<string, Participant>()
  readonly #rooms = new Map<string, Room>()

  constructor(context: ForwarderContext) {
    this.#context = context
  }

  handle(message: ForwarderCommand): void {
    if (message.t === 'open') this.#addParticipant(message.room, message.conn, message.offer)
    else if (message.t === 'close') this.#removeParticipant(message.conn)
    else {
      const participant = this.#participants.get(message.conn)
      if (!participant) return
      if (message.t === 'mic') participant.isMicOn = message.on
      else if (message.offer === participant.offer) this.#answer(participant, message.sdp)
    }
  }

  /** Called five times a second. */
  reportSpeaking(): void {
    const now = this.#context.now()
    for (const room of this.#rooms.values()) {
      const conns = [...room.members.values()]
        .filter(({ conn, isMicOn }) => isMicOn && room.speakers.isSpeaking(conn, now))
        .map(({ conn }) => conn)
      const speaking = conns.join()
      if (speaking === room.speaking) continue
      room.speaking = speaking
      this.#context.send({ t: 'speaking', room: room.id, conns })
    }
  }

  /** Called once a second: reports to the server who sends, and to senders what was lost. */
  reportAlive(): void {
    const now = this.#context.now()
    const all = [...this.#participants.values()]
    for (const participant of all) {
      participant.packets = 0
      const report = participant.reception.createReport()
      if (report) participant.peer.sendReport(report)
    }
    const conns = all.filter(({ lastPacketAt }) => now - lastPacketAt <= ALIVE_MS).map(({ conn }) => conn)
    if (conns.length > 0) this.#context.send({ t: 'alive', conns })
  }

  #addParticipant(roomId: string, conn: string, offer: number): void {
    this.#removeParticipant(conn)
    const { send, slots } = this.#context
    const room = this.#rooms.get(roomId) ?? this.#createRoom(roomId)
    const peer = new Peer({
      ...{ id: conn, slots, forwarder: this.#context },
      onOffer: (sdp) => send({ t: 'offer', conn, offer, sdp }),
      onMedia: (up) => send({ t: 'media', conn, up }),
      onPacket: (packet) => this.#receive(participant, packet),
    })
    const participant: Participant = {
      ...{ conn, offer, room, peer, reception: new ReceptionStats() },
      ...{ isMicOn: false, lastPacketAt: Number.NEGATIVE_INFINITY, packets: 0 },
    }
    this.#participants.set(conn, participant)
    room.members.set(conn, participant)
    room.speakers.add(conn)
    this.#reportSlots(room)
  }

  #createRoom(id: string): Room {
    const streams = Array.from(
      { length: this.#context.slots },
      (_, slot) => new StreamRewriter(getSlotSsrc(slot)),
    )
    const speakers = new LoudestSpeakers(this.#context.slots)
    const room: Room = { id, members: new Map(), speakers, streams, slotsVersion: 0, speaking: '' }
    this.#rooms.set(id, room)
    return room
  }

  /** The candidates are sent after the answer: a STUN request that arrives before it would be rejected as unknown. */
  #answer({ conn, offer, peer }: Participant, sdp: string): void {
    try {
      peer.answer(sdp)
      this.#context.send({ t: 'candidates', conn, offer, candidates: peer.candidates })
    } catch {
      this.#removeParticipant(conn)
      this.#context.send({ t: 'badAnswer', conn, offer })
    }
  }

  #removeParticipant(conn: string): void {
    const participant = this.#participants.get(conn)
    if (!participant) return
    const { room, peer } = participant
    this.#participants.delete(conn)
    room.members.delete(conn)
    room.speakers.remove(conn)
    peer.close()
    if (room.members.size === 0) this.#rooms.delete(room.id)
    else this.#reportSlots(room)
  }

  #receive(participant: Participant, packet: Buffer): void {
    const { room, conn } = participant
    if (this.#participants.get(conn) !== participant) return
    participant.packets += 1
    if (participant.packets > PACKETS_A_SECOND || packet.length > LARGEST_PACKET) return
    const now = this.#context.now()
    participant.lastPacketAt = now
    const header = parseRtpHeader(packet)
    if (header?.payloadType !== OPUS) return
    participant.reception.add(header.ssrc, header.sequence)
    if (!participant.isMicOn) return
    const slot = room.speakers.addPacket(conn, header.level, now)
    if (slot === null) return
    this.#reportSlots(room)
    if (!room.streams[slot]?.rewrite(packet, header, conn, now)) return
    for (const other of room.members.values()) if (other !== participant) other.peer.send(slot, packet)
  }

  #reportSlots(room: Room): void {
    const { slots, version } = room.speakers
    if (version === room.slotsVersion) return
    room.slotsVersion = version
    this.#context.send({ t: 'slots', room: room.id, slots: [...slots] })
  }
}
