import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

export interface Outcome {
  readonly passed: number
  readonly failed: number
  /** Names of what failed, with their files and, on the next line, the error. */
  readonly failures: readonly string[]
}

const Count = z.int().nonnegative()
const CheckReport = z.object({ passed: Count, failed: Count, failures: z.array(z.string()) })
const VitestReport = z.object({
  success: z.boolean(),
  numPassedTests: Count,
  numFailedTests: Count,
  numPendingTests: Count,
  numTodoTests: Count,
  numFailedTestSuites: Count,
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})
const PlaywrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  ok: z.boolean(),
  tests: z
    .array(
      z.object({
        results: z.array(z.object({ errors: z.array(z.object({ message: z.string().optional() })) })),
      }),
    )
    .optional(),
})
interface PlaywrightSuite {
  readonly specs?: readonly z.infer<typeof PlaywrightSpec>[] | undefined
  readonly suites?: readonly PlaywrightSuite[] | undefined
}
const PlaywrightSuite: z.ZodType<PlaywrightSuite> = z.object({
  specs: z.array(PlaywrightSpec).optional(),
  get suites() {
    return z.array(PlaywrightSuite).optional()
  },
})
const PlaywrightReport = z.object({
  errors: z.array(z.unknown()),
  suites: z.array(PlaywrightSuite),
  stats: z.object({ expected: Count, unexpected: Count, flaky: Count, skipped: Count }),
})

export function readCheckReport(report: unknown): Outcome {
  return notNothing(CheckReport.parse(report))
}

/** A file that could not be loaded has no failed test in it, yet the run is no success. A skipped test has not passed. */
export function readVitestReport(report: unknown): Outcome {
  const read = VitestReport.parse(report)
  const failed = read.numFailedTests + read.numPendingTests + read.numTodoTests
  const failures = read.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status !== 'passed')
    if (tests.length === 0 && status !== 'passed') return [describe(name, message)]
    return tests.map(({ fullName, failureMessages }) =>
      describe(`${name}: ${fullName}`, failureMessages?.[0]),
    )
  })
  return notNothing({
    passed: read.numPassedTests,
    failed: failed === 0 && !read.success ? 1 : failed,
    failures,
  })
}

/** A test that passes only at the second try is not known to work. */
export function readPlaywrightReport(report: unknown): Outcome {
  const { stats, errors, suites } = PlaywrightReport.parse(report)
  const failed = stats.unexpected + stats.flaky + stats.skipped
  return notNothing({
    passed: stats.expected,
    failed: failed === 0 && errors.length > 0 ? 1 : failed,
    failures: suites.flatMap(findFailures),
  })
}

function findFailures({ specs = [], suites = [] }: PlaywrightSuite): string[] {
  const failed = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests = [] }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors))
      return describe(`e2e/${file}: ${title}`, errors[0]?.message)
    })
  return [...failed, ...suites.flatMap(findFailures)]
}

const ERROR_LENGTH = 600

/** The beginning of the error on a line of its own, so that the end of a long log says why a run failed. */
function describe(name: string, error: string | undefined): string {
  const text = stripVTControlCharacters(error ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' | ')
  return text === '' ? name : `${name}\n    ${text.slice(0, ERROR_LENGTH)}`
}

/**
 * What a runner's report and its exit code say together: no report is a failure, and so is an exit code that no failed
 * test explains, such as Vitest's after an error that nobody caught.
 */
export function getOutcome(report: Outcome | undefined, exitCode: number): Outcome {
  if (!report) return { passed: 0, failed: 1, failures: [] }
  return exitCode !== 0 && report.failed === 0 ? { ...report, failed: 1 } : report
}

export function addUp(outcomes: readonly Outcome[]): Outcome {
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
    failures: outcomes.flatMap(({ failures }) => failures),
  }
}

/** A runner that found nothing to run has failed, whatever it says. */
function notNothing(outcome: Outcome): Outcome {
  return outcome.passed + outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome
}
