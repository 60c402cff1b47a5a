import { expect, test } from 'vitest'
import { checkSizes } from './size.ts'

const reason = 'one table that reads as a whole'

test('a source file can have 600 lines and a test 900', () => {
  const files = [
    { path: 'a.ts', lines: 600 },
    { path: 'a.test.ts', lines: 900 },
  ]
  expect(checkSizes(files, {})).toEqual([])
})

test('one more line is reported with the limit', () => {
  const files = [
    { path: 'a.ts', lines: 601 },
    { path: 'a.test.tsx', lines: 901 },
  ]
  expect(checkSizes(files, {}).map((problem) => problem.slice(0, 42))).toEqual([
    'a.ts: 601 lines, 600 are the limit; split ',
    'a.test.tsx: 901 lines, 900 are the limit; ',
  ])
})

test('an exception allows its own number of lines', () => {
  const exceptions = { 'a.ts': { lines: 700, reason } }
  expect(checkSizes([{ path: 'a.ts', lines: 700 }], exceptions)).toEqual([])
  expect(checkSizes([{ path: 'a.ts', lines: 701 }], exceptions)).toHaveLength(1)
})

test('an unneeded exception is a problem', () => {
  const exceptions = { 'a.ts': { lines: 700, reason }, 'gone.ts': { lines: 700, reason } }
  expect(checkSizes([{ path: 'a.ts', lines: 500 }], exceptions)).toEqual([
    'a.ts: needs its exception no longer',
    'gone.ts: has an exception and does not exist',
  ])
})
