import {
  closeCodes,
  currentVersion,
  decodeServerFrame,
  encodeClientFrame,
  frameLimits,
  protocolHistory,
} from '@tavla/contract/realtime'
import type { ClientFrame } from '@tavla/contract/realtime'
import { expect, test } from 'vitest'
import { manualClock } from '../../ports/clock/manual.ts'
import type { Visitor } from '../room-access.ts'
import { Connection } from './connection.ts'
import { realtimeLimits } from '../realtime-limits.ts'
import { type Joining, type RoomHandle, Session, type SessionHost } from './session.ts'
import { findMessages } from '../testing/find-messages.ts'

const hello: Extract<ClientFrame, { t: 'hello' }> = {
  t: 'hello',
  protocol: currentVersion.protocol,
  schema: { frames: currentVersion.frames, board: 'b' },
  ticket: 'good',
}
const visitor: Visitor = { uid: 'u', session: 's', name: 'Ada', photo: null }
const turn = async (): Promise<void> => {
  for (let step = 0; step < 20; step += 1) await Promise.resolve()
}

function tab() {
  const log: string[] = []
  const clock = manualClock()
  const joins: { joining: Joining; answer: (handle: RoomHandle | null) => void }[] = []
  const host: SessionHost = {
    clock,
    access: {
      redeem: (ticket) => Promise.resolve(ticket === 'good' ? visitor : null),
      getVisitor: () => Promise.resolve(visitor),
      renewOpenSessions: (sessions) => Promise.resolve(new Set(sessions)),
      listAccess: () => Promise.resolve(null),
      memberships: () => Promise.resolve(new Set()),
    },
    boardFormat: 'b',
    arrive: () => true,
    depart: () => void log.push('depart'),
    watch: () => undefined,
    takesJoin: () => true,
    redeemForwarded: () => null,
    join: (_visitor, _connection, joining) =>
      new Promise((resolve) => joins.push({ joining, answer: resolve })),
  }
  const connection = new Connection(
    'c',
    {
      bufferedAmount: 0,
      send(frames, more) {
        for (const message of findMessages(frames, more)) {
          const received = decodeServerFrame(message)
          if (typeof received === 'string') log.push(received)
          else log.push(received.frame.t === 'reject' ? `reject ${received.frame.reason}` : received.frame.t)
        }
      },
      onDrained: () => undefined,
      close: (_code, reason) => void log.push(`closed: ${reason}`),
      pause: () => undefined,
      resume: () => undefined,
    },
    clock,
  )
  const session = new Session(host, connection)
  const send = async (frame: ClientFrame, payload?: Uint8Array): Promise<void> => {
    session.receive(encodeClientFrame(frame, payload))
    await turn()
  }
  const seat = (wid: string): RoomHandle => ({
    wid,
    edit: (bytes) => void log.push(`${wid}: edit ${bytes.length}`),
    preview: () => void log.push(`${wid}: preview`),
    show: (showing) => void log.push(`${wid}: show ${JSON.stringify(showing)}`),
    need: (chunks) => void log.push(`${wid}: need ${chunks.join()}`),
    present: (allows) => void log.push(`${wid}: present ${allows}`),
    missedDeletesSeen: (seq) => void log.push(`${wid}: seen ${seq}`),
    leave: () => void log.push(`${wid}: leave`),
  })
  return { log, clock, joins, session, connection, send, handle: seat, host }
}

test('a valid ticket opens the socket once, then messages are delivered in order', async () => {
  const { log, joins, send, handle, session } = tab()
  await send({ ...hello, room: { wid: 'w', lastSeq: 3, epoch: 'e' } })
  expect(joins[0]?.joining.request).toEqual({ wid: 'w', lastSeq: 3, epoch: 'e' })
  joins[0]?.answer(handle('w'))
  await turn()
  await send({ t: 'edit' }, new Uint8Array(3))
  await send({ t: 'preview' })
  await send({ t: 'presence', cursor: [1, 2] })
  await send({ t: 'need', chunks: ['a', 'b'] })
  await send({ t: 'present', allows: 'viewer' })
  await send({ t: 'ping', at: 1 })
  await send({ t: 'leave' })
  await send({ t: 'edit' }, new Uint8Array(3))
  session.onClosed()
  expect(log).toEqual([
    'ready',
    'w: edit 3',
    'w: preview',
    'w: show {"cursor":[1,2]}',
    'w: need a,b',
    'w: present viewer',
    'pong',
    'w: leave',
    'depart',
  ])
})

test('a join overtaken by another one does not join twice', async () => {
  const { log, joins, send, handle } = tab()
  await send(hello)
  await send({ t: 'join', wid: 'one' })
  await send({ t: 'join', wid: 'two' })
  expect(joins.map(({ joining }) => joining.isCurrent())).toEqual([false, true])
  joins[1]?.answer(handle('two'))
  await turn()
  joins[0]?.answer(handle('one'))
  await turn()
  await send({ t: 'edit' }, new Uint8Array(1))
  expect(log).toEqual(['ready', 'one: leave', 'two: edit 1'])
})

test('a join that completes after the tab has closed is released', async () => {
  const { log, joins, send, handle, session } = tab()
  await send({ ...hello, room: { wid: 'w' } })
  session.onClosed()
  joins[0]?.answer(handle('w'))
  await turn()
  expect(log).toEqual(['ready', 'depart', 'w: leave'])
})

test('messages out of order close the socket with a reason', async () => {
  const cases: [string, (one: ReturnType<typeof tab>) => Promise<void> | void][] = [
    ['bad_frame', ({ send }) => send({ t: 'join', wid: 'w' })],
    ['bad_frame', ({ session }) => session.receive(new Uint8Array([9, 9, 9]))],
    [
      'bad_frame',
      async ({ send }) => {
        await send(hello)
        await send(hello)
      },
    ],
    ['too_large', ({ session }) => session.receive(new Uint8Array(frameLimits.clientFrame + 1))],
    ['bad_ticket', ({ send }) => send({ ...hello, ticket: 'used' })],
    ['outdated', ({ send }) => send({ ...hello, schema: { ...hello.schema, board: 'older' } })],
    ['server_outdated', ({ send }) => send({ ...hello, protocol: currentVersion.protocol + 1 })],
    ['no_hello', ({ clock }) => clock.advance(realtimeLimits.helloWithin)],
  ]
  for (const [name, act] of cases) {
    const one = tab()
    await act(one)
    expect(one.log.at(-1)).toBe(`closed: ${name}`)
    expect(closeCodes).toHaveProperty(name)
  }
})

test('a client of an older protocol is served, with reasons that it knows', async () => {
  const received = new Map<number, readonly string[]>()
  for (const { protocol, frames } of protocolHistory.slice(1)) {
    const { log, send, connection } = tab()
    await send({ ...hello, protocol, schema: { frames, board: 'b' } })
    for (const reason of ['busy', 'contents', 'locked'] as const)
      connection.send({ t: 'reject', id: 'a:1', reason, message: 'no' })
    received.set(protocol, log)
  }
  const older = ['ready', 'reject too_large', 'reject not_yours', 'reject locked']
  const current = ['ready', 'reject busy', 'reject contents', 'reject locked']
  expect(Object.fromEntries(received)).toEqual({
    2: older,
    3: older,
    4: current,
    5: current,
    6: current,
  })
})

test('a flood of messages is closed, a normal rate never is', async () => {
  const steady = tab()
  await steady.send(hello)
  for (let second = 0; second < 60; second += 1) {
    for (let each = 0; each < realtimeLimits.framesPerSecond; each += 1)
      steady.session.receive(encodeClientFrame({ t: 'leave' }))
    steady.clock.advance(1000)
  }
  expect(steady.log).toEqual(['ready'])
  const flood = tab()
  for (let each = 0; each <= realtimeLimits.framesBurst; each += 1)
    flood.session.receive(encodeClientFrame({ ...hello, ticket: 'good' }))
  expect(flood.log).toEqual(['closed: bad_frame'])
  const fast = tab()
  await fast.send(hello)
  for (let each = 0; each <= realtimeLimits.framesBurst; each += 1)
    fast.session.receive(encodeClientFrame({ t: 'leave' }))
  expect(fast.log.at(-1)).toBe('closed: too_many')
})

test('joins have a rate per socket and person; beyond it the tab is asked to retry', async () => {
  const { session, clock, log, joins } = tab()
  session.receive(encodeClientFrame(hello))
  await turn()
  const join = (): void => session.receive(encodeClientFrame({ t: 'join', wid: 'w' }))
  for (let count = 0; count < 1_800; count += 1) join()
  expect(joins).toHaveLength(realtimeLimits.socketJoinsBurst)
  expect(new Set(log)).toEqual(new Set(['ready', 'refused']))
  clock.advance(1_000)
  join()
  expect(joins).toHaveLength(realtimeLimits.socketJoinsBurst + realtimeLimits.socketJoinsPerSecond)
})
