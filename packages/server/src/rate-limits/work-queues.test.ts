import { expect, test } from 'vitest'
import { manualClock } from '../ports/clock/manual.ts'
import { type QueueSlot, WorkQueues } from './work-queues.ts'

const limit = { maxRunning: 2, waiting: 3, longestWaitMs: 5_000 }

class Scene {
  readonly clock = manualClock()
  readonly turns = new WorkQueues(this.clock)
  readonly log: string[] = []
  readonly taken = new Map<string, QueueSlot>()

  async take(name: string, key = 'ada', isWanted = true): Promise<void> {
    const turn = this.turns.take(key, limit, () => isWanted)
    void turn.then((mine) => {
      this.taken.set(name, mine)
      this.log.push(mine.retryAfter === 0 ? name : `${name} in ${mine.retryAfter} s`)
    })
    await this.settle()
  }

  async end(name: string): Promise<void> {
    this.taken.get(name)?.end()
    await this.settle()
  }

  async settle(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test('a few run at once, the others in the order of requests, and nobody else waits for them', async () => {
  const scene = new Scene()
  for (const name of ['a', 'b', 'c', 'd']) await scene.take(name)
  await scene.take('other', 'bob')
  expect(scene.log).toEqual(['a', 'b', 'other'])
  await scene.end('b')
  await scene.end('b')
  expect(scene.log.slice(3)).toEqual(['c'])
  await scene.end('a')
  expect(scene.log.slice(4)).toEqual(['d'])
})

test('beyond the queue it is refused at once, and after the maximum wait', async () => {
  const scene = new Scene()
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await scene.take(name)
  expect(scene.log).toEqual(['a', 'b', 'f in 5 s'])
  scene.clock.advance(4_999)
  await scene.end('a')
  expect(scene.log.slice(3)).toEqual(['c'])
  scene.clock.advance(1)
  await scene.settle()
  expect(scene.log.slice(4)).toEqual(['d in 5 s', 'e in 5 s'])
  await scene.end('b')
  await scene.take('g')
  expect(scene.log.slice(6)).toEqual(['g'])
})

test('cancelled requests are skipped', async () => {
  const scene = new Scene()
  await scene.take('a')
  await scene.take('b')
  await scene.take('gone', 'ada', false)
  await scene.take('c')
  await scene.end('a')
  expect(scene.log).toEqual(['a', 'b', 'gone in 1 s', 'c'])
})
