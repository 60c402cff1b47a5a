import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AUDIO_LEVEL_ID, parseRtpHeader, StreamRewriter } from './rtp.ts'
import { replaceAddresses, listCandidates, removeCandidates } from './sdp.ts'

/** A packet of one-byte extensions and a payload, as a browser sends it. */
function packet(sequence: number, timestamp: number, level: number | null = 20): Buffer {
  const bytes = Buffer.alloc(level === null ? 15 : 23)
  bytes.writeUInt8(level === null ? 0x80 : 0x90, 0)
  bytes.writeUInt8(111, 1)
  bytes.writeUInt16BE(sequence & 0xffff, 2)
  bytes.writeUInt32BE(timestamp >>> 0, 4)
  bytes.writeUInt32BE(77, 8)
  if (level === null) return bytes
  bytes.writeUInt16BE(0xbede, 12)
  bytes.writeUInt16BE(1, 14)
  bytes.writeUInt8(AUDIO_LEVEL_ID << 4, 17)
  bytes.writeUInt8(0x80 | level, 18)
  return bytes
}

function rewrite(stream: StreamRewriter, sent: Buffer, source: string, nowMs: number) {
  const header = parseRtpHeader(sent)
  if (!header || !stream.rewrite(sent, header, source, nowMs)) return null
  return { sequence: sent.readUInt16BE(2), timestamp: sent.readUInt32BE(4), marker: sent.readUInt8(1) >> 7 }
}

describe('an RTP header', () => {
  it('contains the level, also after padding', () => {
    expect(parseRtpHeader(packet(7, 9, 33))).toEqual({
      payloadType: 111,
      sequence: 7,
      timestamp: 9,
      ssrc: 77,
      level: 33,
    })
    expect(parseRtpHeader(packet(7, 9, null))?.level).toBeNull()
    const other = packet(7, 9, 33)
    other.writeUInt8(0, 16)
    expect(parseRtpHeader(other)?.level).toBe(33)
  })

  it('is rejected for RTCP, truncated packets and random bytes', () => {
    const report = packet(1, 1)
    report.writeUInt8(200, 1)
    expect(parseRtpHeader(report)).toBeNull()
    for (let length = 0; length < 20; length += 1)
      expect(parseRtpHeader(packet(1, 1).subarray(0, length))).toBeNull()
    const anything = fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      const header = parseRtpHeader(Buffer.from(bytes))
      return header === null || header.level === null || header.level < 128
    })
    fc.assert(anything, { seed: 5, numRuns: 3_000 })
  })
})

describe('the stream of a slot', () => {
  it('continues over changes of speaker, wrap-around and pauses', () => {
    const stream = new StreamRewriter(1_003, 65_534, 0xffff_ff00)
    expect(rewrite(stream, packet(65_535, 0xffff_fff0), 'ada', 0)).toEqual({
      sequence: 65_535,
      timestamp: (0xffff_ff00 + 960) % 2 ** 32,
      marker: 1,
    })
    expect(rewrite(stream, packet(0, 0xffff_fff0 + 960), 'ada', 20)).toMatchObject({ sequence: 0, marker: 0 })
    const before = rewrite(stream, packet(1, 0xffff_fff0 + 1_920), 'ada', 40)
    const after = rewrite(stream, packet(500, 123), 'bob', 1_040)
    expect(after).toEqual({
      sequence: 2,
      timestamp: ((before?.timestamp ?? 0) + 48_000) % 2 ** 32,
      marker: 1,
    })
  })

  it('keeps late packets in order and drops those from before a change of speaker', () => {
    const stream = new StreamRewriter(1_000)
    rewrite(stream, packet(10, 0), 'ada', 0)
    const ahead = rewrite(stream, packet(12, 1_920), 'ada', 40)
    const late = rewrite(stream, packet(11, 960), 'ada', 41)
    expect((ahead?.sequence ?? 0) - (late?.sequence ?? 0)).toBe(1)
    rewrite(stream, packet(100, 0), 'bob', 60)
    expect(rewrite(stream, packet(99, 0), 'bob', 61)).toBeNull()
  })

  it('never goes backwards, in whatever order people speak', () => {
    const talk = fc.array(
      fc.record({ source: fc.constantFrom('ada', 'bob', 'cy'), packets: fc.integer({ min: 1, max: 40 }) }),
      { minLength: 2, maxLength: 30 },
    )
    const starts = fc.record({ ada: fc.nat(65_535), bob: fc.nat(65_535), cy: fc.nat(65_535) })
    const goesOn = fc.property(talk, starts, (turns, first) => {
      const stream = new StreamRewriter(1_000)
      const next: Record<string, number> = { ...first }
      let nowMs = 0
      let last: number | null = null
      for (const { source, packets } of turns)
        for (let count = 0; count < packets; count += 1) {
          const sequence = next[source] ?? 0
          next[source] = sequence + 1
          const sent = rewrite(stream, packet(sequence, sequence * 960), source, (nowMs += 20))
          if (last !== null) expect(((sent?.sequence ?? 0) - last) & 0xffff).toBe(1)
          last = sent?.sequence ?? null
        }
    })
    fc.assert(goesOn, { seed: 11, numRuns: 200 })
  })
})

describe('a session description', () => {
  const sdp = [
    'v=0',
    'a=candidate:1 1 UDP 2122260223 192.168.1.5 3000 typ host',
    'a=candidate:2 1 UDP 2122260222 10.0.0.1 3000 typ host',
    'a=candidate:3 1 UDP 1000 203.0.113.9 3000 typ srflx raddr 10.0.0.1 rport 3000',
    'a=end-of-candidates',
    'm=audio',
  ].join('\r\n')

  it('loses the ICE candidates of the client', () => {
    expect(removeCandidates(sdp)).toBe('v=0\r\nm=audio')
  })

  it('names the configured public address once instead of local ones', () => {
    const replaced = replaceAddresses(sdp, '198.51.100.7')
    expect(replaced).not.toMatch(/192\.168|10\.0\.0|203\.0/)
    expect(replaced.match(/198\.51\.100\.7 3000 typ host/g)).toHaveLength(1)
    expect(listCandidates(replaced)).toEqual(['candidate:1 1 UDP 2122260223 198.51.100.7 3000 typ host'])
    expect(replaceAddresses(sdp, null)).toBe(sdp)
  })
})
