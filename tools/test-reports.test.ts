import { describe, expect, test } from 'vitest'
import { addUp, getOutcome, readCheckReport, readPlaywrightReport, readVitestReport } from './test-reports.ts'

const vitest = {
  success: true,
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numFailedTestSuites: 0,
}
const playwright = { errors: [], stats: { expected: 2, unexpected: 0, flaky: 0, skipped: 0 } }

describe('a runner that ran nothing has failed', () => {
  test.each([
    ['checks', readCheckReport({ passed: 0, failed: 0 })],
    ['tests', readVitestReport({ ...vitest, numPassedTests: 0 })],
    ['e2e tests', readPlaywrightReport({ ...playwright, stats: { ...playwright.stats, expected: 0 } })],
  ])('%s', (_name, outcome) => expect(outcome).toEqual({ passed: 0, failed: 1 }))
})

test('passed and failed tests are counted', () => {
  expect(readCheckReport({ passed: 4, failed: 1 })).toEqual({ passed: 4, failed: 1 })
  expect(readVitestReport({ ...vitest, success: false, numFailedTests: 2 })).toEqual({ passed: 3, failed: 2 })
  expect(readPlaywrightReport({ ...playwright, stats: { ...playwright.stats, unexpected: 1 } })).toEqual({
    passed: 2,
    failed: 1,
  })
})

test('a test file that could not be loaded is a failure without a failed test', () => {
  expect(readVitestReport({ ...vitest, success: false })).toEqual({ passed: 3, failed: 1 })
  expect(readPlaywrightReport({ ...playwright, errors: [{ message: 'no such module' }] })).toEqual({
    passed: 2,
    failed: 1,
  })
})

test('skipped, unfinished and flaky tests have not passed', () => {
  expect(readVitestReport({ ...vitest, numPendingTests: 1, numTodoTests: 1 })).toEqual({
    passed: 3,
    failed: 2,
  })
  const stats = { expected: 2, unexpected: 0, flaky: 1, skipped: 1 }
  expect(readPlaywrightReport({ ...playwright, stats })).toEqual({ passed: 2, failed: 2 })
})

test('a report in another format is an error, not a zero', () => {
  expect(() => readVitestReport({ passed: 3 })).toThrow()
})

test('results add up', () => {
  expect(
    addUp([
      { passed: 1, failed: 2 },
      { passed: 3, failed: 0 },
    ]),
  ).toEqual({ passed: 4, failed: 2 })
})

test('a runner that exits with an error has failed, whatever its report says', () => {
  expect(getOutcome({ passed: 3, failed: 0 }, 0)).toEqual({ passed: 3, failed: 0 })
  expect(getOutcome({ passed: 3, failed: 0 }, 1)).toEqual({ passed: 3, failed: 1 })
  expect(getOutcome({ passed: 3, failed: 2 }, 1)).toEqual({ passed: 3, failed: 2 })
  expect(getOutcome(undefined, 0)).toEqual({ passed: 0, failed: 1 })
})
