import { closeCodes, decodeServerFrame } from '@tavla/contract/realtime'
import { expect, test } from 'vitest'
import { manualClock } from '../ports/clock/manual.ts'
import { Connection } from './connection.ts'
import type { Wire } from './connection.ts'
import { realtimeLimits } from './limits.ts'
import { messagesIn } from './testing/messages.ts'

const turn = async (): Promise<void> => {
  for (let step = 0; step < 10; step += 1) await Promise.resolve()
}
const small = new Uint8Array(10)

/** A receiver that takes nothing until `drain`. */
function slowWire() {
  const sent: Uint8Array[] = []
  let drained = (): void => undefined
  const log: string[] = []
  let buffered = 0
  const wire: Wire = {
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
  const drain = (): void => {
    buffered = 0
    drained()
  }
  return { wire, sent, log, drain }
}

function kindOf(frames: Uint8Array): string {
  const received = decodeServerFrame(messagesIn(frames)[0] ?? frames)
  return typeof received === 'string' ? received : received.frame.t
}

test('a slow receiver loses cursors first, then edits, and hears when it may catch up', () => {
  const { wire, sent, drain } = slowWire()
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

test('a receiver that stays behind is closed by name', () => {
  const { wire, log } = slowWire()
  const clock = manualClock()
  const connection = new Connection('c', wire, clock)
  connection.sendFramed(new Uint8Array(realtimeLimits.batchBudget + 1), 'batch')
  connection.sendFramed(small, 'batch')
  clock.advance(realtimeLimits.slowFor + 1)
  connection.sendFramed(small, 'batch')
  expect(log).toEqual([`${closeCodes.too_slow.code} too_slow`])
  expect(connection.sendFramed(small, 'must')).toBe(false)
})

test('large answers are made one by one as the socket drains', async () => {
  const { wire, sent, drain } = slowWire()
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
  const { wire, log } = slowWire()
  const connection = new Connection('c', wire, manualClock())
  connection.unsettled(realtimeLimits.unsettledBytes)
  connection.unsettled(1)
  connection.unsettled(5)
  connection.unsettled(-realtimeLimits.unsettledBytes)
  expect(log).toEqual(['pause', 'resume'])
})

test('after a close nothing is sent', () => {
  const { wire, sent, log } = slowWire()
  const connection = new Connection('c', wire, manualClock())
  connection.send({ t: 'pong', at: 1, time: 2 })
  connection.close('draining')
  connection.close('failure')
  connection.send({ t: 'pong', at: 1, time: 2 })
  expect([sent.map(kindOf), log]).toEqual([['pong'], [`${closeCodes.draining.code} draining`]])
})
