import { expect, test } from 'vitest'
import { manualClock } from '../../ports/clock/manual.ts'
import { realtimeLimits } from '../realtime-limits.ts'
import { SlicedEdits } from './sliced-edits.ts'
import { WorkTurn } from '../work-turn.ts'

class Scene {
  readonly log: string[] = []
  readonly turns: (() => void)[] = []
  readonly slices: SlicedEdits

  constructor() {
    const clock = {
      ...manualClock(),
      nextTask: () => new Promise<void>((resolve) => this.turns.push(resolve)),
    }
    // One slice in each turn.
    const turn = new WorkTurn(clock, realtimeLimits.sliceWork)
    turn.spend(realtimeLimits.sliceWork)
    this.slices = new SlicedEdits(turn, (error) => void this.log.push(String(error)))
  }

  *work(name: string, slices: number): Generator<undefined, string, undefined> {
    try {
      for (let slice = 1; slice < slices; slice += 1) {
        this.log.push(`${name} ${slice}`)
        yield
      }
      this.log.push(`${name} ${slices}`)
    } finally {
      this.log.push(`${name} ends`)
    }
    return `${name} done`
  }

  run(name: string, slices: number): void {
    this.slices.run(this.work(name, slices), (done) => void this.log.push(done))
  }

  /** Gives the event loop so many turns. */
  async pass(turns: number): Promise<void> {
    for (let turn = 0; turn < turns; turn += 1) {
      this.turns.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}

test('work of one slice runs at once, and so do queries while nothing is in progress', () => {
  const scene = new Scene()
  scene.run('a', 1)
  scene.slices.whenIdle(() => void scene.log.push('asked'))
  expect(scene.log).toEqual(['a 1', 'a ends', 'a done', 'asked'])
})

test('queries during long work wait for it, in order, and can start long work themselves', async () => {
  const scene = new Scene()
  scene.run('a', 3)
  scene.slices.whenIdle(() => scene.run('b', 2))
  scene.slices.whenIdle(() => void scene.log.push('asked'))
  const read = scene.slices.read(() => scene.slices.isIdle)
  expect([scene.slices.isIdle, scene.log]).toEqual([false, ['a 1']])
  await scene.pass(1)
  expect(scene.log).toEqual(['a 1', 'a 2'])
  await scene.pass(1)
  expect(scene.log.slice(2)).toEqual(['a 3', 'a ends', 'a done', 'b 1'])
  await scene.pass(1)
  expect(scene.log.slice(6)).toEqual(['b 2', 'b ends', 'b done', 'asked'])
  expect(await read).toBe(true)
})

test('priority work runs before everything queued', async () => {
  const scene = new Scene()
  scene.run('a', 2)
  const log = (word: string) => () => void scene.log.push(word)
  scene.slices.whenIdle(() => scene.slices.runFirst([log('first'), log('second')]))
  scene.slices.whenIdle(log('later'))
  await scene.pass(1)
  expect(scene.log.slice(-3)).toEqual(['first', 'second', 'later'])
})

test('aborted work ends at once without an answer, and queued work continues', async () => {
  const scene = new Scene()
  scene.run('a', 3)
  scene.slices.whenIdle(() => void scene.log.push('asked'))
  scene.slices.stop()
  expect([scene.slices.isIdle, scene.log]).toEqual([true, ['a 1', 'a ends', 'asked']])
  await scene.pass(3)
  expect(scene.log).toHaveLength(3)
})

test('work that throws is reported, and queued work continues', async () => {
  const scene = new Scene()
  scene.slices.run(
    (function* () {
      yield
      throw new Error('broken')
    })(),
    () => void scene.log.push('done'),
  )
  scene.slices.whenIdle(() => {
    throw new Error('also broken')
  })
  scene.slices.whenIdle(() => void scene.log.push('asked'))
  await scene.pass(1)
  expect(scene.log).toEqual(['Error: broken', 'Error: also broken', 'asked'])
})
