import { expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createLoadLimit } from './load-limit.ts'

/** Loads of files that arrive when the test says so. */
function createLoads() {
  const clock = createFakeClock()
  const inLimit = createLoadLimit(clock)
  const started: number[] = []
  const visible = new Set<number>()
  const files = new Map<number, PromiseWithResolvers<number>>()
  const begin = (count: number): Promise<PromiseSettledResult<number>[]> => {
    const first = files.size
    const loads = Array.from({ length: count }, (_, i) => {
      const file = Promise.withResolvers<number>()
      files.set(first + i, file)
      return inLimit(
        () => (visible.has(first + i) ? 'visible' : 'ahead'),
        () => {
          started.push(first + i)
          return file.promise
        },
      )
    })
    return Promise.allSettled(loads)
  }
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 10; i++) await Promise.resolve()
  }
  return { clock, started, visible, files, begin, settle }
}

it('starts six loads, then those that are visible by now, in order, then the others, also when one fails', async () => {
  const { started, visible, files, begin, settle } = createLoads()
  const all = begin(12)
  await settle()
  expect(started).toEqual([0, 1, 2, 3, 4, 5])
  visible.add(8).add(9)
  files.get(3)!.reject(new Error('gone'))
  await settle()
  expect(started.slice(6)).toEqual([8])
  visible.clear()
  visible.add(11)
  for (const file of [0, 1]) files.get(file)!.resolve(file)
  await settle()
  expect(started.slice(6)).toEqual([8, 11, 6])
  for (const [i, { resolve }] of files) resolve(i)
  expect((await all).map(({ status }) => status === 'fulfilled')).toEqual(
    Array.from({ length: 12 }, (_, i) => i !== 3),
  )
  expect(started.slice(8)).toEqual([6, 7, 9, 10])
})

it('what takes long holds up nothing, and ends the limit until it has arrived', async () => {
  const { clock, started, files, begin, settle } = createLoads()
  void begin(20)
  await settle()
  clock.tick(1_999)
  await settle()
  expect(started).toHaveLength(6)
  clock.tick(1)
  await settle()
  expect(started).toHaveLength(20)
  for (const [i, { resolve }] of files) resolve(i)
  await settle()
  void begin(10)
  await settle()
  expect(started).toHaveLength(26)
})
