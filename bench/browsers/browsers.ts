import { type BrowserType, chromium, firefox } from 'playwright-core'
import { WebKitBrowser } from '../../e2e/pages/webkit-browser.ts'
import firefoxConfig from '../../playwright.firefox.config.ts'
import { browserArguments, findBrowser, findFirefox } from '../../tools/find-browser.ts'
import { findWebKit } from '../../tools/browsers/find-webkit.ts'

interface Point {
  readonly x: number
  readonly y: number
}

/** A browser with one page of 1280 × 800 CSS pixels. */
export interface OpenBrowser {
  readonly version: string
  goTo(url: string): Promise<void>
  /** Runs a function in the page and waits for its promise; argument and result are JSON. */
  run<Result>(act: () => Result | Promise<Result>): Promise<Result>
  run<Argument, Result>(act: (argument: Argument) => Result | Promise<Result>, argument: Argument): Promise<Result>
  /** Presses at the first point, moves at 60 points a second without waiting for the page, and releases at the last. */
  draw(path: readonly Point[]): Promise<void>
  close(): Promise<void>
}

interface Opener {
  readonly name: string
  /** Undefined where the browser is not installed. */
  open(): Promise<OpenBrowser | undefined>
}

const view = { width: 1280, height: 800 }
const pointMs = 1000 / 60

export const openers: readonly Opener[] = [
  {
    name: 'Chromium',
    open: async () => {
      const executablePath = findBrowser()
      return executablePath ? openByPlaywright(chromium, { executablePath, args: [...browserArguments] }) : undefined
    },
  },
  {
    name: 'Firefox',
    open: async () => {
      if (!findFirefox()) return undefined
      const { launchOptions, channel } = firefoxConfig.use ?? {}
      return openByPlaywright(firefox, { ...launchOptions, ...(channel === undefined ? {} : { channel }) })
    },
  },
  { name: 'WebKitGTK', open: async () => (findWebKit() ? openWebKit() : undefined) },
]

async function openByPlaywright(type: BrowserType, options: Parameters<BrowserType['launch']>[0]): Promise<OpenBrowser> {
  const browser = await type.launch(options)
  const page = await browser.newPage({ viewport: view })
  return {
    version: browser.version(),
    goTo: async (url) => void (await page.goto(url)),
    run: ((act: () => unknown, argument?: unknown) => page.evaluate(act as (value: unknown) => unknown, argument)) as OpenBrowser['run'],
    async draw(path) {
      await page.mouse.move(path[0]!.x, path[0]!.y)
      await page.mouse.down()
      const beganMs = performance.now()
      const sent: Promise<void>[] = []
      for (const [i, { x, y }] of path.entries()) {
        const waitMs = beganMs + i * pointMs - performance.now()
        if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
        sent.push(page.mouse.move(x, y))
      }
      await Promise.all(sent)
      await page.mouse.up()
    },
    close: () => browser.close(),
  }
}

async function openWebKit(): Promise<OpenBrowser> {
  const webKit = await WebKitBrowser.start('C.UTF-8')
  await webKit.resize(view.width, view.height + 60)
  return {
    version: '',
    goTo: (url) => webKit.goTo(url),
    run: ((act: (argument: unknown) => unknown, argument?: unknown) => webKit.evaluate(act, argument)) as OpenBrowser['run'],
    draw: (path) => webKit.draw(path, Math.round(pointMs)),
    close: () => webKit.dispose(),
  }
}
