import { expect, test } from 'vitest'
import { manualClock } from '../ports/clock/manual.ts'
import { createPaced } from './paced.ts'

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
}

const failed = (error: unknown): void => {
  throw error
}

/** Work that ends at once, and how often it ran. */
function counted(everyMs: number, burst?: number) {
  const clock = manualClock()
  let runs = 0
  const act = (): Promise<void> => {
    runs += 1
    return Promise.resolve()
  }
  const paced = createPaced({ clock, everyMs: () => everyMs, act, failed, ...(burst ? { burst } : {}) })
  return { clock, paced, ran: () => runs }
}

test('runs at once while quiet and gathers what arrives during a run', async () => {
  const clock = manualClock()
  const ends: (() => void)[] = []
  const act = (): Promise<void> => new Promise((end) => ends.push(end))
  const paced = createPaced({ clock, everyMs: () => 0, act, failed })
  paced.poke()
  expect(ends).toHaveLength(1)
  paced.poke()
  paced.poke()
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await settled()
  expect(ends).toHaveLength(2)
})

test('starts are at least the asked time apart', async () => {
  const { clock, paced, ran } = counted(16)
  paced.poke()
  await settled()
  paced.poke()
  clock.advance(15)
  expect(ran()).toBe(1)
  clock.advance(1)
  expect(ran()).toBe(2)
})

test('work done meanwhile by somebody else is not done again, and what comes later keeps its distance from it', async () => {
  const { clock, paced, ran } = counted(16)
  paced.poke()
  await settled()
  paced.poke()
  clock.advance(10)
  paced.skip()
  clock.advance(10)
  expect(ran()).toBe(1)
  paced.poke()
  clock.advance(5)
  expect(ran()).toBe(1)
  clock.advance(1)
  expect(ran()).toBe(2)
})

test('idle finishes what waits without waiting for the clock', async () => {
  const { paced, ran } = counted(1000)
  paced.poke()
  paced.poke()
  await paced.idle()
  expect(ran()).toBe(2)
  paced.stop()
  paced.poke()
  expect(ran()).toBe(2)
})

test('after a quiet time some may follow each other at once, then they keep their distance', async () => {
  const { clock, paced, ran } = counted(10, 3)
  const poke = async (): Promise<number> => {
    paced.poke()
    await settled()
    return ran()
  }
  expect([await poke(), await poke(), await poke(), await poke()]).toEqual([1, 2, 3, 3])
  clock.advance(10)
  await settled()
  expect([ran(), await poke()]).toEqual([4, 4])
  clock.advance(1_000)
  await settled()
  expect([await poke(), await poke(), await poke(), await poke()]).toEqual([6, 7, 8, 8])
})

test('a clock that is set back delays nothing for longer than one distance', async () => {
  let now = 1_000_000
  const waits: number[] = []
  const clock = { ...manualClock(), now: () => now, after: (ms: number) => (waits.push(ms), () => undefined) }
  const paced = createPaced({ clock, everyMs: () => 10, act: () => undefined, failed })
  paced.poke()
  await settled()
  now -= 3_600_000
  paced.poke()
  expect(waits).toEqual([10])
})

test('work that throws or rejects is reported, and the next work still runs', async () => {
  const clock = manualClock()
  const faults: unknown[] = []
  const works: (() => Promise<void> | void)[] = [
    () => {
      throw new Error('thrown')
    },
    () => Promise.reject(new Error('rejected')),
    () => undefined,
  ]
  const act = (): Promise<void> | void => works.shift()?.()
  const paced = createPaced({ clock, everyMs: () => 10, act, failed: (error) => void faults.push(error) })
  for (let round = 0; round < 3; round += 1) {
    paced.poke()
    clock.advance(10)
    await settled()
  }
  expect([faults.map(String), works.length]).toEqual([['Error: thrown', 'Error: rejected'], 0])
})
