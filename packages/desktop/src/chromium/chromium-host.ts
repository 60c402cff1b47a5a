import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { z } from 'zod'
import type { ShellHost, ShellWindow, WindowEvents, WindowOptions } from '../core/shell-host.ts'
import { ChromiumWindow } from './chromium-window.ts'
import { BrowserClosedError, type DevToolsEvent, DevToolsPipe } from './devtools-pipe.ts'

const Attached = z.object({
  sessionId: z.string(),
  targetInfo: z.object({ targetId: z.string(), type: z.string(), url: z.string() }),
})
const Paused = z.object({ requestId: z.string(), request: z.object({ url: z.string() }) })

/** Shown until there is a page to load. A longer URL would become the window's title. */
const firstPage = 'data:text/html,<meta name=color-scheme content="light dark"><title>Tavla</title>'

/** Preferences of a new profile: ask where to save downloads, do not offer to save passwords. */
const preferences = {
  download: { prompt_for_download: true },
  credentials_enable_service: false,
  translate: { enabled: false },
}

/**
 * With `BackgroundResourceFetch`, Chromium 156 compiles module scripts anew at every start although it has stored
 * their code; without it the first board is shown about a fifth sooner.
 */
const disabledFeatures = ['Translate', 'BackgroundResourceFetch']

const firstSize = { width: 1280, height: 860 }
const longestOutput = 4_000

/** The browser exited before it opened a window; `output` is its error output. */
export class BrowserStartError extends Error {
  readonly output: string

  constructor(output: string) {
    super('The browser closed before it opened a window')
    this.output = output
  }
}

export interface ChromiumOptions {
  readonly program: string
  /** Profile of the shell, separate from the user's. */
  readonly profile: string
}

/** Shows the app in an app window of a Chromium-based browser. */
export class ChromiumHost implements ShellHost {
  readonly #options: ChromiumOptions

  constructor(options: ChromiumOptions) {
    this.#options = options
  }

  async open(options: WindowOptions, events: WindowEvents): Promise<ShellWindow> {
    const { program, profile } = this.#options
    writePreferences(profile)
    const child = spawn(program, getArguments(profile, options), {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    })
    const output = collectOutput(child)
    const closed = new Promise<void>((resolve) => {
      child.once('error', () => resolve())
      child.once('close', () => resolve())
    })
    const opening = new Targets(child, options, events, closed).open()
    const ended = closed.then((): never => {
      throw new BrowserStartError(output())
    })
    try {
      const window = await Promise.race([opening, ended])
      void closed.then(() => events.onClosed())
      return window
    } catch (error) {
      // The pipe closes before the browser's output is complete.
      throw error instanceof BrowserClosedError ? await ended.catch((reason: unknown) => reason) : error
    }
  }
}

/** The browser's targets: the first one is the app window; others are reported to the shell and closed. */
class Targets {
  readonly #pipe: DevToolsPipe
  readonly #options: WindowOptions
  readonly #events: WindowEvents
  readonly #closed: Promise<void>
  readonly #others = new Map<string, string>()
  #main: { readonly sessionId: string; readonly window: ChromiumWindow } | undefined
  #onMain: (window: ChromiumWindow) => void = () => {}

  constructor(child: ChildProcess, options: WindowOptions, events: WindowEvents, closed: Promise<void>) {
    const [, , , toBrowser, fromBrowser] = child.stdio
    this.#options = options
    this.#events = events
    this.#closed = closed
    this.#pipe = new DevToolsPipe(toBrowser as Writable, fromBrowser as Readable, (event) =>
      this.#handle(event),
    )
  }

  async open(): Promise<ChromiumWindow> {
    const opened = new Promise<ChromiumWindow>((resolve) => (this.#onMain = resolve))
    // New targets are paused until they were checked.
    const filter = [{ type: 'page' }, { exclude: true }]
    await this.#pipe.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter,
    })
    return opened
  }

  #handle(event: DevToolsEvent): void {
    if (event.sessionId === undefined) {
      if (event.method === 'Target.attachedToTarget') this.#attach(Attached.parse(event.params))
      if (event.method === 'Target.detachedFromTarget') this.#detach(event.params['sessionId'])
    } else if (event.sessionId === this.#main?.sessionId) {
      this.#main.window.handle(event)
    } else if (event.method === 'Fetch.requestPaused') {
      this.#refuseWindow(event.sessionId, Paused.parse(event.params).request.url)
    }
  }

  #attach({ sessionId, targetInfo }: z.infer<typeof Attached>): void {
    const { targetId } = targetInfo
    if (!this.#main) {
      const window = new ChromiumWindow(
        this.#pipe,
        { sessionId, frameId: targetId },
        this.#events,
        this.#closed,
      )
      this.#main = { sessionId, window }
      const { bounds, origin, page } = this.#options
      window.prepare(origin, page)
      this.#resume(sessionId)
      // The first page need not wait for it.
      if (bounds) window.moveOntoScreen().catch(() => undefined)
      return this.#onMain(window)
    }
    this.#others.set(sessionId, targetId)
    const patterns = [{ urlPattern: 'http*', resourceType: 'Document' }]
    this.#pipe
      .send('Fetch.enable', { patterns }, sessionId)
      .then(() => this.#resume(sessionId))
      .catch(() => undefined)
  }

  #resume(sessionId: string): void {
    this.#pipe.send('Runtime.runIfWaitingForDebugger', {}, sessionId).catch(() => undefined)
  }

  #refuseWindow(sessionId: string, url: string): void {
    const targetId = this.#others.get(sessionId)
    if (targetId === undefined) return
    this.#others.delete(sessionId)
    this.#pipe.send('Target.closeTarget', { targetId }).catch(() => undefined)
    this.#events.onNewWindow(url)
  }

  /**
   * The user closed the window. The browser may keep running for other windows, so the shell must not wait for
   * its exit.
   */
  #detach(sessionId: unknown): void {
    if (sessionId === this.#main?.sessionId) this.#pipe.send('Browser.close').catch(() => undefined)
  }
}

function getArguments(profile: string, { bounds, page }: WindowOptions): string[] {
  const { width, height } = bounds ?? firstSize
  return [
    '--remote-debugging-pipe',
    `--user-data-dir=${profile}`,
    '--class=tavla',
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-background-mode',
    '--disable-session-crashed-bubble',
    '--hide-crash-restore-bubble',
    `--disable-features=${disabledFeatures.join()}`,
    `--window-size=${width},${height}`,
    ...(bounds ? [`--window-position=${bounds.left},${bounds.top}`] : []),
    `--app=${page ?? firstPage}`,
  ]
}

function writePreferences(profile: string): void {
  const folder = join(profile, 'Default')
  const file = join(folder, 'Preferences')
  if (existsSync(file)) return
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(file, JSON.stringify(preferences), { mode: 0o600 })
}

function collectOutput(child: ChildProcess): () => string {
  let output = ''
  child.stderr?.setEncoding('utf8')
  child.stderr?.on('data', (part: string) => (output = (output + part).slice(-longestOutput)))
  child.on('error', (error) => (output += error.message))
  return () => output.trim()
}
