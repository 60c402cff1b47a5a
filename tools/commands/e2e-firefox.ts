import { findFirefox } from '../find-browser.ts'
import { packageScript, runNode } from '../run.ts'
import { buildWebIfChanged } from '../web-build.ts'

// "npm run e2e:firefox": all e2e tests that another browser than Chromium can run, on the installed Firefox.

if (findFirefox() === undefined) {
  process.stderr.write('Install Firefox (on Debian: firefox-esr), or name its program by TAVLA_FIREFOX.\n')
  process.exit(1)
}
if (!(await buildWebIfChanged())) process.exit(1)
const { code } = await runNode([
  packageScript('@playwright/test/cli.js'),
  'test',
  '--config=playwright.firefox.config.ts',
  ...process.argv.slice(2),
])
process.exitCode = code
