import type { Browser } from '@playwright/test'

/** A view to open on an empty cache. */
export interface View {
  readonly name: string
  readonly url: string
  /** Matches once the view can be used. */
  readonly ready: string
  /** Entries of the local storage before the page loads. */
  readonly stored?: Readonly<Record<string, string>>
}

export interface Figures {
  /** From navigation to the first frame in which the view can be used, ms. */
  readonly ms: number
  /** JavaScript received until then, KiB as sent, without headers. */
  readonly scriptKib: number
}

/** 20 Mbit/s, and a server 20 ms away. */
const network = { offline: false, latency: 20, downloadThroughput: 20e6 / 8, uploadThroughput: 5e6 / 8 }
/** Chromium runs the page's threads at a quarter of the machine's speed. */
const cpuSlowdown = 4
const capMs = 30_000

declare global {
  interface Window {
    readyAt?: number
  }
}

export async function measureView(browser: Browser, { url, ready, stored = {} }: View): Promise<Figures> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    await page.addInitScript(
      ({ selector, entries }) => {
        for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
        const look = (): void => {
          if (document.querySelector(selector)) window.readyAt ??= performance.now()
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      },
      { selector: ready, entries: stored },
    )
    const session = await context.newCDPSession(page)
    /** By request of a script, the bytes of its headers. */
    const scripts = new Map<string, number>()
    let bytes = 0
    session.on('Network.responseReceived', ({ requestId, type, response }) => {
      if (type === 'Script') scripts.set(requestId, response.encodedDataLength)
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const headerBytes = scripts.get(requestId)
      if (headerBytes !== undefined) bytes += encodedDataLength - headerBytes
    })
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', network)
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
    await page.goto(url, { waitUntil: 'commit' })
    await page.waitForFunction(() => window.readyAt !== undefined, undefined, { timeout: capMs })
    const scriptKib = bytes / 1024
    return { ms: (await page.evaluate(() => window.readyAt)) ?? NaN, scriptKib }
  } finally {
    await context.close()
  }
}
