import { expect, test } from 'vitest'
import { encodePiece } from '../document/model/stroke-points.ts'
import type { Change } from '../document/model/change.ts'
import type { FuzzClient } from '../testing/fuzz-client.ts'
import { TestTable } from '../testing/test-table.ts'
import { patch, put } from '../testing/test-room.ts'

const ids = Array.from({ length: 3_500 }, (_, i) => `n${i}`)

async function pair(): Promise<{ table: TestTable; ann: FuzzClient; bob: FuzzClient }> {
  const table = new TestTable()
  return { table, ann: await table.connectClient('ann'), bob: await table.connectClient('bob') }
}

/** How often each record is announced as changed. */
function countAnnounced(client: FuzzClient): Map<string, number> {
  const counts = new Map<string, number>()
  client.replica.document.observe(({ ids: changed }) => {
    for (const id of changed) counts.set(id, (counts.get(id) ?? 0) + 1)
  })
  return counts
}

const insert = (client: FuzzClient): void =>
  void client.edit(
    ids.map((id) => put(id)),
    'paste',
  )
const made = (client: FuzzClient): readonly unknown[] =>
  ids.map((id) => client.replica.document.get(id)?.made)

test('new records are announced when they are inserted, and not again when they are saved', async () => {
  const { table, ann, bob } = await pair()
  const announced = countAnnounced(ann)
  insert(ann)
  expect(ann.unsaved).toBe(4)
  await table.settle()
  expect(ann.unsaved).toBe(0)
  expect(new Set(ids.map((id) => announced.get(id)))).toEqual(new Set([1]))
  expect(made(ann)).toEqual(made(bob))
})

test('the same holds for strokes, wherever the edits are cut', async () => {
  const { table, ann, bob } = await pair()
  const announced = countAnnounced(ann)
  const piece = encodePiece([{ x: 1, y: 1, pressure: 1 }])
  const strokes = ids.slice(0, 2_700)
  ann.edit(
    strokes.flatMap((id): Change[] => [put(id, 'ink'), { op: 'append', id, n: 0, piece, last: true }]),
    'paste',
  )
  expect(ann.unsaved).toBe(3)
  await table.settle()
  expect(ann.unsaved).toBe(0)
  expect(new Set(strokes.map((id) => announced.get(id)))).toEqual(new Set([1]))
  expect(made(ann)).toEqual(made(bob))
  for (const { replica } of [ann, bob]) expect(replica.document.pieces('n2699')).toEqual([piece])
})

test('a record that was changed before it was saved has the number and the value of all others', async () => {
  const { table, ann, bob } = await pair()
  insert(ann)
  ann.edit([patch('n7', { x: 70 }), patch('n3400', { x: 34 })], 'm1')
  await table.settle()
  expect(made(ann)).toEqual(made(bob))
  expect([ann, bob].map(({ replica }) => replica.document.get('n7')?.['x'])).toEqual([70, 70])
  ann.undo()
  await table.settle()
  expect([ann, bob].map(({ replica }) => replica.document.get('n3400')?.['x'])).toEqual([0, 0])
})

test('undo takes out what was inserted and saved, except what others have changed', async () => {
  const { table, ann, bob } = await pair()
  insert(ann)
  await table.settle()
  bob.edit([patch('n5', { x: 50 })], 'm1')
  await table.settle()
  ann.undo()
  await table.settle()
  for (const client of [ann, bob])
    expect(ids.filter((id) => client.replica.document.get(id) !== undefined)).toEqual(['n5'])
})

test('work of others appears at once while an insertion is being saved, and both pages agree', async () => {
  const { table, ann, bob } = await pair()
  bob.edit([put('old'), put('group', 'group'), put('inside', 'box', { parent: 'group' })], 'm0')
  await table.settle()
  table.room.isBusy = (edit) => edit.mark === 'paste'
  const announced = countAnnounced(ann)
  insert(ann)
  await table.settle()
  bob.edit([patch('old', { x: 5 }), put('new')], 'm1')
  bob.edit([{ op: 'remove', ids: ['group', 'inside'] }], 'm2')
  await table.settle()
  expect([ann.replica.document.get('old')?.['x'], ann.unsaved]).toEqual([5, 4])
  expect(announced.get('old')).toBe(1)
  table.room.isBusy = () => false
  for (let second = 0; second < 5; second += 1) {
    table.pass(1_000)
    await table.settle()
  }
  expect(ann.unsaved).toBe(0)
  const all = (client: FuzzClient): readonly unknown[] =>
    [...client.replica.document.ids()].sort().map((id) => client.replica.document.get(id))
  expect(all(ann)).toEqual(all(bob))
})

test('what others did meanwhile is announced once for all that arrives together', async () => {
  const { table, ann, bob } = await pair()
  bob.edit([put('old')], 'm0')
  await table.settle()
  table.room.isBusy = (edit) => edit.mark === 'paste'
  ann.disconnect('closed')
  insert(ann)
  for (const x of [1, 2, 3]) bob.edit([patch('old', { x })], `m${x}`)
  await table.settle()
  let times = 0
  ann.replica.document.observe(() => (times += 1))
  ann.connect()
  await table.settle()
  expect([ann.replica.document.get('old')?.['x'], times]).toEqual([3, 1])
})
