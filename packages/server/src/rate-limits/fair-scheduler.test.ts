import { expect, test } from 'vitest'
import { FairScheduler, type QueueBounds } from './fair-scheduler.ts'

/** A loop whose turns a test ends by hand, and in which work takes as long as it says. */
function fakeLoop(isSpentElsewhere?: () => boolean) {
  let now = 0
  const next: (() => void)[] = []
  const done: string[] = []
  const loop = { now: () => now, nextTurn: (act: () => void) => void next.push(act) }
  const scheduler = new FairScheduler(loop, { usual: 10, short: 2 }, isSpentElsewhere)
  return {
    scheduler,
    done,
    work: (name: string, ms: number) => (): void => {
      now += ms
      done.push(name)
    },
    /** What ran in the next turn of the loop. */
    turn(): readonly string[] {
      const before = done.length
      for (const act of next.splice(0)) act()
      return done.slice(before)
    },
    get isIdle() {
      return next.length === 0
    },
  }
}

const bounds: QueueBounds = { items: 1_000, bytes: 1_000_000 }

function openQueue({ scheduler }: ReturnType<typeof fakeLoop>, owner: string, limits = bounds) {
  const received: string[] = []
  const queue = scheduler.open({
    getOwner: () => owner,
    bounds: limits,
    onFull: () => void received.push('full'),
    onRoom: () => void received.push('room'),
  })
  return { ...queue, received }
}

test('work runs at once while the turn has time left, which is always when idle', () => {
  const loop = fakeLoop()
  const ann = openQueue(loop, 'ann')
  for (let at = 0; at < 5; at += 1) ann.push(loop.work(`ann ${at}`, 1))
  expect(loop.done).toHaveLength(5)
  // The turn is over without anything left to do.
  expect(loop.turn()).toEqual([])
  expect(loop.isIdle).toBe(true)
})

test('a turn uses its budget and one more item at most; the rest runs in the next turns', () => {
  const loop = fakeLoop()
  const ann = openQueue(loop, 'ann')
  for (let at = 0; at < 30; at += 1) ann.push(loop.work(`ann ${at}`, 1))
  const turns = [loop.done.slice(), loop.turn(), loop.turn(), loop.turn()]
  expect(turns.map((turn) => turn.length)).toEqual([10, 10, 10, 0])
  expect(turns.flat()).toEqual(Array.from({ length: 30 }, (_, at) => `ann ${at}`))
})

test('people take turns, whatever they sent before and over any number of connections', () => {
  const loop = fakeLoop()
  const flood = Array.from({ length: 60 }, (_, at) =>
    openQueue(loop, 'eve').push.bind(null, loop.work(`eve ${at}`, 5)),
  )
  for (const push of flood) push()
  openQueue(loop, 'ann').push(loop.work('ann', 1))
  openQueue(loop, 'bob').push(loop.work('bob', 1))
  expect(loop.done).toEqual(['eve 0', 'eve 1'])
  expect(loop.turn()).toEqual(['eve 2', 'ann', 'bob', 'eve 3'])
})

test('connections of one person take turns, too, and each keeps its order', () => {
  const loop = fakeLoop()
  openQueue(loop, 'ann').push(loop.work('first', 10))
  const [one, other] = [openQueue(loop, 'ann'), openQueue(loop, 'ann')]
  for (const at of [1, 2, 3]) one.push(loop.work(`one ${at}`, 1))
  for (const at of [1, 2]) other.push(loop.work(`other ${at}`, 1))
  expect(loop.turn()).toEqual(['one 1', 'other 1', 'one 2', 'other 2', 'one 3'])
})

test('nothing overtakes earlier work of its connection, also in a turn with time left', () => {
  const loop = fakeLoop()
  const [ann, bob] = [openQueue(loop, 'ann'), openQueue(loop, 'bob')]
  bob.push(loop.work('bob 1', 10))
  ann.push(loop.work('ann 1', 10))
  ann.push(loop.work('ann 2', 1))
  expect(loop.turn()).toEqual(['ann 1'])
  ann.push(loop.work('ann 3', 1))
  bob.push(loop.work('bob 2', 1))
  expect(loop.turn()).toEqual(['ann 2', 'bob 2', 'ann 3'])
})

test('work added by work runs after what is queued already', () => {
  const loop = fakeLoop()
  const [ann, bob] = [openQueue(loop, 'ann'), openQueue(loop, 'bob')]
  ann.push(() => {
    ann.push(loop.work('ann, added', 1))
    loop.work('ann', 10)()
  })
  bob.push(loop.work('bob', 1))
  expect(loop.done).toEqual(['ann'])
  expect(loop.turn()).toEqual(['ann, added', 'bob'])
})

test('a source is paused when too much of it is queued, and resumed at half of that', () => {
  const loop = fakeLoop()
  openQueue(loop, 'bob').push(loop.work('bob', 10))
  const ann = openQueue(loop, 'ann', { items: 20, bytes: 1_000 })
  for (let at = 0; at < 22; at += 1) ann.push(loop.work('ann', 1))
  expect(ann.received).toEqual(['full'])
  loop.turn()
  expect(ann.received).toEqual(['full'])
  loop.turn()
  expect(ann.received).toEqual(['full', 'room'])
  const large = openQueue(loop, 'large', { items: 20, bytes: 1_000 })
  openQueue(loop, 'bob').push(loop.work('bob', 10))
  openQueue(loop, 'bob').push(loop.work('bob', 10))
  large.push(loop.work('large', 1), 1_001)
  expect(large.received).toEqual(['full'])
})

test('a turn in which a connection was accepted ends early, since the loop accepts one per turn', () => {
  const loop = fakeLoop()
  const ann = openQueue(loop, 'ann')
  for (let at = 0; at < 20; at += 1) ann.push(loop.work(`${at}`, 1))
  loop.scheduler.accepted()
  expect(loop.turn()).toHaveLength(2)
  expect(loop.turn()).toHaveLength(8)
})

test('a turn used up by other work still runs one item, so that nothing is starved', () => {
  let isSpent = false
  const loop = fakeLoop(() => isSpent)
  const ann = openQueue(loop, 'ann')
  for (let at = 0; at < 20; at += 1) ann.push(loop.work(`${at}`, 1))
  isSpent = true
  expect(loop.turn()).toHaveLength(2)
  isSpent = false
  expect(loop.turn()).toHaveLength(8)
})

test('work that throws does not block others', () => {
  const loop = fakeLoop()
  openQueue(loop, 'bob').push(loop.work('bob', 10))
  openQueue(loop, 'eve').push(() => {
    throw new Error('a bug')
  })
  openQueue(loop, 'ann').push(loop.work('ann', 1))
  expect(() => loop.turn()).toThrow('a bug')
  expect(loop.turn()).toEqual(['ann'])
})
