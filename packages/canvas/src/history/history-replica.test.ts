import { expect, test } from 'vitest'
import { schemaVersions } from '../document/apply/migrate.ts'
import type { RecordId } from '../document/model/record.ts'
import type { FuzzClient } from '../testing/fuzz-client.ts'
import { testSchemas } from '../testing/test-kinds.ts'
import { TestTable } from '../testing/test-table.ts'
import { patch, put } from '../testing/test-room.ts'
import { readKinds } from '../document/kinds/kinds.ts'
import { createRestoration } from './changes.ts'
import { HistoryReplay } from './history-replay.ts'
import { runToEnd } from '../document/model/sliced-work.ts'
import { getWholeTarget } from './target.ts'
import { DiffSince } from './diff-since.ts'

const kinds = readKinds(testSchemas)

/** Restores the whole board as it was; answers the refusal, if any. */
function restoreWhole({ replica }: FuzzClient, table: TestTable, version: number, mark: string): unknown {
  const past = new HistoryReplay(testSchemas, { seq: 0, schema: null, entries: [] })
  past.extend([{ schema: schemaVersions(testSchemas), edits: table.room.journal() }])
  past.seek(version)
  const target = runToEnd(getWholeTarget(past.copy(), replica.document))
  const since = new DiffSince(past)
  since.walk(past.head)
  const { removed } = since
  const actor = replica.actor.value
  const { changes } = runToEnd(
    createRestoration({ present: replica.document, kinds, actor, target, removedRecords: removed }),
  )
  replica.replayCached(removed.values())
  return replica.edit(changes, mark)
}

function board({ replica }: FuzzClient): unknown {
  const ids = [...replica.document.ids()].sort()
  return ids.map((id: RecordId) => replica.document.get(id))
}

test('restoring a whole board appears at once on that page, then everywhere, as one undo step', async () => {
  const table = new TestTable()
  const [ann, bob] = [await table.connectClient('ann'), await table.connectClient('bob')]
  ann.edit([put('g', 'group'), put('a', 'box', { parent: 'g' }), put('b')], 'm1')
  await table.settle()
  const version = ann.replica.seq
  const was = board(ann)
  bob.edit([{ op: 'remove', ids: ['a'] }], 'm1')
  bob.edit([{ op: 'remove', ids: ['b'] }, put('c')], 'm2')
  await table.settle()
  // A page that comes later remembers nothing of what was removed.
  const eve = await table.connectClient('eve')
  await table.settle()
  const damaged = board(eve)

  expect(restoreWhole(eve, table, version, 'restore')).toBe(undefined)
  expect(board(eve)).toEqual(was)
  await table.settle()
  expect([board(ann), board(bob), board(eve)]).toEqual([was, was, was])

  bob.edit([patch('b', { x: 42 })], 'm3')
  await table.settle()
  eve.undo()
  await table.settle()
  expect(board(ann)).toEqual(board(eve))
  expect(eve.replica.canUndo.value).toBe(false)
  // Only what somebody else has written to since stays.
  const ids = (client: FuzzClient): RecordId[] => [...client.replica.document.ids()].sort()
  expect(ids(eve)).toEqual([...new Set([...ids(eve), 'b', 'c'])].sort())
  expect(board(eve)).toEqual(
    [
      ...(damaged as { id: RecordId }[]),
      { ...(was as { id: RecordId }[]).find(({ id }) => id === 'b'), x: 42 },
    ].sort((one, other) => (one.id! < other.id! ? -1 : 1)),
  )
})

test('two people restoring the same version at once get that version, and each undoes only their own part', async () => {
  const table = new TestTable()
  const [ann, bob] = [await table.connectClient('ann'), await table.connectClient('bob')]
  ann.edit([put('g', 'group'), put('a', 'box', { parent: 'g' }), put('b')], 'm1')
  await table.settle()
  const version = ann.replica.seq
  const was = board(ann)
  bob.edit([{ op: 'remove', ids: ['a', 'b'] }, put('c')], 'm2')
  await table.settle()
  expect(restoreWhole(ann, table, version, 'r1')).toBe(undefined)
  expect(restoreWhole(bob, table, version, 'r2')).toBe(undefined)
  await table.settle()
  expect([board(ann), board(bob)]).toEqual([was, was])
  ann.undo()
  await table.settle()
  expect(board(bob)).toEqual(board(ann))
  expect(ann.replica.document.get('c')).toBeDefined()
})

test('a restoration larger than an edit is several edits with one mark, and one undo step', async () => {
  const table = new TestTable()
  const ann = await table.connectClient('ann')
  const many = Array.from({ length: 1_200 }, (_, i) => put(`a${i}`, 'box', { x: i }))
  ann.edit(many, 'm1')
  await table.settle()
  const version = ann.replica.seq
  const was = board(ann)
  const ids = many.map((change) => (change.op === 'put' ? change.record.id : ''))
  ann.edit([{ op: 'remove', ids }], 'm2')
  await table.settle()
  const [before, damaged] = [table.room.journal().length, board(ann)]
  expect(restoreWhole(ann, table, version, 'back')).toBe(undefined)
  await table.settle()
  const made = table.room.journal().slice(before)
  expect(made.length).toBeGreaterThan(1)
  expect(new Set(made.map(({ mark }) => mark))).toEqual(new Set(['back']))
  expect(board(ann)).toEqual(was)
  ann.undo()
  await table.settle()
  expect(board(ann)).toEqual(damaged)
})
