import { parseRtpHeader } from '../ports/voice/embedded/rtp.ts'

const SENT_AT_BYTES = 8
const CLOCK_KHZ = 48
/** Source of every client's packets; servers give receivers one of their own. */
export const packetSource = 4_711

export interface PacketOptions {
  readonly sequence: number
  /** Duration of its sound, ms. */
  readonly frameMs: number
  /** Id of the audio level extension; null leaves it out. */
  readonly levelId: number | null
  /** In -dBov. */
  readonly level: number
}

export function createPacket(payload: Buffer, options: PacketOptions): Buffer {
  return Buffer.concat([createHeader(options), payload])
}

/** The sender and the time instead of sound. */
export function createPayload(sender: string): Buffer {
  const sentAt = Buffer.alloc(SENT_AT_BYTES)
  sentAt.writeDoubleBE(performance.now())
  return Buffer.concat([sentAt, Buffer.from(sender)])
}

function createHeader({ sequence, frameMs, levelId, level }: PacketOptions): Buffer {
  const header = Buffer.alloc(levelId === null ? 12 : 20)
  header.writeUInt8(levelId === null ? 0x80 : 0x90, 0)
  header.writeUInt8(111, 1)
  header.writeUInt16BE(sequence & 0xffff, 2)
  header.writeUInt32BE((sequence * frameMs * CLOCK_KHZ) >>> 0, 4)
  header.writeUInt32BE(packetSource, 8)
  if (levelId === null) return header
  header.writeUInt16BE(0xbede, 12)
  header.writeUInt16BE(1, 14)
  header.writeUInt8(levelId << 4, 16)
  header.writeUInt8(0x80 | level, 17)
  return header
}

/** What a client has received, for tests and benchmarks that wait for it. */
export class PacketReceiver {
  /** Received senders with their number of packets. */
  readonly incoming = new Map<string, number>()
  /** Of packets between clients of this process, ms. */
  readonly latencies: number[] = []
  /** Called with what each packet carries. */
  onPayload: ((payload: Buffer) => void) | null = null
  #listeners: (() => void)[] = []

  /** Waits for a packet, or another change that was notified, that fulfils the condition. */
  async waitUntil(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) await new Promise<void>((resolve) => this.#listeners.push(resolve))
  }

  /** Waits until packets of all these senders have arrived. */
  async waitUntilReceives(...senders: string[]): Promise<void> {
    this.incoming.clear()
    await this.waitUntil(() => senders.every((sender) => (this.incoming.get(sender) ?? 0) > 5))
  }

  /** Counts a packet; ignores what is none of a client's. */
  receivePacket(packet: Buffer): void {
    const payload = getPayload(packet)
    if (payload) this.onPayload?.(payload)
    const read = payload && readPayload(payload)
    if (!read) return
    this.latencies.push(read.latencyMs)
    this.incoming.set(read.sender, (this.incoming.get(read.sender) ?? 0) + 1)
    this.notify()
  }

  /** Lets those that wait look again. */
  notify(): void {
    for (const changed of this.#listeners.splice(0)) changed()
  }
}

/** What an RTP packet carries; undefined for anything else. The server may add, change or remove extensions. */
function getPayload(packet: Buffer): Buffer | undefined {
  if (!parseRtpHeader(packet)) return undefined
  const hasExtension = (packet.readUInt8(0) & 0x10) !== 0
  return packet.subarray(12 + (hasExtension ? 4 + 4 * packet.readUInt16BE(14) : 0))
}

/** Who sent a packet, and how long it took, ms, from a client of this process. */
function readPayload(payload: Buffer): { readonly sender: string; readonly latencyMs: number } | undefined {
  if (payload.length <= SENT_AT_BYTES) return undefined
  const latencyMs = performance.now() - payload.readDoubleBE(0)
  return { sender: payload.subarray(SENT_AT_BYTES).toString(), latencyMs }
}
