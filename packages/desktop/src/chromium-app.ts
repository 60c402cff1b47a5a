import { join } from 'node:path'
import { BrowserStartError, ChromiumHost } from './chromium/chromium-host.ts'
import { findChromium } from './chromium/find-chromium.ts'
import { runApp } from './run-app.ts'
import type { Environment } from './system/environment.ts'
import { isSchemeOurs } from './system/link-handler.ts'

/** Runs the app in a window of the installed browser and returns the exit code. */
export function runChromiumApp(environment: Environment, args: readonly string[]): Promise<number> {
  return runApp(environment, args, {
    createHost() {
      const program = findChromium(environment)
      return program === undefined
        ? undefined
        : new ChromiumHost({ program, profile: join(environment.folder, 'profile') })
    },
    isSchemeOurs: () => isSchemeOurs(environment.platform),
    explain: (error) => (error instanceof BrowserStartError ? error.output : undefined),
  })
}
