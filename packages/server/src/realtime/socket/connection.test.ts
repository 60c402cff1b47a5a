import { closeCodes, decodeServerFrame } from '@tavla/contract/realtime'
import { expect, test } from 'vitest'
import { manualClock } from '../../ports/clock/manual.ts'
import { Connection } from './connection.ts'
import type { SocketConnection } from './connection.ts'
import { realtimeLimits } from '../realtime-limits.ts'
import { findMessages } from '../testing/find-messages.ts'

const turn = async (): Promise<void> => {
  for (let step = 0; step < 10; step += 1) await Promise.resolve()
}
const small = new Uint8Array(10)

/** A receiver that takes nothing until `drain`. */
function createSlowConnection() {
  const sent: Uint8Array[] = []
  let drained = (): void => undefined
  const log: string[] = []
  let buffered = 0
  const wire: SocketConnection = {
    get bufferedAmount() {
      return buffered
    },
    send(message) {
      sent.push(message)
      buffered += message.length
    },
    onDrained: (act) => void (drained = act),
    close: (code, reason) => void log.push(`${code} ${reason}`),
    pause: () => void log.push('pause'),
    resume: () => void log.push('resume'),
  }
  const take = (bytes: number): void => {
    buffered = Math.max(0, buffered - bytes)
    if (buffered === 0) drained()
  }
  return { wire, sent, log, take, drain: () => take(Infinity) }
}

function getKind(frames: Uint8Array): string {
  const received = decodeServerFrame(findMessages(frames)[0] ?? frames)
  return typeof received === 'string' ? received : received.frame.t
}

test('a slow receiver loses cursors first, then edits, and is told when it can catch up', () => {
  const { wire, sent, drain } = createSlowConnection()
  const connection = new Connection('c', wire, manualClock())
  let caughtUp = 0
  connection.onCaughtUp = () => (caughtUp += 1)
  connection.sendFramed(new Uint8Array(realtimeLimits.presenceBudget + 1), 'batch')
  expect(connection.sendFramed(small, 'passing')).toBe(false)
  expect(connection.sendFramed(small, 'batch')).toBe(true)
  connection.sendFramed(new Uint8Array(realtimeLimits.batchBudget), 'batch')
  expect(connection.sendFramed(small, 'batch')).toBe(false)
  expect(connection.behind).toBe(true)
  expect(connection.sendFramed(small, 'must')).toBe(true)
  expect(sent).toHaveLength(4)
  drain()
  expect([connection.behind, caughtUp]).toEqual([false, 1])
  expect(connection.sendFramed(small, 'passing')).toBe(true)
})

const tooSlow = `${closeCodes.too_slow.code} too_slow`

test('a receiver that stays behind is closed with a reason, also when nothing more is sent', () => {
  const { wire, log } = createSlowConnection()
  const clock = manualClock()
  const connection = new Connection('c', wire, clock)
  connection.sendFramed(new Uint8Array(realtimeLimits.batchBudget + 1), 'batch')
  clock.advance(realtimeLimits.slowFor - 1)
  expect(log).toEqual([])
  clock.advance(1)
  expect(log).toEqual([tooSlow])
  expect([connection.closedAs, connection.sendFramed(small, 'must')]).toEqual(['too_slow', false])
})

test('required messages can fall behind and are limited like all others', () => {
  const clock = manualClock()
  const late = createSlowConnection()
  const behind = new Connection('c', late.wire, clock)
  behind.sendFramed(new Uint8Array(realtimeLimits.batchBudget + 1), 'must')
  clock.advance(realtimeLimits.slowFor)
  expect(late.log).toEqual([tooSlow])

  const full = createSlowConnection()
  const flooded = new Connection('c', full.wire, clock)
  const piece = new Uint8Array(512 * 1024)
  for (let count = 0; count < 1_000; count += 1) flooded.sendFramed(piece, 'must')
  expect(full.log).toEqual([tooSlow])
  expect(full.sent.length * piece.length).toBeLessThanOrEqual(realtimeLimits.waitingBudget + piece.length)
})

test('a message of any size is sent to a receiver that reads', () => {
  const { wire, log, drain } = createSlowConnection()
  const clock = manualClock()
  const connection = new Connection('c', wire, clock)
  connection.sendFramed(new Uint8Array(2 * realtimeLimits.waitingBudget), 'must')
  drain()
  clock.advance(10 * realtimeLimits.slowFor)
  connection.sendFramed(small, 'must')
  expect(log).toEqual([])
})

test('a slow receiver that continues to read keeps its socket and catches up', () => {
  const { wire, log, take } = createSlowConnection()
  const clock = manualClock()
  const connection = new Connection('c', wire, clock)
  let caughtUp = 0
  connection.onCaughtUp = () => (caughtUp += 1)
  connection.sendFramed(new Uint8Array(6 * realtimeLimits.slowReadBytes), 'must')
  connection.sendFramed(small, 'batch')
  for (let round = 0; round < 5; round += 1) {
    take(realtimeLimits.slowReadBytes)
    clock.advance(realtimeLimits.slowFor)
  }
  expect([log, caughtUp]).toEqual([[], 0])
  take(realtimeLimits.slowReadBytes)
  expect([log, caughtUp]).toEqual([[], 1])
  connection.sendFramed(new Uint8Array(realtimeLimits.batchBudget + 1), 'must')
  take(realtimeLimits.slowReadBytes - 1)
  connection.sendFramed(new Uint8Array(realtimeLimits.batchBudget), 'must')
  clock.advance(realtimeLimits.slowFor)
  expect(log).toEqual([tooSlow])
})

test('unread answers are limited, too', () => {
  const { wire, log } = createSlowConnection()
  const connection = new Connection('c', wire, manualClock())
  connection.sendFramed(new Uint8Array(realtimeLimits.chunkWindow), 'must')
  for (let count = 0; count <= realtimeLimits.queuedAnswers; count += 1)
    connection.later(() => Promise.resolve())
  expect(log).toEqual([`${closeCodes.too_many.code} too_many`])
})

test('an answer that cannot be created ends its socket and is reported', async () => {
  const { wire, log } = createSlowConnection()
  const connection = new Connection('c', wire, manualClock())
  const faults: unknown[] = []
  connection.onFailure = (error) => void faults.push(error)
  const fault = new Error('no chunk')
  connection.later(() => Promise.reject(fault))
  await turn()
  expect([faults, log]).toEqual([[fault], [`${closeCodes.failure.code} failure`]])
})

test('large answers are created one by one as the socket drains', async () => {
  const { wire, sent, drain } = createSlowConnection()
  const connection = new Connection('c', wire, manualClock())
  let made = 0
  for (let index = 0; index < 4; index += 1) {
    connection.later(() => {
      made += 1
      connection.sendFramed(new Uint8Array(realtimeLimits.chunkWindow), 'must')
      return Promise.resolve()
    })
  }
  await turn()
  expect(made).toBe(1)
  drain()
  await turn()
  expect(made).toBe(2)
  connection.dropQueued()
  drain()
  await turn()
  expect([made, sent.length]).toEqual([2, 2])
})

test('too many uncommitted bytes pause reading until they are settled', () => {
  const { wire, log } = createSlowConnection()
  const connection = new Connection('c', wire, manualClock())
  connection.unsettled(realtimeLimits.unsettledBytes)
  connection.unsettled(1)
  connection.unsettled(5)
  connection.unsettled(-realtimeLimits.unsettledBytes)
  expect(log).toEqual(['pause', 'resume'])
})

test('after a close nothing is sent', () => {
  const { wire, sent, log } = createSlowConnection()
  const connection = new Connection('c', wire, manualClock())
  connection.send({ t: 'pong', at: 1, time: 2 })
  connection.close('draining')
  connection.close('failure')
  connection.send({ t: 'pong', at: 1, time: 2 })
  expect([sent.map(getKind), log]).toEqual([['pong'], [`${closeCodes.draining.code} draining`]])
})
