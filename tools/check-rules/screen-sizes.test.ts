import { expect, test } from 'vitest'
import { checkScreenSizes } from './screen-sizes.ts'

const built = {
  page: ['entry.js', 'shared.js'],
  screens: { login: { scripts: ['login.js'] }, board: { scripts: ['board.js', 'shared.js'] } },
}
const KIB: Record<string, number> = { 'entry.js': 50, 'shared.js': 20, 'login.js': 10, 'board.js': 100 }
const getBytes = (file: string) => (KIB[file] ?? NaN) * 1024

test('a screen within its budget passes, and a shared file counts once', () => {
  expect(checkScreenSizes(built, getBytes, { login: 80, board: 170 })).toEqual([])
})

test('a screen beyond its budget is reported with both sizes', () => {
  expect(checkScreenSizes(built, getBytes, { login: 79, board: 170 })).toEqual([
    'login: 80.0 KiB of JavaScript, the budget is 79 KiB; load later what the first view does not need',
  ])
})

test('a budget far above its screen is to be lowered', () => {
  expect(checkScreenSizes(built, getBytes, { login: 96 })).toEqual([
    'login: 80.0 KiB of JavaScript, the budget is 96 KiB; lower it in tools/check-rules/screen-sizes.ts',
  ])
})

test('a budget of no screen is reported', () => {
  expect(checkScreenSizes(built, getBytes, { gone: 80 })).toEqual([
    'gone: has a budget and is no screen of the build',
  ])
})
