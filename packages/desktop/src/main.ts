import { join } from 'node:path'
import { BrowserStartError, ChromiumHost } from './chromium/chromium-host.ts'
import { findChromium } from './chromium/find-chromium.ts'
import { runApp } from './run-app.ts'
import { isSchemeOurs } from './system/link-handler.ts'

process.exitCode = await runApp(process.argv.slice(2), {
  createHost(environment) {
    const program = findChromium(environment)
    return program === undefined
      ? undefined
      : new ChromiumHost({ program, profile: join(environment.folder, 'profile') })
  },
  isSchemeOurs: ({ platform }) => isSchemeOurs(platform),
  explain: (error) => (error instanceof BrowserStartError ? error.output : undefined),
})
