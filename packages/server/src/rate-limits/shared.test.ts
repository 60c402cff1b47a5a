import { expect, test } from 'vitest'
import { manualClock } from '../ports/clock/manual.ts'
import type { NodeMessage, NodeMessages } from '../ports/messages/port.ts'
import { sharedRateLimiter } from './shared.ts'

/** Ten at once, one a minute. */
const limit = { burst: 10, perHour: 60 }

function processes(count: number) {
  const clock = manualClock()
  const receivers: ((message: NodeMessage) => void)[] = []
  const sent: NodeMessage[] = []
  const limiters = Array.from({ length: count }, (_, own) => {
    const messages: NodeMessages = {
      publish(message) {
        sent.push(message)
        for (const [index, receive] of receivers.entries()) if (index !== own) receive(message)
      },
      subscribe: (receive) => void (receivers[own] = receive),
      onMissed: () => undefined,
      close: () => Promise.resolve(),
    }
    return sharedRateLimiter({ clock, messages, timer: clock })
  })
  /** How many of so many attempts a process lets through. */
  const attempt = (index: number, times: number, key = 'k'): number =>
    Array.from({ length: times }, () => limiters[index]?.reserve([{ key, limit }])).filter(
      (reservation) => reservation?.retryAfter === 0,
    ).length
  return { clock, limiters, sent, attempt }
}

test('what one process lets through is missing in the bucket of the others a second later', () => {
  const { clock, attempt } = processes(3)
  expect(attempt(0, 6)).toBe(6)
  clock.advance(1_000)
  expect(attempt(1, 20)).toBe(4)
  clock.advance(1_000)
  expect([attempt(0, 20), attempt(1, 20), attempt(2, 20)]).toEqual([0, 0, 0])
  clock.advance(60_000)
  expect(attempt(2, 20)).toBe(1)
})

test('a bucket emptied by all at once is full after the usual time', () => {
  const { clock, attempt } = processes(3)
  expect([attempt(0, 20), attempt(1, 20), attempt(2, 20)]).toEqual([10, 10, 10])
  clock.advance(1_000)
  expect(attempt(0, 1)).toBe(0)
  clock.advance(10 * 60_000)
  expect(attempt(1, 20)).toBe(10)
})

test('returned tokens are not shared, and neither are buckets that are nearly full', async () => {
  const { clock, limiters, sent, attempt } = processes(2)
  const reservation = limiters[0]?.reserve([{ key: 'k', limit }])
  await reservation?.refund()
  clock.advance(1_000)
  expect(sent).toEqual([])
  const wide = { burst: 1_000, perHour: 36_000 }
  limiters[0]?.reserve([{ key: 'wide', limit: wide }])
  clock.advance(10_000)
  expect(sent).toEqual([])
  expect(attempt(1, 20)).toBe(10)
})
