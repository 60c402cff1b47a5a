import { expect, test } from 'vitest'
import type { Change } from '../document/model/change.ts'
import { encodeChanges } from '../document/codec/codec.ts'
import type { BoardChange, RecordId } from '../document/model/record.ts'
import type { FuzzClient } from '../testing/fuzz-client.ts'
import { TestTable } from '../testing/test-table.ts'
import { patch, put } from '../testing/test-room.ts'
import { sliceChanges } from './slice-changes.ts'

/** Two edits' worth of one move. */
const COUNT = 10_400
const ids = Array.from({ length: COUNT }, (_, i) => `n${i}`)
const move = (dx: number): Change => ({ op: 'translate', ids, dx, dy: 0.1 })

async function full(): Promise<{ table: TestTable; ann: FuzzClient; bob: FuzzClient }> {
  const table = new TestTable()
  const [ann, bob] = [await table.connectClient('ann'), await table.connectClient('bob')]
  ann.edit(
    ids.map((id) => put(id)),
    'm0',
  )
  await table.settle()
  return { table, ann, bob }
}

/** Large edits go out one a turn. */
async function calm(table: TestTable): Promise<void> {
  for (let i = 0; i < 6; i++) {
    table.pass(1)
    await table.settle()
  }
}

const position = (client: FuzzClient, id: RecordId): readonly unknown[] => {
  const record = client.replica.document.get(id)
  return [record?.['x'], record?.['y']]
}

function listen(client: FuzzClient): { moved: number; others: number; times: number } {
  const received = { moved: 0, others: 0, times: 0 }
  client.replica.document.observe((change) => {
    received.times += 1
    received.others += change.rest.size
    received.moved += change.moves.reduce((sum, each) => sum + each.ids.length, 0)
  })
  return received
}

/** Follows what is announced and nothing else. */
function getMirror(client: FuzzClient): Map<RecordId, readonly unknown[]> {
  const { document } = client.replica
  const mirror = new Map(ids.map((id) => [id, position(client, id)]))
  document.observe(({ moves, rest }: BoardChange) => {
    for (const { ids: moved, dx, dy } of moves) {
      for (const id of moved) {
        const [x, y] = mirror.get(id) as [number, number]
        mirror.set(id, [x + dx, y + dy])
      }
    }
    for (const id of rest) if (mirror.has(id)) mirror.set(id, position(client, id))
  })
  return mirror
}

test('a large move is announced once, as one move, and not again when confirmed', async () => {
  const { table, ann, bob } = await full()
  const [own, others] = [listen(ann), listen(bob)]
  ann.edit([move(5)], 'm1')
  await calm(table)
  expect(own).toEqual({ moved: COUNT, others: 0, times: 1 })
  expect([others.moved, others.others]).toEqual([COUNT, 0])
  expect([position(ann, 'n10399'), position(bob, 'n10399')]).toEqual([
    [5, 0.1],
    [5, 0.1],
  ])
})

test('a move costs the size of its ids, and is one undo step', async () => {
  const { table, ann, bob } = await full()
  const sizes = sliceChanges([move(5)], () => false).map((part) => encodeChanges(part).length)
  ann.edit([move(5)], 'm1')
  await calm(table)
  const named = ids.reduce((sum, id) => sum + id.length + 2, 0)
  expect(sizes).toHaveLength(2)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(named + 2 * 100)
  ann.undo()
  await calm(table)
  const [first, last] = [position(bob, 'n0'), position(bob, 'n10399')]
  expect([first, last, position(ann, 'n10399')]).toEqual([first, first, first])
  expect(first).toEqual([0, 0])
  ann.redo()
  await calm(table)
  expect([position(ann, 'n0'), position(bob, 'n10399')]).toEqual([
    [5, 0.1],
    [5, 0.1],
  ])
})

test('announced moves, edits of others and refusals add up to the board', async () => {
  const { table, ann, bob } = await full()
  const mirrors = [ann, bob].map((client) => ({ client, mirror: getMirror(client) }))
  ann.edit([move(5)], 'm1')
  bob.edit([patch('n7', { x: 70 }), patch('n10000', { y: 9 })], 'm1')
  ann.edit([move(-3)], 'm2')
  ann.edit([patch('n8', { x: 80 })], 'm3')
  bob.edit([{ op: 'remove', ids: ['n9'] }], 'm2')
  table.pass(1)
  await table.rest()
  bob.edit([{ op: 'translate', ids: ids.slice(100, 500), dx: 0.3, dy: 0.3 }], 'm3')
  await calm(table)
  ann.undo()
  ann.undo()
  await calm(table)
  for (const { client, mirror } of mirrors) {
    for (const [id, [x, y]] of mirror) {
      const now = position(client, id)
      if (id === 'n9') continue
      expect([id, x, y]).toEqual([id, expect.closeTo(now[0] as number), expect.closeTo(now[1] as number)])
    }
  }
  for (const id of ['n0', 'n7', 'n8', 'n9', 'n200', 'n10000'])
    expect(position(ann, id)).toEqual(position(bob, id))
})

test('undoing moves confirmed after later moves reverts the right ones', async () => {
  const { table, ann, bob } = await full()
  for (const [i, dx] of [1, 10, 100].entries()) ann.edit([move(dx)], `m${i + 1}`)
  await calm(table)
  ann.undo()
  ann.undo()
  await calm(table)
  expect([position(ann, 'n5')[0], position(bob, 'n5')[0]]).toEqual([1, 1])
  ann.undo()
  await calm(table)
  expect([position(ann, 'n5')[0], position(bob, 'n5')[0]]).toEqual([0, 0])
})
