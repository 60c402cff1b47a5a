import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { startServer, type TestServer } from '../server.ts'
import { createPeople, type People } from './people.ts'

export type Visit = (page: Page, path: string) => Promise<void>

interface E2eTest {
  /** A real server, shared by all tests of a worker; people and boards belong to each test. */
  readonly server: TestServer
  readonly people: People
  /** Opens a path below the base path, such as `/login?x=1`. */
  readonly visit: Visit
  /** Starts a browser with a profile on disk; closed and started again it keeps its storage. */
  readonly startBrowser: () => Promise<BrowserContext>
}

interface Disposable {
  dispose(): Promise<void> | undefined
}

/** A worker-scoped fixture without dependencies, disposed of at the end. */
export function onceAWorker<T extends Disposable>(start: () => Promise<T>) {
  return async ({}, use: (started: T) => Promise<void>): Promise<void> => {
    const started = await start()
    await use(started)
    await started.dispose()
  }
}

/** Console messages of browsers; those on trusted types do not name the policy. */
const policyBreach = /Content Security Policy|'Trusted(HTML|Script|ScriptURL)' assignment/

/** The base of every test. Fails when a page it opened has an uncaught error. */
export const test = base.extend<E2eTest & { watch: (page: Page) => void }, { plainServer: TestServer }>({
  // One server per worker: one per file would spend a tenth of the CPU time on starts.
  plainServer: [onceAWorker(() => startServer()), { scope: 'worker' }],
  server: async ({ plainServer }, use) => use(plainServer),
  watch: async ({}, use) => {
    const errors: string[] = []
    await use((page) => {
      page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.stack ?? error.message}`))
      page.on('console', (message) => {
        if (message.type() === 'error' && policyBreach.test(message.text()))
          errors.push(`${page.url()}: ${message.text()}`)
      })
    })
    expect(errors, 'errors that no code of the page caught, and breaches of its content policy').toEqual([])
  },
  people: async ({ browser, server, watch }, use) => {
    await use(createPeople(browser, server.url, watch))
    await Promise.all(browser.contexts().map((context) => context.close()))
  },
  startBrowser: async ({ playwright, launchOptions, locale, viewport, watch }, use) => {
    const profile = mkdtempSync(join(tmpdir(), 'tavla-browser-'))
    let last: BrowserContext | undefined
    await use(async () => {
      const own = { ...launchOptions, viewport, ...(locale === undefined ? {} : { locale }) }
      last = await playwright.chromium.launchPersistentContext(profile, own)
      last.on('page', watch)
      return last
    })
    await last?.close()
    rmSync(profile, { recursive: true, force: true })
  },
  visit: async ({ server }, use) =>
    use(async (page, path) => {
      await page.goto(`${server.url}/app${path}`)
    }),
})

export { expect }
