import { expect, test } from 'vitest'
import { schemaVersions } from '../document/migrate.ts'
import type { RecordId } from '../document/record.ts'
import type { FuzzClient } from '../testing/fuzz-client.ts'
import { testSchemas } from '../testing/kinds.ts'
import { Table } from '../testing/table.ts'
import { patch, put } from '../testing/test-room.ts'
import { readKinds } from '../document/fields.ts'
import { changesTowards } from './changes.ts'
import { Past } from './past.ts'
import { wantedWhole } from './wanted.ts'
import { Since } from './since.ts'

const kinds = readKinds(testSchemas)

function board({ replica }: FuzzClient): unknown {
  const ids = [...replica.document.ids()].sort()
  return ids.map((id: RecordId) => replica.document.get(id))
}

test('a whole board comes back at once on the page that restores it, then everywhere, as one step of undo', async () => {
  const table = new Table()
  const [ann, bob] = [await table.seat('ann'), await table.seat('bob')]
  ann.edit([put('g', 'group'), put('a', 'box', { parent: 'g' }), put('b')], 'm1')
  await table.settle()
  const moment = ann.replica.seq
  const was = board(ann)
  bob.edit([{ op: 'remove', ids: ['a'] }], 'm1')
  bob.edit([{ op: 'remove', ids: ['b'] }, put('c')], 'm2')
  await table.settle()
  // A page that comes later remembers nothing of what was removed.
  const eve = await table.seat('eve')
  await table.settle()
  const spoiled = board(eve)

  const past = new Past(testSchemas, { seq: 0, schema: null, entries: [] })
  past.extend([{ schema: schemaVersions(testSchemas), edits: table.room.journal() }])
  past.go(moment)
  const present = eve.replica.document
  const wanted = wantedWhole(past.copy(), present)
  const { gone } = new Since(past, moment)
  const actor = eve.replica.actor.value
  const { changes } = changesTowards({ present, kinds, actor, wanted, gone })
  eve.replica.recall(gone.values())
  expect(eve.replica.edit(changes, 'restore')).toBe(undefined)
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
      ...(spoiled as { id: RecordId }[]),
      { ...(was as { id: RecordId }[]).find(({ id }) => id === 'b'), x: 42 },
    ].sort((one, other) => (one.id! < other.id! ? -1 : 1)),
  )
})
