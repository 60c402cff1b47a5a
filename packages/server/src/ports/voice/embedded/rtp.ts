/** RTP header fields that a forwarder reads (RFC 3550). */
export interface RtpHeader {
  readonly payloadType: number
  readonly sequence: number
  readonly timestamp: number
  readonly ssrc: number
  /** Audio level in -dBov, 0 is the loudest and 127 silence (RFC 6464); null when the packet has none. */
  readonly level: number | null
}

/** Id of the audio level header extension in our offers. */
export const AUDIO_LEVEL_ID = 1

const FIXED_BYTES = 12
const ONE_BYTE_PROFILE = 0xbede

/** Null when the packet is truncated, not RTP, or RTCP, which shares the port (RFC 5761). Runs for every packet. */
export function parseRtpHeader(packet: Buffer): RtpHeader | null {
  if (packet.length < FIXED_BYTES) return null
  const first = packet.readUInt8(0)
  const second = packet.readUInt8(1)
  if (first >> 6 !== 2 || (second >= 192 && second <= 223)) return null
  const extensionAt = FIXED_BYTES + 4 * (first & 0x0f)
  if (extensionAt > packet.length) return null
  let level: number | null = null
  if ((first & 0x10) !== 0) {
    const bodyAt = extensionAt + 4
    if (bodyAt > packet.length) return null
    const end = bodyAt + 4 * packet.readUInt16BE(extensionAt + 2)
    if (end > packet.length) return null
    if (packet.readUInt16BE(extensionAt) === ONE_BYTE_PROFILE) level = findLevel(packet, bodyAt, end)
  }
  return {
    payloadType: second & 0x7f,
    sequence: packet.readUInt16BE(2),
    timestamp: packet.readUInt32BE(4),
    ssrc: packet.readUInt32BE(8),
    level,
  }
}

/** RFC 8285, 4.2: id and length in one byte; 0 is padding, 15 ends the list. */
function findLevel(packet: Buffer, start: number, end: number): number | null {
  let at = start
  while (at < end) {
    const head = packet.readUInt8(at)
    const id = head >> 4
    if (id === 15) return null
    if (id === 0) {
      at += 1
      continue
    }
    if (id === AUDIO_LEVEL_ID && at + 1 < end) return packet.readUInt8(at + 1) & 0x7f
    at += 2 + (head & 0x0f)
  }
  return null
}

/** The RTP clock of Opus is always 48 kHz (RFC 7587). */
const CLOCK_KHZ = 48
const FRAME_MS = 20
/** Larger jumps of the sequence number mean that the source restarted. */
const LATE_PACKETS = 1_000

/**
 * Turns packets of changing sources into one continuous RTP stream: one SSRC, and sequence numbers and timestamps that
 * continue where the previous source ended.
 */
export class StreamRewriter {
  readonly #ssrc: number
  #source: string | null = null
  #sequenceOffset = 0
  #timestampOffset = 0
  /** Sequence number of the source's first packet; older packets are dropped. */
  #first = 0
  /** Of the newest packet that was forwarded. */
  #sequence: number
  #timestamp: number
  #at = 0

  constructor(ssrc: number, sequence = 0, timestamp = 0) {
    this.#ssrc = ssrc
    this.#sequence = sequence & 0xffff
    this.#timestamp = timestamp >>> 0
  }

  /** Rewrites the packet in place. False when it must not be forwarded. */
  rewrite(packet: Buffer, header: RtpHeader, source: string, nowMs: number): boolean {
    const isNew = source !== this.#source || this.#hasJumped(header.sequence)
    if (isNew) this.#begin(header, source, nowMs)
    else if (isOlder(header.sequence, this.#first)) return false
    const sequence = (header.sequence + this.#sequenceOffset) & 0xffff
    const timestamp = (header.timestamp + this.#timestampOffset) >>> 0
    if (isNew || isOlder(this.#sequence, sequence)) {
      this.#sequence = sequence
      this.#timestamp = timestamp
      this.#at = nowMs
    }
    // The marker bit tells the receiver's jitter buffer that a talkspurt starts (RFC 3551, 4.1).
    const marker = isNew ? 0x80 : packet.readUInt8(1) & 0x80
    packet.writeUInt8(marker | header.payloadType, 1)
    packet.writeUInt16BE(sequence, 2)
    packet.writeUInt32BE(timestamp, 4)
    packet.writeUInt32BE(this.#ssrc, 8)
    return true
  }

  #hasJumped(sequence: number): boolean {
    const expected = (this.#sequence - this.#sequenceOffset) & 0xffff
    const ahead = (sequence - expected) & 0xffff
    return ahead > LATE_PACKETS && ahead < 0x1_0000 - LATE_PACKETS
  }

  #begin(header: RtpHeader, source: string, nowMs: number): void {
    const elapsedMs = this.#source === null ? FRAME_MS : Math.max(FRAME_MS, nowMs - this.#at)
    const timestamp = this.#timestamp + Math.round(elapsedMs) * CLOCK_KHZ
    this.#source = source
    this.#first = header.sequence
    this.#sequenceOffset = (this.#sequence + 1 - header.sequence) & 0xffff
    this.#timestampOffset = (timestamp - header.timestamp) >>> 0
  }
}

/** Sequence numbers wrap around (RFC 3550, A.1). */
const isOlder = (a: number, b: number): boolean => a !== b && ((b - a) & 0xffff) < 0x8000
