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

/** Hash of a style that the driver itself adds to a page when it takes a screenshot in Firefox. */
const driversStyle = 'sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA='

/** Console messages of browsers; those on trusted types do not name the policy. */
const policyBreach = /Content Security Policy|'Trusted(HTML|Script|ScriptURL)' assignment/

/** Firefox’s driver also reports failed requests as errors, without a stack; breaches of the policy stay errors. */
function isFirefoxMessage({ message, stack = '' }: Error): boolean {
  const isPolicy = message.includes('Content-Security-Policy')
  return stack.endsWith('\nundefined') && (!isPolicy || message.includes(driversStyle))
}

/** The base of every test. Fails when a page it opened has an uncaught error. */
export const test = base.extend<E2eTest & { watch: (page: Page) => void }, { plainServer: TestServer }>({
  // One server per worker: one per file would spend a tenth of the CPU time on starts.
  plainServer: [onceAWorker(() => startServer()), { scope: 'worker' }],
  server: async ({ plainServer }, use) => use(plainServer),
  watch: async ({}, use) => {
    const errors: string[] = []
    await use((page) => {
      page.on('pageerror', (error) => {
        if (!isFirefoxMessage(error)) errors.push(`${page.url()}: ${error.stack ?? error.message}`)
      })
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
  startBrowser: async ({ playwright, browserName, channel, launchOptions, locale, viewport, watch }, use) => {
    const profile = mkdtempSync(join(tmpdir(), 'tavla-browser-'))
    let last: BrowserContext | undefined
    await use(async () => {
      const own = {
        ...launchOptions,
        ...(channel === undefined ? {} : { channel }),
        ...(locale === undefined ? {} : { locale }),
        viewport,
      }
      last = await playwright[browserName].launchPersistentContext(profile, own)
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
