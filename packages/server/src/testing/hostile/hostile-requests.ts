import { FORMAT_HASH } from '@tavla/canvas/model'
import { currentVersion, encodeClientFrame, frameLimits } from '@tavla/contract/realtime'
import { clientFrame, head, upgradeRequest } from './raw-socket.ts'

/** Bytes that no client of ours sends, in the pieces in which they arrive; a reset is tried after each. */
export interface HostileRequest {
  readonly name: string
  readonly pieces: readonly (string | Uint8Array)[]
  /** The server rightly waits for more; `holdSlowConnections` looks at how long. */
  readonly isIncomplete?: true
}

const get = (target: string, ...more: readonly string[]): string =>
  head(`GET ${target} HTTP/1.1`, 'Host: localhost', ...more)
const post = (body: string, ...more: readonly string[]): readonly string[] => [
  head('POST /api/user/login HTTP/1.1', 'Host: localhost', 'Content-Type: application/json', ...more),
  body,
]
const text = (value: string): Uint8Array => new TextEncoder().encode(value)

/** Targets that a parser of URLs chokes on, or reads differently from what stands there. */
const targets: readonly string[] = [
  '//',
  '///',
  '//[',
  '//:0',
  '//evil.example/api/live',
  '/\\',
  '/%',
  '/%zz',
  '/%c0%ae%c0%ae/',
  '/api/live/..',
  '/api/live%00',
  '/api//live',
  '/api/../../etc/passwd',
  '*',
  'http://',
  'http://[::1',
  'http://localhost:99999999/',
  '?',
  `/${'a'.repeat(4_000)}`,
]

const upgrades: readonly HostileRequest[] = [
  ...targets.map((target) => ({
    name: `an upgrade to ${target.slice(0, 40)}`,
    pieces: [upgradeRequest(target)],
  })),
  { name: 'an upgrade to another path', pieces: [upgradeRequest('/healthz')] },
  { name: 'an upgrade to a call', pieces: [upgradeRequest('/api/space/list')] },
  {
    name: 'an upgrade to HTTP/2',
    pieces: [get('/healthz', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c')],
  },
  { name: 'an upgrade to nothing', pieces: [get('/api/live', 'Connection: Upgrade', 'Upgrade:')] },
  {
    name: 'an upgrade without a key',
    pieces: [get('/api/live', 'Connection: Upgrade', 'Upgrade: websocket')],
  },
  { name: 'an upgrade by POST', pieces: [upgradeRequest().replace('GET', 'POST')] },
  { name: 'an upgrade of version 99', pieces: [upgradeRequest().replace('Version: 13', 'Version: 99')] },
  { name: 'an upgrade with a broken key', pieces: [upgradeRequest().replace('dGhl', '!!!!')] },
  {
    name: 'an upgrade with broken protocols',
    pieces: [upgradeRequest('/api/live', 'Sec-WebSocket-Protocol: ,,;"')],
  },
  {
    name: 'an upgrade with broken extensions',
    pieces: [upgradeRequest('/api/live', 'Sec-WebSocket-Extensions: permessage-deflate; x="')],
  },
  { name: 'an upgrade with a body', pieces: [upgradeRequest('/api/live', 'Content-Length: 5'), 'hello'] },
  { name: 'an upgrade from a page of nobody', pieces: [upgradeRequest('/api/live', 'Origin: null')] },
  { name: 'an upgrade after another request', pieces: [get('/healthz') + upgradeRequest()] },
  { name: 'an upgrade and a request behind it', pieces: [upgradeRequest() + get('/healthz')] },
  { name: 'a tunnel', pieces: [head('CONNECT localhost:22 HTTP/1.1', 'Host: localhost')] },
]

const plain: readonly HostileRequest[] = [
  ...targets.map((target) => ({ name: `a request for ${target.slice(0, 40)}`, pieces: [get(target)] })),
  { name: 'nothing at all', pieces: [], isIncomplete: true },
  { name: 'no HTTP', pieces: ['SSH-2.0-OpenSSH_9.9\r\n'] },
  { name: 'the start of TLS', pieces: [new Uint8Array([22, 3, 1, 0, 200, 1, 0, 0, 196, 3, 3])] },
  { name: 'zero bytes', pieces: [new Uint8Array(1_000)] },
  { name: 'the preface of HTTP/2', pieces: ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'] },
  { name: 'HTTP/0.9', pieces: ['GET /healthz\r\n\r\n'] },
  { name: 'a version that is none', pieces: [head('GET / HTTP/9.9', 'Host: localhost')] },
  { name: 'a method that nobody knows', pieces: [head('BREW / HTTP/1.1', 'Host: localhost')] },
  { name: 'no host', pieces: [head('GET /healthz HTTP/1.1')] },
  { name: 'two hosts', pieces: [head('GET /healthz HTTP/1.1', 'Host: a', 'Host: b')] },
  { name: 'a header without a name', pieces: [head('GET / HTTP/1.1', 'Host: localhost', ': x')] },
  { name: 'a header with a NUL', pieces: [head('GET / HTTP/1.1', 'Host: localhost', 'X: a\0b')] },
  { name: 'a folded header', pieces: [head('GET / HTTP/1.1', 'Host: localhost', 'X: a', ' b')] },
  { name: 'a header of 100 KB', pieces: [get('/', `X: ${'a'.repeat(100_000)}`)] },
  { name: '5,000 headers', pieces: [get('/', ...Array.from({ length: 5_000 }, (_, at) => `X${at}: 1`))] },
  { name: 'lines that end in a bare line feed', pieces: ['GET /healthz HTTP/1.1\nHost: localhost\n\n'] },
  { name: 'an expectation that nobody knows', pieces: [get('/healthz', 'Expect: a miracle')] },
  { name: 'two lengths', pieces: post('{}', 'Content-Length: 2', 'Content-Length: 3') },
  { name: 'a negative length', pieces: post('{}', 'Content-Length: -1') },
  {
    name: 'a length and chunks',
    pieces: post('0\r\n\r\n', 'Content-Length: 5', 'Transfer-Encoding: chunked'),
  },
  { name: 'a length far too large', pieces: post('{', 'Content-Length: 99999999999') },
  { name: 'a chunk that is no number', pieces: post('zz\r\n{}\r\n', 'Transfer-Encoding: chunked') },
  {
    name: 'a chunk without an end',
    pieces: post('ffffffff\r\n{', 'Transfer-Encoding: chunked'),
    isIncomplete: true,
  },
  {
    name: 'a chunk with an endless extension',
    pieces: post(`1;${'a'.repeat(50_000)}`, 'Transfer-Encoding: chunked'),
  },
  { name: 'an encoding that nobody knows', pieces: post('{}', 'Transfer-Encoding: gzip') },
  { name: 'less body than announced', pieces: post('{"email":', 'Content-Length: 50'), isIncomplete: true },
  { name: 'more body than announced', pieces: post('{}{}{}GET', 'Content-Length: 2') },
  {
    name: 'a form without an end',
    pieces: [
      'POST /api/file/upload/direct HTTP/1.1\r\nHost: localhost\r\n',
      head('Content-Type: multipart/form-data; boundary=x', 'Content-Length: 99'),
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a',
    ],
    isIncomplete: true,
  },
  {
    name: 'a file that is put nowhere',
    pieces: [head('PUT /api/file/put/x HTTP/1.1', 'Host: localhost', 'Content-Length: 1000'), 'a'],
  },
  { name: 'forty requests at once', pieces: [get('/healthz').repeat(40)] },
  {
    name: 'requests at once, the last one broken',
    pieces: [get('/healthz').repeat(3) + 'GET / HTTP/x\r\n\r\n'],
  },
  { name: 'large files at once', pieces: [get('/api/openapi.json').repeat(20)] },
]

const frames = (...pieces: readonly (string | Uint8Array)[]): HostileRequest['pieces'] => [
  upgradeRequest(),
  ...pieces,
]
const { protocol, frames: frameHash } = currentVersion
const hello = (ticket: string): Uint8Array =>
  clientFrame(
    encodeClientFrame({ t: 'hello', protocol, schema: { frames: frameHash, board: FORMAT_HASH }, ticket }),
  )

/** On a web socket that is open: frames that the protocol below ours forbids, and messages that ours does. */
const sockets: readonly HostileRequest[] = [
  { name: 'a web socket that says nothing', pieces: frames() },
  { name: 'half a frame', pieces: frames(new Uint8Array([0x82])) },
  { name: 'a frame without a mask', pieces: frames(new Uint8Array([0x82, 3, 1, 2, 3])) },
  { name: 'a frame with reserved bits', pieces: frames(clientFrame(text('x'), 0xf2)) },
  { name: 'a frame of an unknown kind', pieces: frames(clientFrame(text('x'), 0x8b)) },
  {
    name: 'a frame of 2^63 bytes',
    pieces: frames(new Uint8Array([0x82, 0xff, 0x7f, ...Array<number>(7).fill(255), 0, 0, 0, 0])),
  },
  { name: 'a ping that is too long', pieces: frames(clientFrame(new Uint8Array(200), 0x89)) },
  { name: 'a ping in fragments', pieces: frames(clientFrame(text('x'), 0x09)) },
  { name: 'a continuation of nothing', pieces: frames(clientFrame(text('x'), 0x80)) },
  {
    name: 'a message without an end',
    pieces: frames(clientFrame(text('x'), 0x02), clientFrame(text('y'), 0x00)),
  },
  { name: 'a close with a code that is none', pieces: frames(clientFrame(new Uint8Array([0, 1]), 0x88)) },
  { name: 'a close of one byte', pieces: frames(clientFrame(new Uint8Array([3]), 0x88)) },
  { name: 'a message of text', pieces: frames(clientFrame(text('{"t":"hello"}'), 0x81)) },
  { name: 'text that is no UTF-8', pieces: frames(clientFrame(new Uint8Array([0xff]), 0x81)) },
  { name: 'an empty message', pieces: frames(clientFrame(new Uint8Array(0))) },
  { name: 'a message of another protocol', pieces: frames(clientFrame(text('GET / HTTP/1.1'))) },
  {
    name: 'a message that is too large',
    pieces: frames(clientFrame(new Uint8Array(2 * frameLimits.clientFrame + 1))),
  },
  { name: 'a hello with a ticket of nobody', pieces: frames(hello('x')) },
  {
    name: 'a join before the hello',
    pieces: frames(clientFrame(encodeClientFrame({ t: 'join', wid: 'w' }))),
  },
  {
    name: 'a broken frame from a foreign page',
    pieces: [upgradeRequest('/api/live', 'Origin: http://evil.example'), new Uint8Array([0xf2, 3, 1, 2, 3])],
  },
]

/** Everything a stranger may try. */
export const hostileRequests: readonly HostileRequest[] = [...upgrades, ...plain, ...sockets]

/** Somebody who may edit a board sends what is no edit. */
export function malformedEdit(wid: string, ticket: string): HostileRequest {
  const join = clientFrame(encodeClientFrame({ t: 'join', wid }))
  const broken = clientFrame(encodeClientFrame({ t: 'edit' }, new Uint8Array([255, 255, 255])))
  return { name: 'an edit that is none', pieces: frames(hello(ticket), join, broken) }
}
