import { expect, test } from 'vitest'
import type { OutboxEntry } from '../ports.ts'
import { schemaVersions } from '../../document/apply/migrate.ts'
import { testSchemas } from '../../testing/test-kinds.ts'
import { TestTable } from '../../testing/test-table.ts'
import { patch, put } from '../../testing/test-room.ts'

const schema = schemaVersions(testSchemas)
const entry = (id: string, ...changes: OutboxEntry['edit']['changes']): OutboxEntry => ({
  edit: { id, base: 0, mark: 'm', changes },
  schema,
})

test('unsent edits of another tab are shown, count as unsaved, and are not sent from here', async () => {
  const table = new TestTable()
  const ann = await table.connectClient('ann')
  ann.disconnect('closed')
  ann.replica.showOtherTabs([entry('other:1', put('a'))])
  expect(ann.replica.document.get('a')).toBeDefined()
  expect(ann.replica.saveState.value).toBe('not-saved')
  ann.connect()
  await table.settle()
  expect(table.room.state().get('a')).toBeUndefined()
  ann.replica.showOtherTabs([])
  expect(ann.replica.document.get('a')).toBeUndefined()
  expect(ann.replica.saveState.value).toBe('saved')
})

test('an edit that builds on another tab’s edits includes them, each once', async () => {
  const table = new TestTable()
  const ann = await table.connectClient('ann')
  ann.disconnect('closed')
  ann.replica.showOtherTabs([entry('other:1', put('a')), entry('other:2', put('b'))])
  ann.edit([patch('a', { x: 50 })], 'mine')
  ann.connect()
  await table.settle()
  expect(table.room.state().get('a')?.['x']).toBe(50)
  expect(table.room.state().get('b')).toBeUndefined()
  ann.replica.showOtherTabs([])
  expect(ann.replica.document.get('a')?.['x']).toBe(50)
  expect(ann.replica.saveState.value).toBe('saved')
})

test('edits that the other tab leaves when it closes are sent from here', async () => {
  const table = new TestTable()
  const ann = await table.connectClient('ann')
  const left = [entry('other:1', put('a'))]
  ann.replica.showOtherTabs(left)
  ann.replica.adopt(left)
  await table.settle()
  expect(table.room.state().get('a')).toBeDefined()
  expect(ann.replica.saveState.value).toBe('saved')
})
