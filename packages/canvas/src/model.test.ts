import { expect, test } from 'vitest'
import { codecHash, kindHash } from './document/codec/format.ts'
import { boardSchemas, createReducer } from './model.ts'

test('every schema has the fingerprint of its version', () => {
  // Where one differs: was the kind ever released, raise its version, write the migration, and take the new fingerprint.
  const found = Object.fromEntries(boardSchemas.map((schema) => [schema.kind, kindHash(schema)]))
  expect(Object.fromEntries(boardSchemas.map(({ kind, fingerprint }) => [kind, fingerprint]))).toEqual(found)
})

test('binary format and text schema match this revision', () => {
  // Where this differs, raise `CODEC_VERSION`, or `REVISION` for what is only added, and keep reading what was stored.
  expect(codecHash()).toBe('d915bad40659478c')
})

test('the reducer accepts every kind of the board', () => {
  expect([...createReducer(boardSchemas).kinds.keys()].sort()).toEqual(
    boardSchemas.map(({ kind }) => kind).sort(),
  )
})

test('every kind has one migration for each version after the first', () => {
  for (const schema of boardSchemas)
    expect([schema.kind, schema.migrations.length]).toEqual([schema.kind, schema.version - 1])
})
