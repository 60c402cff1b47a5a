import { describe, expect, test } from 'vitest'
import { addUp, getOutcome, readCheckReport, readPlaywrightReport, readVitestReport } from './test-reports.ts'

const vitest = {
  success: true,
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numFailedTestSuites: 0,
  testResults: [] as unknown[],
}
const playwright = {
  errors: [],
  suites: [] as unknown[],
  stats: { expected: 2, unexpected: 0, flaky: 0, skipped: 0 },
}

describe('a runner that ran nothing has failed', () => {
  test.each([
    ['checks', readCheckReport({ passed: 0, failed: 0, failures: [] })],
    ['tests', readVitestReport({ ...vitest, numPassedTests: 0 })],
    ['e2e tests', readPlaywrightReport({ ...playwright, stats: { ...playwright.stats, expected: 0 } })],
  ])('%s', (_name, outcome) => expect(outcome).toMatchObject({ passed: 0, failed: 1 }))
})

test('passed and failed tests are counted', () => {
  expect(readCheckReport({ passed: 4, failed: 1, failures: ['lint'] })).toEqual({
    passed: 4,
    failed: 1,
    failures: ['lint'],
  })
  expect(readVitestReport({ ...vitest, success: false, numFailedTests: 2 })).toMatchObject({
    passed: 3,
    failed: 2,
  })
  expect(
    readPlaywrightReport({ ...playwright, stats: { ...playwright.stats, unexpected: 1 } }),
  ).toMatchObject({
    passed: 2,
    failed: 1,
  })
})

test('a test file that could not be loaded is a failure without a failed test', () => {
  expect(readVitestReport({ ...vitest, success: false })).toMatchObject({ passed: 3, failed: 1 })
  expect(readPlaywrightReport({ ...playwright, errors: [{ message: 'no such module' }] })).toMatchObject({
    passed: 2,
    failed: 1,
  })
})

test('skipped, unfinished and flaky tests have not passed', () => {
  expect(readVitestReport({ ...vitest, numPendingTests: 1, numTodoTests: 1 })).toMatchObject({
    passed: 3,
    failed: 2,
  })
  const stats = { expected: 2, unexpected: 0, flaky: 1, skipped: 1 }
  expect(readPlaywrightReport({ ...playwright, stats })).toMatchObject({ passed: 2, failed: 2 })
})

test('a report in another format is an error, not a zero', () => {
  expect(() => readVitestReport({ passed: 3 })).toThrow()
})

test('failed tests are named with their files and errors', () => {
  const testResults = [
    {
      name: 'a.test.ts',
      status: 'failed',
      assertionResults: [
        { fullName: 'adds', status: 'passed' },
        {
          fullName: 'subtracts',
          status: 'failed',
          failureMessages: ['\u001b[31mError\u001b[0m: 3\n\n  at a.ts:1'],
        },
      ],
    },
    { name: 'b.test.ts', status: 'failed', assertionResults: [] },
    { name: 'c.test.ts', status: 'passed', assertionResults: [{ fullName: 'divides', status: 'passed' }] },
  ]
  expect(readVitestReport({ ...vitest, success: false, testResults }).failures).toEqual([
    'a.test.ts: subtracts\n    Error: 3 | at a.ts:1',
    'b.test.ts',
  ])
  const spec = (title: string, messages: readonly string[]) => {
    const results = messages.map((message) => ({ errors: [{ message }] }))
    return { title, file: 'board.spec.ts', ok: messages.length === 0, tests: [{ results }] }
  }
  const suites = [{ specs: [spec('draws', [])], suites: [{ specs: [spec('erases', ['x'.repeat(1000)])] }] }]
  const [failure, ...more] = readPlaywrightReport({ ...playwright, suites }).failures
  expect(failure).toBe(`e2e/board.spec.ts: erases\n    ${'x'.repeat(600)}`)
  expect(more).toEqual([])
})

test('results add up', () => {
  expect(
    addUp([
      { passed: 1, failed: 2, failures: ['lint', 'types'] },
      { passed: 3, failed: 1, failures: ['adds'] },
    ]),
  ).toEqual({ passed: 4, failed: 3, failures: ['lint', 'types', 'adds'] })
})

test('a runner that exits with an error has failed, whatever its report says', () => {
  const failures: string[] = []
  expect(getOutcome({ passed: 3, failed: 0, failures }, 0)).toMatchObject({ passed: 3, failed: 0 })
  expect(getOutcome({ passed: 3, failed: 0, failures }, 1)).toMatchObject({ passed: 3, failed: 1 })
  expect(getOutcome({ passed: 3, failed: 2, failures }, 1)).toMatchObject({ passed: 3, failed: 2 })
  expect(getOutcome(undefined, 0)).toMatchObject({ passed: 0, failed: 1 })
})
