import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findFirefox } from '../find-browser.ts'
import { findWebKit } from '../browsers/find-webkit.ts'
import { hasProgram, liveKitServer } from '../go-program.ts'
import { type Ended, packageScript, root, runNode } from '../run.ts'
import { ensureBrowser, ensureDesktop, ensurePostgres, ensureRedis } from '../npm-test/test-needs.ts'
import {
  addUp,
  getOutcome,
  type Outcome,
  readCheckReport,
  readPlaywrightReport,
  readVitestReport,
} from '../npm-test/test-reports.ts'
import { useMemoryForTests } from '../npm-test/test-folder.ts'
import { hasRedis } from '../redis-process.ts'
import { hasS3 } from '../s3-process.ts'
import { buildProductIfChanged } from '../product-build.ts'

// "npm test": everything there is, or with paths only the tests whose files they name. A runner that could not start,
// or ran nothing, counts as a failure: silence is never success.

const reports = join(root, '.tavla/reports')
const paths = process.argv.slice(2)
const isE2e = (path: string) => /^e2e(\/|$)/.test(path) && !path.endsWith('.test.ts')

interface Runner {
  readonly name: string
  /** Of the paths asked for, those of this runner's tests. */
  readonly paths: readonly string[]
  readonly report: string
  run(): Promise<Ended>
  read(report: unknown): Outcome
}

const all: readonly Runner[] = [
  {
    name: 'checks',
    paths: [],
    report: 'check.json',
    run: () => runNode(['tools/commands/check.ts']),
    read: readCheckReport,
  },
  {
    name: 'tests',
    paths: paths.filter((path) => !isE2e(path)),
    report: 'vitest.json',
    run() {
      const output = `--outputFile.json=${join(reports, 'vitest.json')}`
      return runNode([
        packageScript('vitest/vitest.mjs'),
        'run',
        '--reporter=default',
        '--reporter=json',
        output,
        ...this.paths,
      ])
    },
    read: readVitestReport,
  },
  {
    name: 'e2e tests',
    paths: paths.filter(isE2e),
    report: 'playwright.json',
    async run() {
      if (!(await buildProductIfChanged())) return { code: 1 }
      return runNode([packageScript('@playwright/test/cli.js'), 'test', ...this.paths])
    },
    read: readPlaywrightReport,
  },
]

/** Tests with this tag also run on Firefox where it is; "npm run e2e:firefox" runs all that can. */
const firefoxTag = '@firefox'
const onFirefox: Runner = {
  name: 'e2e tests on Firefox',
  paths: [],
  report: 'playwright-firefox.json',
  run: () =>
    runNode([
      packageScript('@playwright/test/cli.js'),
      'test',
      '--config=playwright.firefox.config.ts',
      `--grep=${firefoxTag}`,
    ]),
  read: readPlaywrightReport,
}
const hasFirefox = findFirefox() !== undefined

const runners =
  paths.length === 0
    ? [...all, ...(hasFirefox ? [onFirefox] : [])]
    : all.filter((runner) => runner.paths.length > 0)

useMemoryForTests()
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
for (const missing of [
  await ensureBrowser(),
  await ensurePostgres(),
  await ensureRedis(),
  await ensureDesktop(),
]) {
  if (missing) process.stderr.write(`${missing}\n`)
}

const outcomes: Outcome[] = []
for (const runner of runners) {
  const { name, report } = runner
  process.stdout.write(`\n── ${name} ──\n`)
  const { code } = await runner.run()
  const path = join(reports, report)
  const outcome = getOutcome(
    existsSync(path) ? runner.read(JSON.parse(readFileSync(path, 'utf8'))) : undefined,
    code,
  )
  outcomes.push(outcome)
  process.stdout.write(`${name}: ${outcome.passed} passed, ${outcome.failed} failed\n`)
}
if (runners.some(({ name }) => name === 'e2e tests') && !hasProgram(liveKitServer))
  process.stdout.write('\nNOT RUN: voice rooms on a LiveKit server. "npm run livekit" builds one, with Go.\n')
if (!hasS3())
  process.stdout.write('\nNOT RUN: files in a bucket. "npm run s3" builds a server for them, with Go.\n')
if (!hasRedis()) process.stdout.write('\nNOT RUN: several processes with Redis. No redis-server was found.\n')
if (paths.length === 0 && !hasFirefox)
  process.stdout.write('\nNOT RUN: e2e tests on Firefox. On Debian, firefox-esr has it.\n')
if (paths.length === 0 && !findWebKit())
  process.stdout.write('\nNOT RUN: e2e test on WebKit. On Debian, webkit2gtk-driver and xvfb have it.\n')
const sum = addUp(outcomes)
if (sum.failures.length > 0)
  process.stdout.write(`\nFAILED:\n${sum.failures.map((name) => `  ${name}\n`).join('')}`)
process.stdout.write(`\n${sum.passed} passed, ${sum.failed} failed\n`)
process.exitCode = sum.failed > 0 ? 1 : 0
