import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import {
  closeCodes,
  currentVersion,
  decodeServerFrame,
  encodeClientFrame,
  frameLimits,
} from '@tavla/contract/realtime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { Log, LogFields } from '../../log.ts'
import { systemClock } from '../../ports/clock/system-clock.ts'
import { FairScheduler, realLoop, type SchedulerLoop, usualBudget } from '../../rate-limits/fair-scheduler.ts'
import { clientFrame, RawSocket, upgradeRequest } from '../../testing/hostile/raw-socket.ts'
import type { Connection } from './connection.ts'
import { type Gateway, openGateway } from './gateway.ts'
import { realtimeLimits } from '../realtime-limits.ts'

const logged: [string, LogFields | undefined][] = []
const log: Log = {
  debug: () => undefined,
  info: (message, fields) => void logged.push([message, fields]),
  warn: () => undefined,
  error: (message, fields) => void logged.push([message, fields]),
}
const server = createServer((_request, response) => response.end())
const serverSockets = new Set<Socket>()
server.on('connection', (socket) => {
  serverSockets.add(socket)
  socket.once('close', () => serverSockets.delete(socket))
})
const { protocol, frames } = currentVersion
const hello = encodeClientFrame({ t: 'hello', protocol, schema: { frames, board: 'b' }, ticket: 't' })
/** While turns are held back, each message takes up a turn. */
let heldTurns: (() => void)[] | null = null
let heldMs = 0
const loop: SchedulerLoop = {
  now: () => (heldTurns ? (heldMs += usualBudget.usual) : realLoop.now()),
  nextTurn: (act) => (heldTurns ? void heldTurns.push(act) : realLoop.nextTurn(act)),
}
function releaseTurns(): void {
  const held = heldTurns ?? []
  heldTurns = null
  for (const act of held) act()
}
let gateway: Gateway
let base: string
/** A bug that the next hello meets. */
let fault: Error | null
/** Called with each connection that joins a room. */
let joined: (connection: Connection) => void = () => undefined
const port = (): number => (server.address() as AddressInfo).port

beforeEach(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `ws://127.0.0.1:${port()}`
  fault = null
  logged.length = 0
  let count = 0
  gateway = openGateway({
    server,
    path: '/api/live',
    clock: systemClock,
    log,
    scheduler: new FairScheduler(loop, usualBudget),
    newId: () => `c${(count += 1)}`,
    canOpen: (origin) => origin === 'http://ours',
    isNode: (id) => id === 'this-one',
    host: {
      clock: systemClock,
      access: {
        redeem() {
          if (fault) throw fault
          return Promise.resolve({ uid: 'ada', session: 's' })
        },
        getVisitor: (holder) => Promise.resolve({ ...holder, name: 'Ada', photo: null }),
        renewOpenSessions: (sessions) => Promise.resolve(new Set(sessions)),
        listAccess: () => Promise.resolve(null),
        memberships: () => Promise.resolve(new Set()),
      },
      boardFormat: 'b',
      arrive: () => true,
      depart: () => undefined,
      watch: () => undefined,
      takesJoin: () => true,
      redeemForwarded: () => null,
      join(_visitor, connection) {
        joined(connection)
        return Promise.resolve(null)
      },
    },
  })
})

afterEach(async () => {
  releaseTurns()
  await gateway.drain(0)
  server.removeAllListeners('upgrade')
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const getEnd = (socket: WebSocket): Promise<number> =>
  new Promise((resolve) => {
    socket.on('close', resolve)
    socket.on('error', () => undefined)
  })
const opened = (socket: WebSocket): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.on('open', resolve)
    socket.on('error', reject)
  })

test('pages of other sites are refused, our own and non-browser clients are not', async () => {
  const foreign = new WebSocket(`${base}/api/live`, { origin: 'http://evil' })
  expect(await getEnd(foreign)).toBe(closeCodes.bad_origin.code)
  for (const options of [{ origin: 'http://ours' }, {}]) {
    const socket = new WebSocket(`${base}/api/live?x=1`, options)
    await opened(socket)
    socket.send(new Uint8Array([1, 2]))
    expect(await getEnd(socket)).toBe(closeCodes.bad_frame.code)
  }
})

test('text, oversized and invalid messages close the socket with their code', async () => {
  const cases: [number, string | Uint8Array][] = [
    [closeCodes.bad_frame.code, '{"t":"hello"}'],
    [closeCodes.bad_frame.code, new Uint8Array([255, 255, 255, 255, 255])],
    [closeCodes.too_large.code, new Uint8Array(frameLimits.clientFrame + 1)],
    [1009, new Uint8Array(2 * frameLimits.clientFrame + 1)],
  ]
  for (const [code, message] of cases) {
    const socket = new WebSocket(`${base}/api/live`)
    await opened(socket)
    socket.send(message)
    expect(await getEnd(socket)).toBe(code)
  }
})

test('a draining server asks clients to reconnect and accepts no new ones', async () => {
  const socket = new WebSocket(`${base}/api/live`)
  await opened(socket)
  await gateway.drain(0)
  expect(await getEnd(socket)).toBe(closeCodes.draining.code)
  await expect(opened(new WebSocket(`${base}/api/live`))).rejects.toThrow('503')
})

test('a stopping server still accepts what other processes forward to its boards, until it drains', async () => {
  gateway.refuseNew()
  await expect(opened(new WebSocket(`${base}/api/live`))).rejects.toThrow('503')
  const forwarded = new WebSocket(`${base}/api/live?node=this-one`)
  await opened(forwarded)
  await gateway.drain(0)
  expect(await getEnd(forwarded)).toBe(closeCodes.draining.code)
  await expect(opened(new WebSocket(`${base}/api/live?node=this-one`))).rejects.toThrow('503')
})

test('every upgrade is answered, whatever its path, and the connection ends', async () => {
  const targets = ['/', '//', '//[', '/api/lively', 'http://', '*', '/%']
  for (const target of targets) {
    const raw = await RawSocket.open(port())
    raw.write(upgradeRequest(target))
    await raw.closed
    expect([target, raw.statuses]).toEqual([target, [404]])
  }
})

test('an upgrade whose connection breaks at once ends nothing else', async () => {
  for (const target of ['/', '/api/live']) {
    const raw = await RawSocket.open(port())
    raw.write(upgradeRequest(target))
    await raw.flushed()
    raw.reset()
    await raw.closed
  }
  await opened(new WebSocket(`${base}/api/live`))
})

test('a refused client can send anything without effect', async () => {
  const raw = await RawSocket.open(port())
  raw.write(upgradeRequest('/api/live', 'Origin: http://evil'))
  await raw.waitForText('\r\n\r\n')
  raw.write(clientFrame(new Uint8Array(3), 0xf2))
  await raw.closed
  await opened(new WebSocket(`${base}/api/live`))
})

test('a socket that does not read is closed at 8 MB and then terminated, and its memory is freed', async () => {
  const joining = new Promise<Connection>((resolve) => (joined = resolve))
  const raw = await RawSocket.open(port())
  raw.write(upgradeRequest())
  await raw.waitForText('\r\n\r\n')
  raw.stopReading()
  raw.write(clientFrame(hello))
  raw.write(clientFrame(encodeClientFrame({ t: 'join', wid: 'w' })))
  const connection = await joining
  const piece = new Uint8Array(256 * 1024)
  let sent = 0
  while (connection.sendFramed(piece, 'must')) {
    sent += piece.length
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(connection.closedAs).toBe('too_slow')
  // What the system's own buffers take on the way is not ours.
  expect(sent).toBeGreaterThan(realtimeLimits.waitingBudget)
  await expect.poll(() => serverSockets.size).toBe(0)
  expect(logged).toContainEqual([
    'a socket closed',
    expect.objectContaining({ uid: 'ada', code: closeCodes.too_slow.code, kind: 'too_slow' }),
  ])
  raw.reset()
})

test('an error caused by a message ends its socket and no other, and is logged', async () => {
  const other = new WebSocket(`${base}/api/live`)
  await opened(other)
  fault = new Error('a bug')
  const socket = new WebSocket(`${base}/api/live`)
  await opened(socket)
  socket.send(hello)
  expect(await getEnd(socket)).toBe(closeCodes.failure.code)
  expect(other.readyState).toBe(WebSocket.OPEN)
  expect(logged).toContainEqual(['A socket failed', { id: 'c2', error: fault }])
})

/** A socket that has been let in. */
async function admitted(): Promise<WebSocket> {
  const socket = new WebSocket(`${base}/api/live`)
  const ready = new Promise((resolve) => socket.once('message', resolve))
  await opened(socket)
  socket.send(hello)
  await ready
  return socket
}

test('messages sent before a client left are still processed, however long they wait', async () => {
  const events: string[] = []
  joined = () => events.push('joined')
  const [busy, leaving] = [await admitted(), await admitted()]
  heldTurns = []
  busy.send(encodeClientFrame({ t: 'ping', at: 1 }))
  await expect.poll(() => heldTurns?.length).toBe(1)
  leaving.send(encodeClientFrame({ t: 'join', wid: 'w' }))
  leaving.close(1000)
  await getEnd(leaving)
  // Sockets of earlier tests may end only now.
  const closes = () => logged.filter(([, fields]) => fields?.['id'] === 'c2')
  expect([events, closes()]).toEqual([[], []])
  releaseTurns()
  joined = () => undefined
  expect(events).toEqual(['joined'])
  // This side may hear of the close after the client does.
  const closed = ['a socket closed', expect.objectContaining({ uid: 'ada', code: 1000 })]
  await expect.poll(() => closes()).toEqual([closed])
})

test('a socket with queued messages is not read until they are processed, and loses none', async () => {
  const socket = await admitted()
  const received: number[] = []
  socket.on('message', (data: Buffer) => {
    const message = decodeServerFrame(data)
    if (typeof message !== 'string' && message.frame.t === 'pong') received.push(message.frame.at)
  })
  heldTurns = []
  const count = 2 * realtimeLimits.waitingMessages.items
  const sent = Array.from({ length: count }, (_, at) => at)
  for (const at of sent) socket.send(encodeClientFrame({ t: 'ping', at }))
  await expect.poll(() => [...serverSockets].some((one) => one.isPaused())).toBe(true)
  expect(received.length).toBeLessThan(2)
  releaseTurns()
  await expect.poll(() => received).toEqual(sent)
})

test('the log contains the code with which each socket was closed, and by whom', async () => {
  const left = new WebSocket(`${base}/api/live`)
  await opened(left)
  left.close(1000)
  await getEnd(left)
  const broken = new WebSocket(`${base}/api/live`)
  await opened(broken)
  broken.send('text')
  await getEnd(broken)
  // Sockets of earlier tests may end only now.
  const closes = () =>
    logged.flatMap(([message, fields]) =>
      message === 'a socket closed' && fields?.kind !== 'draining' ? [fields] : [],
    )
  await expect.poll(() => closes().length).toBe(2)
  const ms = expect.any(Number) as number
  expect(closes()).toEqual([
    { id: 'c1', code: 1000, ms },
    { id: 'c2', code: closeCodes.bad_frame.code, kind: 'bad_frame', ms },
  ])
})
