import { expect, test } from 'vitest'
import { manualClock } from '../ports/clock/manual.ts'
import { createPaced } from './paced.ts'

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
}

/** Work that ends at once, and how often it ran. */
function counted(everyMs: number, burst?: number) {
  const clock = manualClock()
  let runs = 0
  const act = (): Promise<void> => {
    runs += 1
    return Promise.resolve()
  }
  return { clock, paced: createPaced(clock, () => everyMs, act, burst), ran: () => runs }
}

test('runs at once while quiet and gathers what arrives during a run', async () => {
  const clock = manualClock()
  const ends: (() => void)[] = []
  const paced = createPaced(
    clock,
    () => 0,
    () => new Promise((end) => ends.push(end)),
  )
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
  const paced = createPaced(
    clock,
    () => 10,
    () => Promise.resolve(),
  )
  paced.poke()
  await settled()
  now -= 3_600_000
  paced.poke()
  expect(waits).toEqual([10])
})
