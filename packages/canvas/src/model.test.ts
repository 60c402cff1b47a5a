import { expect, test } from 'vitest'
import { boardSchemas, createReducer, FORMAT_HASH } from './model.ts'

/**
 * One line for each format that was ever released, newest last. When this test fails, the bytes or the
 * schemas have changed: raise the version of what changed, write its migration, and add a line.
 */
const history = [
  'bb8eb3639986a25c  first form',
  'ff0deb820f9ea35a  records that a stale delete passed over are journaled (keep)',
  '10360992dae21366  suggestions, and settings of the board that say whether it takes them',
]

test('the format is the one that the history ends with', () => {
  expect(history.at(-1)?.split('  ')[0]).toBe(FORMAT_HASH)
})

test('every kind of the board can be read by the reducer', () => {
  expect([...createReducer(boardSchemas).kinds.keys()].sort()).toEqual(
    boardSchemas.map(({ kind }) => kind).sort(),
  )
})

test('every kind has one migration for each version after the first', () => {
  for (const schema of boardSchemas)
    expect([schema.kind, schema.migrations.length]).toEqual([schema.kind, schema.version - 1])
})
