import { LoudestSpeakers } from './loudest.ts'
import type { ForwarderOptions, ForwarderEvent, ForwarderCommand } from './messages.ts'
import { OPUS, Peer, slotSsrc } from './peer.ts'
import { readRtp, StreamRewriter } from './rtp.ts'

export interface ForwarderContext extends ForwarderOptions {
  readonly slots: number
  readonly now: () => number
  readonly send: (message: ForwarderEvent) => void
}

interface Microphone {
  readonly conn: string
  readonly offer: number
  readonly room: Room
  readonly peer: Peer
  isOpen: boolean
  heardAt: number
  /** Packets of the current second; a page that floods is not carried further. */
  packets: number
}

interface Room {
  readonly id: string
  readonly members: Map<string, Microphone>
  readonly speakers: LoudestSpeakers
  readonly streams: readonly StreamRewriter[]
  /** As last sent. */
  slots: string
  speaking: string
}

/** Opus sends 50 a second; twice that leaves room for reports and for packets that arrive late together. */
const PACKETS_A_SECOND = 150
const LARGEST_PACKET = 1_500
const ALIVE_MS = 1_200

/** Forwards the sound of rooms: one packet in, the same packet to everybody else. */
export class Forwarder {
  readonly #context: ForwarderContext
  readonly #microphones = new Map<string, Microphone>()
  readonly #rooms = new Map<string, Room>()

  constructor(context: ForwarderContext) {
    this.#context = context
  }

  handle(message: ForwarderCommand): void {
    if (message.t === 'open') this.#open(message.room, message.conn, message.offer)
    else if (message.t === 'close') this.#close(message.conn)
    else {
      const microphone = this.#microphones.get(message.conn)
      if (!microphone) return
      if (message.t === 'mic') microphone.isOpen = message.on
      else if (message.offer === microphone.offer) this.#answer(microphone, message.sdp)
    }
  }

  /** Five times a second: who is speaking. */
  reportSpeaking(): void {
    const now = this.#context.now()
    for (const room of this.#rooms.values()) {
      const conns = [...room.members.values()]
        .filter(({ conn, isOpen }) => isOpen && room.speakers.isSpeaking(conn, now))
        .map(({ conn }) => conn)
      const speaking = conns.join()
      if (speaking === room.speaking) continue
      room.speaking = speaking
      this.#context.send({ t: 'speaking', room: room.id, conns })
    }
  }

  /** Once a second: whose packets arrive. */
  reportAlive(): void {
    const now = this.#context.now()
    const all = [...this.#microphones.values()]
    for (const microphone of all) microphone.packets = 0
    const conns = all.filter(({ heardAt }) => now - heardAt <= ALIVE_MS).map(({ conn }) => conn)
    if (conns.length > 0) this.#context.send({ t: 'alive', conns })
  }

  #open(roomId: string, conn: string, offer: number): void {
    this.#close(conn)
    const { send, slots } = this.#context
    const room = this.#rooms.get(roomId) ?? this.#createRoom(roomId)
    const peer = new Peer({
      ...{ id: conn, slots, forwarder: this.#context },
      onOffer: (sdp) => send({ t: 'offer', conn, offer, sdp }),
      onMedia: (up) => send({ t: 'media', conn, up }),
      onPacket: (packet) => this.#receive(microphone, packet),
      onTrouble: (message) => send({ t: 'trouble', message }),
    })
    const microphone: Microphone = {
      ...{ conn, offer, room, peer },
      ...{ isOpen: false, heardAt: Number.NEGATIVE_INFINITY, packets: 0 },
    }
    this.#microphones.set(conn, microphone)
    room.members.set(conn, microphone)
    room.speakers.add(conn)
    this.#reportSlots(room)
  }

  #createRoom(id: string): Room {
    const streams = Array.from(
      { length: this.#context.slots },
      (_, slot) => new StreamRewriter(slotSsrc(slot)),
    )
    const speakers = new LoudestSpeakers(this.#context.slots)
    const room: Room = { id, members: new Map(), speakers, streams, slots: '', speaking: '' }
    this.#rooms.set(id, room)
    return room
  }

  /** Only now the page learns where to call: a call that comes before its answer would be turned away as a stranger's. */
  #answer({ conn, offer, peer }: Microphone, sdp: string): void {
    try {
      peer.answer(sdp)
      this.#context.send({ t: 'candidates', conn, offer, candidates: peer.candidates })
    } catch (error) {
      this.#context.send({ t: 'trouble', message: String(error) })
      this.#context.send({ t: 'media', conn, up: false })
    }
  }

  #close(conn: string): void {
    const microphone = this.#microphones.get(conn)
    if (!microphone) return
    const { room, peer } = microphone
    this.#microphones.delete(conn)
    room.members.delete(conn)
    room.speakers.remove(conn)
    peer.close()
    if (room.members.size === 0) this.#rooms.delete(room.id)
    else this.#reportSlots(room)
  }

  #receive(microphone: Microphone, packet: Buffer): void {
    const { room, conn } = microphone
    if (this.#microphones.get(conn) !== microphone) return
    microphone.packets += 1
    if (microphone.packets > PACKETS_A_SECOND || packet.length > LARGEST_PACKET) return
    const now = this.#context.now()
    microphone.heardAt = now
    const header = readRtp(packet)
    if (!microphone.isOpen || header?.payloadType !== OPUS) return
    const slot = room.speakers.hear(conn, header.level, now)
    if (slot === null) return
    this.#reportSlots(room)
    if (!room.streams[slot]?.rewrite(packet, header, conn, now)) return
    for (const other of room.members.values()) if (other !== microphone) other.peer.send(slot, packet)
  }

  #reportSlots(room: Room): void {
    const { slots } = room.speakers
    const told = slots.join()
    if (told === room.slots) return
    room.slots = told
    this.#context.send({ t: 'slots', room: room.id, slots: [...slots] })
  }
}
