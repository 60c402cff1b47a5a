import { type Change, encodeEdit, type SentEdit } from '@tavla/canvas/model'
import { expect, test } from 'vitest'
import { manualClock } from '../../ports/clock/manual.ts'
import { EditDecoder } from './edit-decoder.ts'
import { realtimeLimits } from '../realtime-limits.ts'
import { rect } from '../testing/tab.ts'
import { WorkTurn } from '../work-turn.ts'

class Scene {
  readonly log: string[] = []
  readonly turns: (() => void)[] = []
  readonly decoder: EditDecoder

  constructor() {
    const clock = {
      ...manualClock(),
      nextTask: () => new Promise<void>((resolve) => this.turns.push(resolve)),
    }
    // One slice in each turn.
    const turn = new WorkTurn(clock, realtimeLimits.decodeWork)
    turn.spend(realtimeLimits.decodeWork)
    this.decoder = new EditDecoder(turn, (error) => void this.log.push(String(error)))
  }

  send(bytes: Uint8Array, name: string, { canBegin = true, isPaid = true } = {}): void {
    this.decoder.decode({
      bytes,
      begin: () => {
        this.log.push(`${name} begins`)
        return canBegin
      },
      pay: () => Promise.resolve(isPaid),
      end: (sent) => void this.log.push(`${name}: ${announced(sent)}`),
    })
  }

  async pass(): Promise<number> {
    for (let turns = 0; ; turns += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      const next = this.turns.shift()
      if (!next) return turns
      next()
    }
  }
}

const announced = (sent: SentEdit | null): string => (sent ? `${sent.edit.changes.length}` : 'malformed')

function getBytes(records: number): Uint8Array {
  const changes = Array.from({ length: records }, (_, index): Change => ({
    op: 'put',
    record: rect(`r${index}`),
  }))
  return encodeEdit({ id: 'tab:1', base: 0, mark: '', changes })
}

const [small, large] = [getBytes(2), getBytes(3_000)]

test('a small edit is decoded at once, a large one takes many turns of the event loop', async () => {
  const scene = new Scene()
  scene.send(small, 'small')
  expect(scene.log).toEqual(['small begins', 'small: 2'])
  scene.send(large, 'large')
  expect(scene.log.slice(2)).toEqual(['large begins'])
  const turns = await scene.pass()
  expect(scene.log.slice(2)).toEqual(['large begins', 'large: 3000'])
  expect(turns).toBeGreaterThanOrEqual(Math.floor(large.length / (20 * 1_024)))
})

test('messages after a large edit wait for it, in order', async () => {
  const scene = new Scene()
  scene.send(large, 'a')
  scene.send(small, 'b')
  scene.send(large, 'c')
  scene.send(small, 'd')
  expect(scene.log).toEqual(['a begins'])
  await scene.pass()
  expect(scene.log.filter((line) => line.includes(':'))).toEqual(['a: 3000', 'b: 2', 'c: 3000', 'd: 2'])
  scene.send(small, 'e')
  expect(scene.log.at(-1)).toBe('e: 2')
})

test('a refused edit is not decoded, and the next one continues', async () => {
  const scene = new Scene()
  scene.send(large, 'a', { canBegin: false })
  scene.send(small, 'b')
  await scene.pass()
  expect(scene.log).toEqual(['a begins', 'b begins', 'b: 2'])
})

test('truncated bytes are malformed', async () => {
  const scene = new Scene()
  scene.send(large.subarray(0, large.length - 10), 'a')
  await scene.pass()
  expect(scene.log).toEqual(['a begins', 'a: malformed'])
})

test('an error in processing an edit is reported, and the next one continues', async () => {
  const scene = new Scene()
  scene.decoder.decode({
    bytes: large,
    begin: () => true,
    pay: () => Promise.resolve(true),
    end() {
      throw new Error('broken')
    },
  })
  scene.send(small, 'b')
  await scene.pass()
  expect(scene.log).toEqual(['Error: broken', 'b begins', 'b: 2'])
})
