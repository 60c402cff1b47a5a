import { closeCodes } from '@tavla/contract/realtime'
import type { ClientFrame } from '@tavla/contract/realtime'
import { expect, test } from 'vitest'
import { flushMicrotasks, page } from '../socket-page.ts'
import { welcome } from '../testing.ts'

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
