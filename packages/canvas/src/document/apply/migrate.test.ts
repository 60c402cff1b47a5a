import { expect, test } from 'vitest'
import { testSchemas } from '../../testing/test-kinds.ts'
import { patch, put, TestRoom } from '../../testing/test-room.ts'
import type { Edit } from '../model/change.ts'
import { formatHash } from '../codec/format.ts'
import { createMigrator, migrateState, schemaVersions } from './migrate.ts'
import type { ShapeSchema } from '../model/schema.ts'

/** Version 2 called `fill` by another name, version 3 doubled `w`. */
const newer: readonly ShapeSchema[] = testSchemas.map((schema) =>
  schema.kind !== 'box'
    ? schema
    : {
        ...schema,
        version: 3,
        migrations: [
          ({ fill, ...rest }) => (fill === undefined ? rest : { ...rest, paint: fill }),
          ({ w, ...rest }) => (typeof w === 'number' ? { ...rest, w: w * 2 } : rest),
        ],
      },
)

test('complete records are migrated through all missing steps', () => {
  const room = new TestRoom()
  room.take('ann', 'editor', [put('a', 'box', { fill: 'red' }), put('f', 'frame')])
  expect(migrateState(room.state, createMigrator(newer, schemaVersions(testSchemas)))).toEqual(['a'])
  expect(room.state.get('a')).toMatchObject({ paint: 'red', w: 20, by: 'ann', kind: 'box' })
  expect(room.get('a', 'fill')).toBeUndefined()
})

test('patches in an outbox are migrated by field; absent fields stay absent', () => {
  const migrator = createMigrator(newer, { box: 2 })
  const edit: Edit = {
    id: 't:1',
    base: 0,
    mark: 'm',
    changes: [
      patch('a', { w: 5 }),
      patch('a', { x: 5 }),
      patch('f', { w: 5 }),
      put('b'),
      patch('b', { w: 1 }),
    ],
  }
  const { changes } = migrator.edit(edit, (id) => (id === 'a' ? 'box' : 'frame'))
  expect(changes).toMatchObject([
    { fields: { w: 10 } },
    { fields: { x: 5 } },
    { fields: { w: 5 } },
    { record: { w: 20, id: 'b', z: 'V' } },
    { fields: { w: 2 } },
  ])
})

test('data of the current version is unchanged', () => {
  const migrator = createMigrator(newer, schemaVersions(newer))
  const edit: Edit = { id: 't:1', base: 0, mark: 'm', changes: [put('a')] }
  expect([migrator.isNoop, migrator.edit(edit, () => undefined)]).toEqual([true, edit])
  expect(createMigrator(newer, {}).isNoop).toBe(true)
})

test('the format hash depends on versions and names, not on the order of the list', () => {
  const hash = formatHash(testSchemas)
  expect(formatHash(testSchemas.toReversed())).toBe(hash)
  expect(formatHash(newer)).not.toBe(hash)
  expect(formatHash(testSchemas.slice(1))).not.toBe(hash)
})
