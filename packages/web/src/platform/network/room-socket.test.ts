import { signal } from '@preact/signals-core'
import type { BoardPosition } from '@tavla/canvas/model'
import { closeCodes, decodeClientFrame, encodeServerFrame } from '@tavla/contract/realtime'
import type { ClientFrame, ServerFrame } from '@tavla/contract/realtime'
import { expect, test } from 'vitest'
import type { OfflineCache } from '../offline/offline-cache.ts'
import { fakeClock } from '../fake-clock.ts'
import type { CachedBoard } from '../offline/cached-boards-database.ts'
import { openRoomSocket, type SocketConnection } from './room-socket.ts'
import { type RoomVisit, type VisitedReplica, createRoomVisit } from '../offline/room-visit.ts'
import { welcome } from '../testing.ts'

/** A server controlled by the test; one connection per attempt. */
class Line implements SocketConnection {
  binaryType: BinaryType = 'blob'
  onopen: (() => void) | null = null
  onmessage: ((event: { readonly data: unknown }) => void) | null = null
  onclose: ((event: { readonly code: number }) => void) | null = null
  readonly sentFrames: ClientFrame[] = []
  closed = false

  send(bytes: Uint8Array): void {
    const received = decodeClientFrame(bytes)
    if (typeof received === 'string') throw new Error(received)
    this.sentFrames.push(received.frame)
  }

  close(): void {
    this.closed = true
  }

  receive(frame: ServerFrame, payload?: Uint8Array): void {
    this.onmessage?.({ data: encodeServerFrame(frame, payload).buffer })
  }
}

/** An offline cache with one board, or none. */
function createTestCache(
  cachedBoard: CachedBoard | null = null,
  parts: ReadonlyMap<string, Uint8Array> = new Map(),
) {
  const log: string[] = []
  const offlineCache: OfflineCache = {
    cachedBoard: cachedBoard,
    problem: signal(null),
    needsWholeBoard: false,
    has: (id) => parts.has(id),
    read: (id) => Promise.resolve(parts.get(id) ?? null),
    receiveWelcome: ({ seq }, tail, knownSeq) =>
      void log.push(`welcomed ${seq} ${tail.length} after ${knownSeq}`),
    chunk: (id, hash) => void log.push(`chunk ${id} ${hash}`),
    batch: ({ from, to, chain }) => void log.push(`batch ${from}-${to} ${chain}`),
    role: (role) => void log.push(`role ${role}`),
    clear: () => void log.push('forget'),
    flush: () => undefined,
    close: () => Promise.resolve(),
  }
  return { offlineCache, log }
}

const flushMicrotasks = async (): Promise<void> => {
  for (let step = 0; step < 10; step += 1) await Promise.resolve()
}

async function page(offlineCache: OfflineCache = createTestCache().offlineCache) {
  const clock = fakeClock()
  const lines: Line[] = []
  let tickets = 0
  const session = { token: 'first' as string | null, ended: [] as (string | null)[] }
  const network = { isTicketLost: false, abandoned: 0 }
  const closes: number[] = []
  const socket = openRoomSocket({
    token: () => session.token,
    onSessionEnded: (token) => void session.ended.push(token),
    onClosed: (code) => void closes.push(code),
    ticket: (signal) => {
      signal.addEventListener('abort', () => (network.abandoned += 1))
      const answer = { ticket: `t${(tickets += 1)}`, url: 'ws://x/api/live' }
      return network.isTicketLost ? new Promise(() => undefined) : Promise.resolve(answer)
    },
    connect: () => {
      const line = new Line()
      lines.push(line)
      return line
    },
    clock,
    random: () => 1,
    boardFormat: 'b',
  })
  const log: string[] = []
  const replica = (seq = 0): VisitedReplica & { seq: number; position: BoardPosition | null } => ({
    seq,
    position: null,
    madeAt: null,
    receive: {
      welcome({ seq: at, tail, chunks, missedDeletes = [] }) {
        log.push(`welcome ${at} ${tail ? 'tail' : chunks.length}`)
        for (const { seq: of, by } of missedDeletes) log.push(`missed ${by}@${of}`)
      },
      chunk: (id, bytes) => void log.push(`chunk ${id} ${bytes.length}`),
      batch: (bytes) => void log.push(`batch ${bytes.length}`),
      ack: (acks) => void log.push(`ack ${acks.map((ack) => `${ack.id}@${ack.seq}`).join()}`),
      reject: ({ id, refusal }) => void log.push(`reject ${id} ${refusal.refused}`),
      role: (role) => void log.push(`role ${role}`),
      missedDeletes: (deletes) =>
        void log.push(`missed ${deletes.map(({ seq, by }) => `${by}@${seq}`).join()}`),
      closed: () => void log.push('closed'),
    },
  })
  const visit = createRoomVisit({
    socket,
    wid: 'w',
    uid: 'u',
    clock,
    inflate: (bytes) => Promise.resolve(bytes),
    offlineCache: offlineCache,
  })
  await flushMicrotasks()
  const up = async (): Promise<Line> => {
    await flushMicrotasks()
    const line = lines.at(-1)
    if (!line) throw new Error('no try')
    line.onopen?.()
    line.receive({ t: 'ready', uid: 'u', time: clock.now() + 500 })
    return line
  }
  return { clock, lines, socket, log, replica, visit, up, session, closes, network }
}

test('a room joined or left during the handshake is sent right after it', async () => {
  const { lines, replica, visit } = await page()
  const [line] = lines
  line?.onopen?.()
  expect(line?.sentFrames).toHaveLength(1)
  expect(line?.sentFrames[0]).not.toHaveProperty('room')
  visit.start(replica())
  line?.receive({ t: 'ready', uid: 'u', time: 0 })
  expect(line?.sentFrames.slice(1)).toEqual([{ t: 'join', wid: 'w' }])

  const other = await page()
  other.visit.start(other.replica())
  other.lines[0]?.onopen?.()
  other.visit.leave()
  other.lines[0]?.receive({ t: 'ready', uid: 'u', time: 0 })
  expect(other.lines[0]?.sentFrames.slice(1)).toEqual([{ t: 'leave' }])
})

test('missed deletes reach the replica with the welcome and later; those seen are reported while joined', async () => {
  const { log, replica, visit, up } = await page()
  visit.start(replica())
  const line = await up()
  visit.missedDeletesSeen(3)
  const missed = [{ seq: 6, by: 'bo', ids: ['a'] }]
  line.receive(welcome({ missedDeletes: missed }))
  line.receive({ t: 'missedDeletes', deletes: [{ seq: 9, by: 'cy', ids: ['a'] }] })
  visit.missedDeletesSeen(9)
  expect(log).toEqual(['welcome 7 0', 'missed bo@6', 'missed cy@9'])
  const seen = line.sentFrames.filter(({ t }) => t === 'missedDeletesSeen')
  expect(seen).toEqual([{ t: 'missedDeletesSeen', seq: 9 }])
})

test('joins with the hello, feeds the replica, and rejoins from its last state', async () => {
  const { clock, lines, socket, log, replica, visit, up } = await page()
  const knownSeq = replica()
  visit.start(knownSeq)
  const line = await up()
  expect(line.sentFrames[0]).toMatchObject({ t: 'hello', ticket: 't1', room: { wid: 'w' } })
  expect([socket.state.value, socket.clockAhead.value, visit.sendEdit(new Uint8Array(1))]).toEqual([
    'open',
    500,
    false,
  ])
  line.receive(welcome({ chunks: [{ id: 'c1', page: '', box: null, bytes: 3, hash: null }] }))
  line.receive({ t: 'chunk', id: 'c1', seq: 7, hash: null }, new Uint8Array(3))
  line.receive({ t: 'batch', from: 8, to: 8 }, new Uint8Array(4))
  line.receive({ t: 'ack', acks: [{ id: 'a:1', seq: 8 }] })
  line.receive({ t: 'reject', id: 'a:2', reason: 'role', message: 'no' })
  await flushMicrotasks()
  expect(log).toEqual(['welcome 7 1', 'batch 4', 'ack a:1@8', 'reject a:2 role', 'chunk c1 3'])
  expect(visit.sendEdit(new Uint8Array(1))).toBe(true)
  knownSeq.position = { seq: 8, epoch: 'e', chain: 'c8' }
  line.onclose?.({ code: 1006 })
  expect([socket.state.value, log.at(-1), visit.sendEdit(new Uint8Array(1))]).toEqual([
    'connecting',
    'closed',
    false,
  ])
  clock.pass(400)
  const second = await up()
  expect(lines).toHaveLength(2)
  expect(second.sentFrames[0]).toMatchObject({
    t: 'hello',
    ticket: 't2',
    room: { wid: 'w', lastSeq: 8, epoch: 'e', chain: 'c8' },
  })
})

test('delays between attempts grow, and a page that becomes visible reconnects at once', async () => {
  const { clock, lines, socket } = await page()
  for (const [pause, count] of [
    [400, 2],
    [800, 3],
    [1600, 4],
  ] as const) {
    lines.at(-1)?.onclose?.({ code: 1006 })
    clock.pass(pause - 1)
    await flushMicrotasks()
    expect(lines).toHaveLength(count - 1)
    clock.pass(1)
    await flushMicrotasks()
    expect(lines).toHaveLength(count)
  }
  lines.at(-1)?.onclose?.({ code: closeCodes.draining.code })
  socket.reconnect()
  await flushMicrotasks()
  expect(lines).toHaveLength(5)
})

test('a page reconnects sooner when another server has taken the board', async () => {
  const { clock, lines, up } = await page()
  const line = await up()
  line.onclose?.({ code: closeCodes.draining.code })
  clock.pass(100)
  await flushMicrotasks()
  expect(lines).toHaveLength(2)
})

test('a half-open connection is detected by a ping without an answer', async () => {
  const { clock, lines, socket, up } = await page()
  const line = await up()
  clock.pass(10_000)
  expect(line.sentFrames.at(-1)?.t).toBe('ping')
  line.receive({ t: 'pong', at: 1, time: 1 })
  clock.pass(10_000)
  clock.pass(8_000)
  expect([line.closed, socket.state.value]).toEqual([true, 'connecting'])
  clock.pass(400)
  await flushMicrotasks()
  expect(lines).toHaveLength(2)
})

const edit = (socket: { send(frame: ClientFrame, payload: Uint8Array): boolean }, bytes = 10): void => {
  socket.send({ t: 'edit' }, new Uint8Array(bytes))
}

test('a server that does not answer an edit is asked soon, and given up without an answer', async () => {
  const { clock, lines, socket, up } = await page()
  const line = await up()
  edit(socket)
  clock.pass(500)
  edit(socket)
  clock.pass(499)
  expect(line.sentFrames.at(-1)?.t).toBe('edit')
  clock.pass(1)
  expect(line.sentFrames.at(-1)?.t).toBe('ping')
  clock.pass(1_999)
  expect(socket.state.value).toBe('open')
  clock.pass(1)
  expect([line.closed, socket.state.value]).toEqual([true, 'connecting'])
  clock.pass(400)
  await flushMicrotasks()
  expect(lines).toHaveLength(2)
})

test('on a network that is slower than that, fewer connections are given up each time', async () => {
  const { clock, socket, up } = await page()
  for (const answerMs of [2_000, 4_000, 8_000, 8_000]) {
    await up()
    edit(socket)
    clock.pass(1_000 + answerMs - 1)
    expect(socket.state.value).toBe('open')
    clock.pass(1)
    expect(socket.state.value).toBe('connecting')
    clock.pass(3_200)
    await flushMicrotasks()
  }
})

test('a large edit may be on its way for longer, and any message shows that the server is there', async () => {
  const { clock, socket, up } = await page()
  const line = await up()
  edit(socket, 100_000)
  clock.pass(8_999)
  expect(socket.state.value).toBe('open')
  line.receive({ t: 'ack', acks: [{ id: 'a:1', seq: 1 }] })
  clock.pass(9_999)
  expect(line.sentFrames.filter(({ t }) => t === 'ping')).toHaveLength(1)
  expect(socket.state.value).toBe('open')
})

test('an attempt without a ticket is given up, and the next one has more time', async () => {
  const { clock, network, lines, up } = await page()
  const line = await up()
  network.isTicketLost = true
  line.onclose?.({ code: 1006 })
  clock.pass(400)
  await flushMicrotasks()
  const before = network.abandoned
  for (const [openMs, delayMs] of [
    [5_000, 800],
    [10_000, 1_600],
    [15_000, 3_200],
  ] as const) {
    const given = network.abandoned
    clock.pass(openMs - 1)
    expect(network.abandoned).toBe(given)
    clock.pass(1)
    expect(network.abandoned).toBe(given + 1)
    network.isTicketLost = openMs < 15_000
    clock.pass(delayMs)
    await flushMicrotasks()
  }
  expect(network.abandoned).toBe(before + 3)
  expect(lines).toHaveLength(2)
})

test('when the browser reports that the network is lost, the answer has only a short time', async () => {
  const { clock, socket, up } = await page()
  const line = await up()
  socket.probe()
  expect(line.sentFrames.at(-1)?.t).toBe('ping')
  line.receive({ t: 'pong', at: 1, time: 1 })
  clock.pass(9_999)
  expect(socket.state.value).toBe('open')
  socket.probe()
  clock.pass(1_500)
  expect(socket.state.value).toBe('connecting')
})

test('only an outdated page and an ended session are not retried', async () => {
  for (const name of Object.keys(closeCodes) as (keyof typeof closeCodes)[]) {
    const { clock, lines, socket, closes, up } = await page()
    const line = await up()
    line.onclose?.({ code: closeCodes[name].code })
    clock.pass(60_000)
    await flushMicrotasks()
    const stays = { outdated: 'outdated', session_ended: 'signed-out' }[String(name)]
    const expected = stays ? [stays, 1] : ['connecting', 2]
    expect([socket.state.value, lines.length], name).toEqual(expected)
    expect(closes, name).toEqual([closeCodes[name].code])
  }
})

test('a connection that closes as soon as it is ready is retried with growing delays', async () => {
  const { clock, lines, up } = await page()
  const pauses: number[] = []
  for (let round = 0; round < 8; round += 1) {
    const line = await up()
    line.onclose?.({ code: closeCodes.bad_frame.code })
    const opened = lines.length
    let waited = 0
    for (; lines.length === opened; waited += 100) {
      clock.pass(100)
      await flushMicrotasks()
    }
    pauses.push(waited)
  }
  expect(pauses).toEqual([400, 800, 1_600, 3_200, 6_000, 6_000, 6_000, 6_000])
  const line = await up()
  // Repeated frames show that the connection works: the next delay is the shortest.
  for (let pings = 0; pings < 3; pings += 1) {
    clock.pass(5_000)
    line.receive({ t: 'pong', at: 1, time: 1 })
  }
  line.onclose?.({ code: 1006 })
  const opened = lines.length
  clock.pass(400)
  await flushMicrotasks()
  expect(lines.length).toBe(opened + 1)
})

test('an ended session is reported with the token that its ticket was requested with', async () => {
  const { session, socket, up } = await page()
  const line = await up()
  line.onclose?.({ code: closeCodes.session_ended.code })
  expect([session.ended, socket.state.value]).toEqual([['first'], 'signed-out'])
})

test('a session with a replaced token reconnects: at once, or as soon as the new token is stored', async () => {
  for (const when of ['before', 'after']) {
    const { session, socket, lines, up } = await page()
    const line = await up()
    if (when === 'before') session.token = 'second'
    line.onclose?.({ code: closeCodes.session_ended.code })
    if (when === 'after') {
      socket.renew()
      await flushMicrotasks()
      expect([lines.length, socket.state.value]).toEqual([1, 'signed-out'])
      session.token = 'second'
      socket.renew()
    }
    await flushMicrotasks()
    expect([lines.length, session.ended]).toEqual([2, ['first']])
    await up()
    expect(socket.state.value).toBe('open')
  }
})

test('after a sign-out it does not reconnect', async () => {
  const { session, socket, lines, up } = await page()
  const line = await up()
  session.token = null
  line.onclose?.({ code: closeCodes.session_ended.code })
  socket.renew()
  await flushMicrotasks()
  expect(lines.length).toBe(1)
})

test('a room of one user is left unsent when the browser’s session has become another user’s', async () => {
  const { clock, lines, log, replica, visit, socket, session, up } = await page()
  visit.start(replica())
  const line = await up()
  line.receive(welcome())
  line.onclose?.({ code: 1006 })
  clock.pass(400)
  await flushMicrotasks()
  const other = lines.at(-1)
  other?.onopen?.()
  log.length = 0
  other?.receive({ t: 'ready', uid: 'v', time: 0 })
  other?.receive(welcome())
  expect([other?.closed, socket.state.value, log]).toEqual([true, 'signed-out', ['closed']])
  clock.pass(60_000)
  await flushMicrotasks()
  expect(lines).toHaveLength(2)

  session.token = 'second'
  socket.renew()
  await up()
  expect(socket.state.value).toBe('open')

  // The board was read from the browser while the connection became ready.
  const later = await page()
  later.lines[0]?.onopen?.()
  later.lines[0]?.receive({ t: 'ready', uid: 'v', time: 0 })
  later.visit.start(later.replica())
  expect([later.lines[0]?.closed, later.lines[0]?.sentFrames.map(({ t }) => t)]).toEqual([true, ['hello']])
})

test('messages for another room or an earlier visit are ignored', async () => {
  const { log, replica, visit, up } = await page()
  visit.start(replica())
  const line = await up()
  line.receive({ t: 'batch', from: 1, to: 1 }, new Uint8Array(1))
  line.receive(welcome({ wid: 'other' }))
  line.receive(welcome())
  line.receive({ t: 'chunk', id: 'old', seq: 7, hash: null }, new Uint8Array(1))
  visit.rejoin()
  line.receive({ t: 'batch', from: 8, to: 8 }, new Uint8Array(1))
  line.receive(welcome())
  await flushMicrotasks()
  expect(log).toEqual(['welcome 7 0', 'welcome 7 0'])
  visit.leave()
  line.receive({ t: 'batch', from: 8, to: 8 }, new Uint8Array(1))
  expect([log.length, line.sentFrames.at(-1)?.t]).toEqual([2, 'leave'])
})

test('a temporary refusal is retried, a final one only reported', async () => {
  const { clock, log, replica, visit, up } = await page()
  visit.start(replica())
  const line = await up()
  line.receive({ t: 'refused', wid: 'w', code: 5000, reason: 'storage', retry: true })
  expect([visit.refusal.value?.reason, log]).toEqual(['storage', ['closed']])
  const sentWithin = (ms: number): number => {
    const before = line.sentFrames.length
    clock.pass(ms)
    return line.sentFrames.length - before
  }
  const refuse = () => line.receive({ t: 'refused', wid: 'w', code: 5000, reason: 'storage', retry: true })
  expect(sentWithin(300)).toBe(1)
  expect(line.sentFrames.at(-1)?.t).toBe('join')
  refuse()
  expect([sentWithin(599), sentWithin(1)]).toEqual([0, 1])
  for (let times = 0; times < 3; times += 1) {
    refuse()
    clock.pass(2_000)
  }
  refuse()
  expect([sentWithin(1_999), sentWithin(1)]).toEqual([0, 1])
  line.receive(welcome())
  expect(visit.refusal.value).toBe(null)
  refuse()
  expect(sentWithin(300)).toBe(1)
  line.receive(welcome())
  line.receive({ t: 'refused', wid: 'w', code: 4004, reason: 'removed', retry: false })
  const sentCount = line.sentFrames.length
  clock.pass(9_000)
  expect([visit.refusal.value?.code, line.sentFrames.length]).toEqual([4004, sentCount])
})

test('presence is sent at most every 50 ms with the latest values, and again after a welcome', async () => {
  const { clock, replica, visit, up } = await page()
  visit.start(replica())
  const line = await up()
  line.receive(welcome())
  const shown = (): unknown[] =>
    line.sentFrames.filter((frame) => frame.t === 'presence' || frame.t === 'preview')
  clock.pass(50)
  visit.presence.show({ cursor: [1, 1] })
  visit.presence.show({ cursor: [2, 2] })
  visit.presence.show({ page: 'p' })
  visit.presence.preview(new Uint8Array(2))
  clock.pass(49)
  expect(shown()).toEqual([{ t: 'presence', cursor: [1, 1] }])
  clock.pass(1)
  expect(shown().slice(1)).toEqual([{ t: 'presence', cursor: [2, 2], page: 'p' }, { t: 'preview' }])
  clock.pass(200)
  expect(shown()).toHaveLength(3)
  line.receive(welcome())
  expect(shown().at(-1)).toEqual({ t: 'presence', cursor: [2, 2], page: 'p' })
})

test('people join, move and leave, and their previews are removed with them', async () => {
  const { replica, visit, up } = await page()
  const gestures: string[] = []
  visit.presence.onPreview((c, edit) => gestures.push(`${c} ${edit?.length ?? 'end'}`))
  visit.start(replica())
  const line = await up()
  const bob = { c: '2', uid: 'b', name: 'Bob', photo: null, role: 'viewer', showing: {} } as const
  line.receive(welcome({ people: [bob] }))
  line.receive({
    t: 'presence',
    shown: [
      { c: '2', showing: { cursor: [1, 2] } },
      { c: '9', showing: {} },
    ],
  })
  line.receive({ t: 'preview', c: '2' }, new Uint8Array(5))
  expect([...visit.presence.people.value.values()]).toEqual([{ ...bob, showing: { cursor: [1, 2] } }])
  line.receive({ t: 'presence', gone: ['2'] })
  expect([visit.presence.people.value.size, gestures]).toEqual([0, ['2 5', '2 end']])
})

test('while someone presents, the board gets the lower role, and the membership stays unchanged', async () => {
  const { log, replica, visit, up } = await page()
  visit.start(replica())
  const line = await up()
  const presenting = { c: 'other', uid: 'o', name: 'Ada', allows: 'viewer' as const }
  line.receive(welcome())
  line.receive({ t: 'presenting', presenting })
  expect([visit.presenting.value, visit.role.value, log.at(-1)]).toEqual([
    presenting,
    'editor',
    'role viewer',
  ])
  line.receive({ t: 'role', wid: 'w', role: 'admin' })
  expect([visit.role.value, log.at(-1)]).toEqual(['admin', 'role admin'])
  line.receive({ t: 'role', wid: 'w', role: 'editor' })
  line.receive({ t: 'presenting', presenting: null })
  expect([visit.presenting.value, log.at(-1)]).toEqual([null, 'role editor'])
})

test('a presenter continues after a reconnect unless someone else presents, and leaving ends it', async () => {
  const { clock, replica, visit, up } = await page()
  visit.start(replica(7))
  const presents = (line: Line | undefined) => line?.sentFrames.filter(({ t }) => t === 'present')
  const mine = { c: 'me', uid: 'u', name: 'Me', allows: 'contributor' as const }
  let line = await up()
  line.receive(welcome())
  visit.present('contributor')
  line.receive({ t: 'presenting', presenting: mine })
  const reconnectAs = async (presenting?: typeof mine): Promise<void> => {
    line.onclose?.({ code: 1006 })
    clock.pass(60_000)
    line = await up()
    line.receive(welcome({ c: 'again', ...(presenting ? { presenting } : {}) }))
  }
  for (const presenting of [undefined, mine]) {
    await reconnectAs(presenting)
    expect(presents(line)).toEqual([{ t: 'present', allows: 'contributor' }])
    line.receive({ t: 'presenting', presenting: { ...mine, c: 'again' } })
  }
  visit.leave()
  expect(presents(line)?.at(-1)).toEqual({ t: 'present', allows: null })

  visit.start(replica(7))
  line.receive(welcome())
  line.receive({ t: 'presenting', presenting: mine })
  await reconnectAs({ ...mine, c: 'other', uid: 'o' })
  expect([presents(line), visit.presenting.value?.uid]).toEqual([[], 'o'])
})

const byte = new Uint8Array(1)
const cachedBoard: CachedBoard = {
  facts: {
    epoch: 'e',
    seq: 5,
    role: 'editor',
    chunks: [{ id: 'c1', page: '', box: null, bytes: 1, hash: 'h1' }],
  },
  batches: [{ from: 6, to: 7, bytes: byte, chain: 'c7' }],
}

/** A fake replica that requests its chunks and is complete once they have arrived. */
function createReplica(visit: RoomVisit, log: string[]): VisitedReplica {
  let position: BoardPosition | null = null
  return {
    get seq() {
      return position?.seq ?? 0
    },
    madeAt: null,
    get position() {
      return position
    },
    receive: {
      welcome({ seq: at, tail, chunks }) {
        log.push(`welcome ${at} ${tail ? 'tail' : chunks.length}`)
        visit.need(chunks.map(({ id }) => id))
      },
      chunk(id) {
        log.push(`chunk ${id}`)
        position = { seq: 5, epoch: 'e', chain: 'c5' }
      },
      batch(_bytes, chain = '') {
        log.push('batch')
        position = { seq: 7, epoch: 'e', chain }
      },
      ack: () => undefined,
      reject: () => undefined,
      role: () => undefined,
      missedDeletes: () => undefined,
      closed: () => void log.push('closed'),
    },
  }
}

test('a cached board is shown before there is a connection, and only later edits are requested', async () => {
  const { offlineCache, log: written } = createTestCache(cachedBoard, new Map([['c1', byte]]))
  const { visit, up } = await page(offlineCache)
  const log: string[] = []
  visit.start(createReplica(visit, log))
  await flushMicrotasks()
  expect(log).toEqual(['welcome 5 1', 'closed', 'chunk c1', 'batch'])
  const line = await up()
  expect(line.sentFrames.find(({ t }) => t === 'join' || t === 'hello')).toMatchObject({
    room: { wid: 'w', lastSeq: 7, epoch: 'e', chain: 'c7' },
  })
  line.receive(welcome({ seq: 9, tail: true }), new Uint8Array(4))
  line.receive({ t: 'batch', from: 10, to: 10, chain: 'c10' }, byte)
  expect(written).toEqual(['welcomed 9 4 after 7', 'batch 10-10 c10'])
})

test('an unreadable cached board is removed completely, and the whole board is requested', async () => {
  const { offlineCache, log: written } = createTestCache(cachedBoard)
  offlineCache.has = () => true
  const { visit, up } = await page(offlineCache)
  const log: string[] = []
  visit.start(createReplica(visit, log))
  await flushMicrotasks()
  expect(log).toEqual(['welcome 5 1', 'closed', 'welcome 5 1', 'closed'])
  expect(written).toEqual(['forget'])
  const line = await up()
  expect(JSON.stringify(line.sentFrames)).not.toContain('lastSeq')
})

test('only chunks that are not cached are requested', async () => {
  const { offlineCache } = createTestCache(null, new Map([['c1', byte]]))
  const { visit, up } = await page(offlineCache)
  const log: string[] = []
  visit.start(createReplica(visit, log))
  const line = await up()
  const part = (id: string) => ({ id, page: '', box: null, bytes: 1, hash: id })
  line.receive(welcome({ chunks: [part('c1'), part('c2')] }))
  await flushMicrotasks()
  expect(line.sentFrames.filter(({ t }) => t === 'need')).toEqual([{ t: 'need', chunks: ['c2'] }])
  expect(log).toEqual(['welcome 7 2', 'chunk c1'])
})

test('a board that the user can no longer access is removed from the cache', async () => {
  const { offlineCache, log: written } = createTestCache()
  const { visit, replica, up } = await page(offlineCache)
  visit.start(replica())
  const line = await up()
  line.receive(welcome())
  line.receive({ t: 'refused', wid: 'w', code: 5000, reason: 'later', retry: true })
  expect(written).toEqual(['welcomed 7 0 after 0'])
  line.receive({ t: 'refused', wid: 'w', code: 4004, reason: 'removed', retry: false })
  expect(written.at(-1)).toBe('forget')
})
