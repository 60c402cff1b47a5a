import fc from 'fast-check'
import { expect, test } from 'vitest'
import { frameLimits } from './frame-limits.ts'
import { encodeFrame } from './framing.ts'
import { decodeClientFrame, decodeServerFrame, encodeClientFrame, encodeServerFrame } from './room-frames.ts'
import type { ClientFrame, ServerFrame } from './room-frames.ts'

const bytes = new Uint8Array([1, 2, 3])

test('every client message is decoded as it was encoded, payload included', () => {
  const frames: ClientFrame[] = [
    {
      t: 'hello',
      protocol: 1,
      schema: { frames: 'a', board: 'b' },
      ticket: 'x',
      room: { wid: 'w', lastSeq: 4, epoch: 'e' },
    },
    { t: 'join', wid: 'w', view: { page: 'p', box: [0, 0, 10, 10] } },
    { t: 'leave' },
    { t: 'need', chunks: ['c1', 'c2'] },
    { t: 'edit' },
    { t: 'preview' },
    { t: 'presence', page: 'p', cursor: [1.5, -2], selection: ['r'] },
    { t: 'presence', caret: { id: 'r', anchor: 1, head: 4 } },
    { t: 'presence', caret: null },
    { t: 'present', allows: 'contributor' },
    { t: 'present', allows: null },
    { t: 'ping', at: 12 },
  ]
  for (const frame of frames)
    expect(decodeClientFrame(encodeClientFrame(frame, bytes))).toEqual({ frame, payload: bytes })
})

test('a server message is decoded as it was encoded, also with a header longer than one length byte', () => {
  const chunks = Array.from({ length: 300 }, (_, index) => ({
    id: `c${index}`,
    page: 'p',
    box: null,
    bytes: 9,
    hash: null,
  }))
  const frame: ServerFrame = {
    t: 'welcome',
    wid: 'w',
    epoch: 'e',
    seq: 7,
    role: 'editor',
    c: '1',
    time: 5,
    tail: false,
    chunks,
    people: [],
  }
  expect(decodeServerFrame(encodeServerFrame(frame))).toEqual({ frame, payload: new Uint8Array(0) })
})

test('an author or role claimed by a client is dropped', () => {
  const forged = encodeFrame({ t: 'presence', cursor: [1, 2], uid: 'someone', role: 'owner', c: '9' })
  expect(decodeClientFrame(forged)).toEqual({
    frame: { t: 'presence', cursor: [1, 2] },
    payload: new Uint8Array(0),
  })
})

test('invalid messages return an error and never throw', () => {
  const hostile: [string, Uint8Array][] = [
    ['empty', new Uint8Array(0)],
    ['endless length', new Uint8Array([255, 255, 255, 255, 255, 255])],
    ['length beyond the end', new Uint8Array([40, 123])],
    ['broken UTF-8', new Uint8Array([2, 0xc3, 0x28])],
    ['not JSON', new Uint8Array([1, 123])],
    ['unknown kind', encodeFrame({ t: 'drop table' })],
    ['a list', encodeFrame([1, 2])],
    ['deep nesting', nested(7000)],
    ['a prototype', encodeFrame(JSON.parse('{"__proto__":{"t":"leave"}}') as object)],
    ['infinite cursor', raw('{"t":"presence","cursor":[1e999,0]}')],
    ['NaN cursor', raw('{"t":"presence","cursor":[NaN,0]}')],
    ['far cursor', raw('{"t":"presence","cursor":[1e300,0]}')],
    ['negative caret', raw('{"t":"presence","caret":{"id":"r","anchor":-1,"head":0}}')],
    ['caret between characters', raw('{"t":"presence","caret":{"id":"r","anchor":0,"head":0.5}}')],
    ['far caret', raw('{"t":"presence","caret":{"id":"r","anchor":0,"head":1e9}}')],
    [
      'too many ids',
      encodeFrame({ t: 'need', chunks: Array.from({ length: frameLimits.needChunks + 1 }, () => 'c') }),
    ],
  ]
  for (const [name, message] of hostile)
    expect([name, decodeClientFrame(message)]).toEqual([name, 'malformed'])
})

test('too large messages are refused before they are parsed', () => {
  expect(decodeClientFrame(new Uint8Array(frameLimits.clientFrame + 1))).toBe('too_large')
  expect(decodeClientFrame(encodeFrame({ t: 'leave', pad: 'x'.repeat(frameLimits.clientHeader) }))).toBe(
    'too_large',
  )
})

test('random bytes and damaged messages never throw', () => {
  const whole = encodeClientFrame({ t: 'join', wid: 'w', lastSeq: 4, epoch: 'e' }, bytes)
  const damaged = fc
    .array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 })
    .map((flips) => flips.reduce((frame, [at, value]) => frame.with(at, value), whole))
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), damaged), (message) => {
      const result = decodeClientFrame(message)
      expect(typeof result === 'string' || result.payload.length <= message.length).toBe(true)
    }),
    { seed: 7, numRuns: 2000 },
  )
})

function raw(text: string): Uint8Array {
  const body = new TextEncoder().encode(text)
  return new Uint8Array([body.length, ...body])
}

function nested(depth: number): Uint8Array {
  const text = '['.repeat(depth) + ']'.repeat(depth)
  const body = new TextEncoder().encode(text)
  return new Uint8Array([(body.length & 127) | 128, body.length >>> 7, ...body])
}
