const VERSION_AND_ONE_BLOCK = 0x81
const RECEIVER_REPORT = 201
const REPORT_BYTES = 32
const SEQUENCES = 0x1_0000
/** A larger gap means that the sender restarted. */
const LARGEST_GAP = 3_000

/**
 * Counts the packets of one microphone for RTCP receiver reports (RFC 3550, 6.4.2 and A.3). Browsers add forward error
 * correction to Opus only while reports tell them that packets are lost.
 */
export class ReceptionStats {
  #ssrc: number | null = null
  /** Sequence numbers, extended by the number of wrap-arounds. */
  #first = 0
  #highest = 0
  #received = 0
  #expectedBefore = 0
  #receivedBefore = 0

  add(ssrc: number, sequence: number): void {
    const ahead = (sequence - this.#highest) & (SEQUENCES - 1)
    const isLate = ahead >= SEQUENCES - LARGEST_GAP
    if (ssrc !== this.#ssrc || (ahead > LARGEST_GAP && !isLate)) return this.#start(ssrc, sequence)
    this.#received += 1
    if (!isLate) this.#highest += ahead
  }

  /** A report about the packets since the previous one; null before the first packet. */
  createReport(): Buffer | null {
    if (this.#ssrc === null) return null
    const expected = this.#highest - this.#first + 1
    const expectedNow = expected - this.#expectedBefore
    const lostNow = Math.max(0, expectedNow - (this.#received - this.#receivedBefore))
    this.#expectedBefore = expected
    this.#receivedBefore = this.#received
    const report = Buffer.alloc(REPORT_BYTES)
    report.writeUInt8(VERSION_AND_ONE_BLOCK, 0)
    report.writeUInt8(RECEIVER_REPORT, 1)
    // In 32-bit words, minus one.
    report.writeUInt16BE(REPORT_BYTES / 4 - 1, 2)
    report.writeUInt32BE(1, 4)
    report.writeUInt32BE(this.#ssrc, 8)
    report.writeUInt8(expectedNow > 0 ? Math.min(255, Math.floor((256 * lostNow) / expectedNow)) : 0, 12)
    report.writeUIntBE(Math.min(0x7f_ffff, Math.max(0, expected - this.#received)), 13, 3)
    report.writeUInt32BE(this.#highest % 2 ** 32, 16)
    return report
  }

  #start(ssrc: number, sequence: number): void {
    this.#ssrc = ssrc
    this.#first = sequence
    this.#highest = sequence
    this.#received = 1
    this.#expectedBefore = 0
    this.#receivedBefore = 0
  }
}
