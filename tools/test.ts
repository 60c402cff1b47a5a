import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Ended, packageScript, root, runNode } from './run.ts'
import { ensureBrowser, ensurePostgres } from './test-needs.ts'
import {
  addUp,
  judge,
  type Outcome,
  readCheckReport,
  readPlaywrightReport,
  readVitestReport,
} from './test-reports.ts'
import { buildWebIfChanged } from './web-build.ts'

// "npm test": everything there is. A runner that could not start, or ran nothing, counts as a failure: silence is
// never success.

const reports = join(root, '.tavla/reports')

interface Runner {
  readonly name: string
  readonly report: string
  run(): Promise<Ended>
  read(report: unknown): Outcome
}

const runners: readonly Runner[] = [
  { name: 'checks', report: 'check.json', run: () => runNode(['tools/check.ts']), read: readCheckReport },
  {
    name: 'tests',
    report: 'vitest.json',
    run: () => {
      const output = `--outputFile.json=${join(reports, 'vitest.json')}`
      return runNode([
        packageScript('vitest/vitest.mjs'),
        'run',
        '--reporter=default',
        '--reporter=json',
        output,
      ])
    },
    read: readVitestReport,
  },
  {
    name: 'journeys',
    report: 'playwright.json',
    run: async () =>
      (await buildWebIfChanged()) ? runNode([packageScript('@playwright/test/cli.js'), 'test']) : { code: 1 },
    read: readPlaywrightReport,
  },
]

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
for (const missing of [await ensureBrowser(), await ensurePostgres()]) {
  if (missing) process.stderr.write(`${missing}\n`)
}

const outcomes: Outcome[] = []
for (const { name, report, run, read } of runners) {
  process.stdout.write(`\n── ${name} ──\n`)
  const { code } = await run()
  const path = join(reports, report)
  const outcome = judge(existsSync(path) ? read(JSON.parse(readFileSync(path, 'utf8'))) : undefined, code)
  outcomes.push(outcome)
  process.stdout.write(`${name}: ${outcome.passed} passed, ${outcome.failed} failed\n`)
}
const sum = addUp(outcomes)
process.stdout.write(`\n${sum.passed} passed, ${sum.failed} failed\n`)
process.exitCode = sum.failed > 0 ? 1 : 0
