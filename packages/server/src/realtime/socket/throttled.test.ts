import { expect, test } from 'vitest'
import { manualClock } from '../../ports/clock/manual.ts'
import { createThrottled } from './throttled.ts'

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
  const throttled = createThrottled({
    clock,
    everyMs: () => everyMs,
    act,
    failed,
    ...(burst ? { burst } : {}),
  })
  return { clock, throttled, ran: () => runs }
}

test('runs at once while idle and collects what arrives during a run', async () => {
  const clock = manualClock()
  const ends: (() => void)[] = []
  const act = (): Promise<void> => new Promise((resolve) => ends.push(resolve))
  const throttled = createThrottled({ clock, everyMs: () => 0, act, failed })
  throttled.schedule()
  expect(ends).toHaveLength(1)
  throttled.schedule()
  throttled.schedule()
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await settled()
  expect(ends).toHaveLength(2)
})

test('keeps at least the given time between runs', async () => {
  const { clock, throttled, ran } = counted(16)
  throttled.schedule()
  await settled()
  throttled.schedule()
  clock.advance(15)
  expect(ran()).toBe(1)
  clock.advance(1)
  expect(ran()).toBe(2)
})

test('skips work done by someone else meanwhile, and counts the delay from it', async () => {
  const { clock, throttled, ran } = counted(16)
  throttled.schedule()
  await settled()
  throttled.schedule()
  clock.advance(10)
  throttled.skip()
  clock.advance(10)
  expect(ran()).toBe(1)
  throttled.schedule()
  clock.advance(5)
  expect(ran()).toBe(1)
  clock.advance(1)
  expect(ran()).toBe(2)
})

test('flushes pending work without waiting for the clock', async () => {
  const { throttled, ran } = counted(1000)
  throttled.schedule()
  throttled.schedule()
  await throttled.idle()
  expect(ran()).toBe(2)
  throttled.stop()
  throttled.schedule()
  expect(ran()).toBe(2)
})

test.each(['while it waits for the interval', 'during a run'])('stopped %s, it is idle', async (when) => {
  const clock = manualClock()
  const ends: (() => void)[] = []
  const act = (): Promise<void> => new Promise((resolve) => ends.push(resolve))
  const throttled = createThrottled({ clock, everyMs: () => 1000, act, failed })
  throttled.schedule()
  if (when !== 'during a run') {
    ends[0]?.()
    await settled()
  }
  throttled.schedule()
  let isIdle = false
  const idling = throttled.idle().then(() => (isIdle = true))
  throttled.stop()
  ends.forEach((end) => end())
  // A loop of microtasks would not let a timer run, and the test hang.
  await settled()
  ends.forEach((end) => end())
  await settled()
  expect(isIdle).toBe(true)
  await idling
  const again = throttled.idle().then(() => 'idle')
  expect(await again).toBe('idle')
})

test('after idling, some runs follow each other at once, then the delay applies', async () => {
  const { clock, throttled, ran } = counted(10, 3)
  const schedule = async (): Promise<number> => {
    throttled.schedule()
    await settled()
    return ran()
  }
  expect([await schedule(), await schedule(), await schedule(), await schedule()]).toEqual([1, 2, 3, 3])
  clock.advance(10)
  await settled()
  expect([ran(), await schedule()]).toEqual([4, 4])
  clock.advance(1_000)
  await settled()
  expect([await schedule(), await schedule(), await schedule(), await schedule()]).toEqual([6, 7, 8, 8])
})

test('a clock that is set back delays by one interval at most', async () => {
  let now = 1_000_000
  const waits: number[] = []
  const clock = { ...manualClock(), now: () => now, after: (ms: number) => (waits.push(ms), () => undefined) }
  const throttled = createThrottled({ clock, everyMs: () => 10, act: () => undefined, failed })
  throttled.schedule()
  await settled()
  now -= 3_600_000
  throttled.schedule()
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
  const throttled = createThrottled({
    clock,
    everyMs: () => 10,
    act,
    failed: (error) => void faults.push(error),
  })
  for (let round = 0; round < 3; round += 1) {
    throttled.schedule()
    clock.advance(10)
    await settled()
  }
  expect([faults.map(String), works.length]).toEqual([['Error: thrown', 'Error: rejected'], 0])
})
