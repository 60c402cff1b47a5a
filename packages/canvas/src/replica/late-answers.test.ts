import { expect, test } from 'vitest'
import { checkAtRest } from '../testing/fuzz-checks.ts'
import { testSchemas } from '../testing/test-kinds.ts'
import { patch, put } from '../testing/test-room.ts'
import { TestTable } from '../testing/test-table.ts'
import type { FuzzClient } from '../testing/fuzz-client.ts'

async function seats(): Promise<{ table: TestTable; ann: FuzzClient; bob: FuzzClient }> {
  const table = new TestTable()
  const [bob, ann] = [await table.connectClient('bob'), await table.connectClient('ann')]
  bob.edit([put('note'), put('other')], 'm')
  await table.settle()
  return { table, ann, bob }
}

/** The room takes what Ann has made, and the answer is lost with her page. */
async function loseAnswer(table: TestTable, ann: FuzzClient): Promise<void> {
  await table.rest()
  ann.connect()
  while (ann.deliver('up'));
  table.room.work()
  while (ann.deliver('down'));
  await table.rest()
  while (ann.deliver('up'));
  table.room.work()
  await ann.reload()
}

const typed = { content: [{ type: 'text', text: 'words of Ann' }] }

test('text typed into a deleted note is reported although the note is restored when the answer arrives', async () => {
  const { table, ann, bob } = await seats()
  ann.disconnect('closed')
  const step = { stepType: 'replace', from: 1, to: 1, slice: typed }
  ann.edit([put('new'), { op: 'text', id: 'note', steps: [step] }], 'typing')
  bob.edit([{ op: 'remove', ids: ['note'] }], 'delete')
  await table.settle()
  await loseAnswer(table, ann)
  bob.undo()
  await table.settle()
  ann.connect()
  await table.settle()
  expect(ann.replica.document.get('new')).toBeDefined()
  expect(JSON.stringify(ann.replica.document.get('note'))).not.toContain('words of Ann')
  expect(ann.outcomes).toMatchObject([
    { type: 'recordsRemoved', records: [{ id: 'note', entered: [{ text: 'words of Ann' }] }] },
  ])
  // Brought back beside the one that is there.
  const [outcome] = ann.outcomes
  if (outcome?.type !== 'recordsRemoved') throw new Error('no card')
  const record = { ...ann.replica.document.get('note')!, fill: 'as Ann saw it' }
  expect(ann.replica.restoreRemoved({ ...outcome.records[0]!, record })).toBeUndefined()
  expect([...ann.replica.document.ids()].filter((id) => ann.replica.document.get(id)?.['fill'])).toHaveLength(
    4,
  )
})

test('a skipped delete is reported although the note was gone when the answer was created', async () => {
  const { table, ann, bob } = await seats()
  ann.disconnect('closed')
  ann.edit([{ op: 'remove', ids: ['note'] }], 'delete')
  bob.edit([{ op: 'patch', id: 'note', fields: { x: 7 } }], 'move')
  await table.settle()
  table.pass(60_000)
  await loseAnswer(table, ann)
  bob.edit([{ op: 'remove', ids: ['note'] }], 'delete')
  await table.settle()
  ann.connect()
  while (ann.deliver('up'));
  table.room.work()
  while (ann.deliver('down'));
  await table.rest()
  // The answer is made now, the board is sent after Bob's undo.
  while (ann.deliver('up'));
  bob.undo()
  await table.rest()
  while (bob.deliver('up'));
  await table.settle()
  expect(ann.replica.document.get('note')).toBeDefined()
  expect(ann.outcomes).toMatchObject([{ type: 'deletesSkipped', records: [{ id: 'note' }] }])
})

test('an acknowledged edit that the page has not received survives a server restored from backup', async () => {
  const { table, ann, bob } = await seats()
  table.room.backUp()
  ann.edit([put('new')], 'draw')
  await table.rest()
  while (ann.deliver('up'));
  table.room.work()
  // The acknowledgement arrives, the batch does not.
  ann.deliver('down')
  table.room.putBack()
  ann.cut()
  bob.cut()
  bob.connect()
  await table.settle()
  bob.edit([{ op: 'patch', id: 'note', fields: { x: 7 } }], 'move')
  bob.edit([{ op: 'patch', id: 'note', fields: { y: 7 } }], 'move')
  await table.settle()
  ann.connect()
  await table.settle()
  expect(bob.replica.document.get('new')).toBeDefined()
})

/** Bob draws on; then the server is put back to before that, and what he does is long ago when Ann is back. */
async function putBack(table: TestTable, ann: FuzzClient, bob: FuzzClient, before: number): Promise<void> {
  table.room.backUp()
  for (let i = 1; i <= before; i++) {
    bob.edit([patch('other', { x: i })], `before${i}`)
    await table.settle()
  }
  ann.disconnect('closed')
  ann.edit([{ op: 'remove', ids: ['note'] }], 'delete')
  ann.edit([patch('other', { fill: 'by Ann' }), put('new')], 'fill')
  await table.rest()
  table.room.putBack()
  bob.cut()
  bob.connect()
  await table.settle()
  for (let i = 1; i <= 9; i++) bob.edit([patch('note', { fill: `work of Bob ${i}` })], `after${i}`)
  await table.settle()
  table.pass(60_000)
}

test('a page with the board deletes nothing that others wrote after the restore', async () => {
  const { table, ann, bob } = await seats()
  await putBack(table, ann, bob, 30)
  ann.connect()
  await table.settle()
  const { document } = bob.replica
  expect(document.get('note')?.['fill']).toBe('work of Bob 9')
  expect([document.get('other')?.['fill'], document.get('new') !== undefined]).toEqual(['by Ann', true])
  expect(ann.outcomes).toMatchObject([{ type: 'deletesSkipped', records: [{ id: 'note' }] }])
  expect(bob.outcomes).toMatchObject([{ type: 'keptFromDelete', ids: ['note'] }])
})

test('nor does a page without a board, which asks about everything of others', async () => {
  const { table, ann, bob } = await seats()
  await putBack(table, ann, bob, 30)
  await ann.reload()
  ann.connect()
  await table.settle()
  const { document } = bob.replica
  expect(document.get('note')?.['fill']).toBe('work of Bob 9')
  expect(document.get('new')).toBeDefined()
  expect(ann.outcomes).toMatchObject([
    { type: 'deletesSkipped', records: [{ id: 'note' }] },
    { type: 'fieldsSkipped', fields: [{ id: 'other', field: 'fill', mine: 'by Ann' }] },
  ])
})

test('work that prevented a delete is reported while the board reloads', async () => {
  const { table, ann, bob } = await seats()
  bob.disconnect('closed')
  bob.edit([{ op: 'remove', ids: ['note'] }], 'delete')
  ann.edit([patch('note', { fill: 'by Ann' })], 'fill')
  await table.settle()
  const con = await table.connectClient('con')
  ann.disconnect('closed')
  // More than a tail holds.
  for (let i = 1; i <= 50; i++) con.edit([patch('other', { x: i })], `move${i}`)
  await table.settle()
  table.pass(60_000)
  ann.connect()
  while (ann.deliver('up'));
  table.room.work()
  while (ann.deliver('down'));
  bob.connect()
  while (bob.deliver('up'));
  table.room.work()
  while (bob.deliver('down'));
  await table.rest()
  while (bob.deliver('up'));
  // The delete is sent before the first chunk is requested.
  table.room.work()
  while (ann.deliver('down'));
  await table.settle()
  expect(ann.outcomes).toMatchObject([{ type: 'keptFromDelete', by: 'bob', ids: ['note'] }])
})

test('what someone deleted after one’s own delete and undo is reported on a reloaded board', async () => {
  const { table, ann, bob } = await seats()
  ann.edit([{ op: 'remove', ids: ['note'] }], 'delete')
  await table.settle()
  ann.undo()
  await table.rest()
  while (ann.deliver('up'));
  table.room.work()
  // Taken, but she has not read that the note is back when she changes it.
  ann.disconnect('closed')
  ann.edit([patch('note', { fill: 'by Ann' })], 'fill')
  await table.settle()
  bob.edit([{ op: 'remove', ids: ['note'] }], 'delete')
  // More than a tail holds.
  for (let i = 1; i <= 50; i++) bob.edit([patch('other', { x: i })], `move${i}`)
  await table.settle()
  ann.connect()
  await table.settle()
  expect(ann.replica.document.get('note')).toBeUndefined()
  expect(ann.outcomes).toMatchObject([
    { type: 'recordsRemoved', records: [{ id: 'note', entered: [{ fields: { fill: 'by Ann' } }] }] },
  ])
})

test('a delete reported before the restore is not queried again', async () => {
  const { table, ann, bob } = await seats()
  const con = await table.connectClient('con')
  bob.edit([{ op: 'remove', ids: ['note'] }], 'delete')
  ann.edit([patch('note', { fill: 'by Ann' })], 'fill')
  await table.rest()
  while (ann.deliver('up'));
  while (bob.deliver('up'));
  await table.settle()
  expect(ann.outcomes).toMatchObject([{ type: 'recordsRemoved', records: [{ id: 'note' }] }])
  table.room.backUp()
  con.edit([patch('other', { x: 1 })], 'move')
  await table.settle()
  const head = table.room.putBack()
  for (const client of table.clients) {
    client.putBack(head)
    client.connect()
  }
  await table.settle()
  expect(() => checkAtRest(table.room, table.clients, testSchemas)).not.toThrow()
})

/** Bob deletes offline what Ann changes, and comes back a minute later; Ann is away by then. */
async function heldWhileAway(table: TestTable, ann: FuzzClient, bob: FuzzClient): Promise<void> {
  bob.disconnect('closed')
  bob.edit([{ op: 'remove', ids: ['note'] }], 'delete')
  ann.edit([patch('note', { fill: 'by Ann' })], 'fill')
  await table.settle()
  ann.disconnect('closed')
  table.pass(60_000)
  bob.connect()
  await table.settle()
}

const listOutcomes = ({ outcomes }: FuzzClient): unknown[] =>
  outcomes.filter(({ type }) => type === 'keptFromDelete')
const expected = { type: 'keptFromDelete', by: 'bob', ids: ['note'] }

test('work that prevented a delete is reported once to a page that receives later edits', async () => {
  const { table, ann, bob } = await seats()
  await heldWhileAway(table, ann, bob)
  ann.connect()
  await table.settle()
  expect(listOutcomes(ann)).toEqual([expected])
  ann.disconnect('closed')
  ann.connect()
  await table.settle()
  expect(listOutcomes(ann)).toEqual([expected])
  expect(listOutcomes(bob)).toEqual([])
})

test('and to a page that receives the whole board after a long time', async () => {
  const { table, ann, bob } = await seats()
  await heldWhileAway(table, ann, bob)
  for (let i = 1; i <= 50; i++) bob.edit([patch('other', { x: i })], `move${i}`)
  await table.settle()
  ann.connect()
  await table.settle()
  expect(listOutcomes(ann)).toEqual([expected])
})

test('and to a newly opened page, which does not know its own edits', async () => {
  const { table, ann, bob } = await seats()
  await heldWhileAway(table, ann, bob)
  await ann.reload()
  ann.connect()
  await table.settle()
  expect(listOutcomes(ann)).toEqual([expected])
  await ann.reload()
  ann.connect()
  await table.settle()
  expect(listOutcomes(ann)).toEqual([expected])
})

test('such a page is informed at once of deletes while it is open', async () => {
  const { table, ann, bob } = await seats()
  bob.disconnect('closed')
  bob.edit([{ op: 'remove', ids: ['note'] }], 'delete')
  ann.edit([patch('note', { fill: 'by Ann' })], 'fill')
  await table.settle()
  await ann.reload()
  ann.connect()
  await table.settle()
  table.pass(60_000)
  bob.connect()
  await table.settle()
  expect(listOutcomes(ann)).toEqual([expected])
})

test('what the page could not store is reported again when it returns', async () => {
  const { table, ann, bob } = await seats()
  await heldWhileAway(table, ann, bob)
  ann.outcomesFail = true
  ann.connect()
  await table.settle()
  expect(listOutcomes(ann)).toEqual([])
  ann.outcomesFail = false
  ann.disconnect('closed')
  ann.connect()
  await table.settle()
  expect(listOutcomes(ann)).toEqual([expected])
})

test('work is reported although the deleting edit overwrote it first', async () => {
  const { ann, bob, table } = await seats()
  bob.disconnect('closed')
  bob.edit([patch('note', { lock: null, fill: 'by Bob' }), { op: 'remove', ids: ['note'] }], 'accept')
  ann.edit([patch('note', { fill: 'by Ann' })], 'fill')
  await table.settle()
  bob.connect()
  await table.settle()
  expect(ann.replica.document.get('note')).toBeUndefined()
  expect(ann.outcomes).toMatchObject([
    {
      type: 'recordsRemoved',
      records: [{ id: 'note', by: 'bob', entered: [{ fields: { fill: 'by Ann' } }] }],
    },
  ])
})
