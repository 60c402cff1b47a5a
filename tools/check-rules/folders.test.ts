import { expect, test } from 'vitest'
import { checkFolders, MAX_FILES } from './folders.ts'

const files = (count: number) => Array.from({ length: count }, (_, i) => `packages/web/src/ui/part-${i}.tsx`)

test('a folder can have 25 files, and one more is reported with the limit', () => {
  expect(checkFolders(files(MAX_FILES))).toEqual([])
  expect(checkFolders(files(MAX_FILES + 1))).toEqual([
    'packages/web/src/ui: 26 files, 25 are the limit; divide it by subject',
  ])
})

test('two files of one package with the same name are both reported', () => {
  expect(checkFolders(['packages/web/src/a/text.ts', 'packages/web/src/b/text.ts'])).toEqual([
    'packages/web/src/a/text.ts and packages/web/src/b/text.ts have one name; name each for its main export',
  ])
})

test.each([
  ['in two packages', ['packages/web/src/text.ts', 'packages/canvas/src/text.ts']],
  ['beside its test', ['packages/web/src/text.ts', 'packages/web/src/text.test.ts']],
  [
    'that every feature has',
    ['packages/server/src/features/a/rows.ts', 'packages/server/src/features/b/rows.ts'],
  ],
  ['of a tool and another part', ['packages/canvas/src/tools/pen.ts', 'packages/canvas/src/pen.ts']],
])('one name %s is allowed', (_where, paths) => {
  expect(checkFolders(paths)).toEqual([])
})
