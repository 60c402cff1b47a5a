import { z } from 'zod'

export interface Outcome {
  readonly passed: number
  readonly failed: number
}

const Count = z.int().nonnegative()
const CheckReport = z.object({ passed: Count, failed: Count })
const VitestReport = z.object({
  success: z.boolean(),
  numPassedTests: Count,
  numFailedTests: Count,
  numPendingTests: Count,
  numTodoTests: Count,
  numFailedTestSuites: Count,
})
const PlaywrightReport = z.object({
  errors: z.array(z.unknown()),
  stats: z.object({ expected: Count, unexpected: Count, flaky: Count, skipped: Count }),
})

export function readCheckReport(report: unknown): Outcome {
  return notNothing(CheckReport.parse(report))
}

/** A file that could not be loaded has no failed test in it, yet the run is no success. A skipped test has not passed. */
export function readVitestReport(report: unknown): Outcome {
  const read = VitestReport.parse(report)
  const failed = read.numFailedTests + read.numPendingTests + read.numTodoTests
  return notNothing({ passed: read.numPassedTests, failed: failed === 0 && !read.success ? 1 : failed })
}

/** A test that passes only at the second try is not known to work. */
export function readPlaywrightReport(report: unknown): Outcome {
  const { stats, errors } = PlaywrightReport.parse(report)
  const failed = stats.unexpected + stats.flaky + stats.skipped
  return notNothing({ passed: stats.expected, failed: failed === 0 && errors.length > 0 ? 1 : failed })
}

/**
 * What a runner's report and its exit code say together: no report is a failure, and so is an exit code that no failed
 * test explains, such as Vitest's after an error that nobody caught.
 */
export function getOutcome(report: Outcome | undefined, exitCode: number): Outcome {
  if (!report) return { passed: 0, failed: 1 }
  return exitCode !== 0 && report.failed === 0 ? { ...report, failed: 1 } : report
}

export function addUp(outcomes: readonly Outcome[]): Outcome {
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
  }
}

/** A runner that found nothing to run has failed, whatever it says. */
function notNothing(outcome: Outcome): Outcome {
  return outcome.passed + outcome.failed === 0 ? { passed: 0, failed: 1 } : outcome
}
