import { basePath, type DesktopFile, type DesktopSignIn, type DesktopTalkKey } from '@tavla/contract/desktop'
import type { Clock } from './clock.ts'
import { type BridgeAnswer, ServerMessage, ShellMessage } from './bridge.ts'
import { type Loopback, SignInFlow } from './sign-in-flow.ts'
import { getScreenUrl, parseSignInLink, type SignInLink } from './link.ts'
import { chooseServerPage, type ServerFault, unreachablePage } from './own-pages.ts'
import type { RandomBytes } from './pkce.ts'
import { isAppPage, isExternal, isLoopback, parseScreen, parseServer } from './server-origin.ts'
import type { Settings, WindowBounds } from './settings.ts'
import type { MessageSource, ShellHost, ShellWindow } from './shell-host.ts'
import type { ShellTexts } from './shell-texts.ts'
import type { StartRequest } from './start-arguments.ts'

/** Dependencies on the system. */
export interface ShellDeps {
  readonly host: ShellHost
  readonly settings: { get(): Settings; change(part: Partial<Settings>): void }
  readonly texts: ShellTexts
  readonly clock: Clock
  readonly random: RandomBytes
  /** Name of this computer, shown for confirmation in the browser. */
  readonly device: string
  readonly talkKeys: TalkKeys
  /** Reads a file of the person; its content is empty if it cannot be read. */
  readFile(path: string): Promise<DesktopFile>
  probeServer(origin: string): Promise<ProbeResult>
  openExternal(url: string): Promise<boolean>
  /** Whether the system opens links of our scheme with this installation. */
  isSchemeOurs(): Promise<boolean>
  listenOnLoopback(origin: string, onLink: (link: SignInLink) => boolean): Promise<Loopback>
  onClosed(): void
}

export interface TalkKeys {
  /** Watches one key, whichever program has the focus. `code` is that of `KeyboardEvent`. */
  watch(code: string, onChange: (isDown: boolean) => void): Promise<DesktopTalkKey>
  stop(): void
}

/** What answers at a URL: a Tavla server, nothing, or another program. */
export type ProbeResult = 'ok' | 'unreachable' | 'other'

const home = `${basePath}/pcapp`
const retryAfterMs = 3_000
const savedAfterMs = 400
/** Files of several starts, kept until somebody is signed in. */
const maxWaitingFiles = 40
/** Maximum URLs opened in the time window; more are not due to user actions. */
const externalLimit = 8
const externalWindowMs = 10_000

/** The desktop app: one window with one server. Independent of browser and Electron. */
export class Shell {
  readonly #deps: ShellDeps
  readonly #signIn: SignInFlow
  #window: ShellWindow | undefined
  /** The URL to show, or undefined while asking for a server. */
  #target: string | undefined
  /** What starts asked for before a server was chosen. */
  #waiting: StartRequest = {}
  /** Paths of files that no page has taken yet. */
  #files: readonly string[] = []
  #isAsking = false
  #opened: number[] = []
  #cancelRetry = () => {}
  #cancelSave = () => {}

  constructor(deps: ShellDeps) {
    this.#deps = deps
    this.#signIn = new SignInFlow(deps)
  }

  async open(request: StartRequest): Promise<void> {
    const { bounds, server } = this.#deps.settings.get()
    const page = this.#getFirstPage(request)
    this.#target = page
    if (page !== undefined) this.#files = request.files ?? []
    const options = {
      ...(bounds && { bounds }),
      ...(server !== undefined && { origin: server }),
      ...(page !== undefined && { page }),
    }
    this.#window = await this.#deps.host.open(options, {
      onMessage: (source, message) => this.#answer(source, message),
      onNavigation: (url) => this.#permits(url),
      onNewWindow: (url) => this.#openElsewhere(url),
      onLoadFailed: (url, reason) => void this.#showUnreachable(url, reason),
      onLoaded: () => this.#leavePage(),
      onClosed: () => {
        this.#signIn.cancel()
        this.#cancelRetry()
        this.#cancelSave()
        this.#deps.talkKeys.stop()
        this.#deps.onClosed()
      },
    })
    if (page === undefined) await this.receive(request)
  }

  /** The page of the remembered server that a start shows; undefined if it needs another server, or has none yet. */
  #getFirstPage(request: StartRequest): string | undefined {
    const { server } = this.#deps.settings.get()
    const isKnown = server !== undefined && (request.server ?? server) === server
    return isKnown ? (getRequestedUrl(request, server) ?? server + home) : undefined
  }

  /** Handles the arguments of this start or of a later one. */
  async receive(request: StartRequest): Promise<void> {
    const link = request.link === undefined ? undefined : parseSignInLink(request.link, { via: 'scheme' })
    if (link && this.#signIn.accept(link)) return this.#window?.focus()
    const { files = [] } = request
    this.#files = [...this.#files, ...files].slice(-maxWaitingFiles)
    const { server } = this.#deps.settings.get()
    const origin = request.server ?? server
    if (origin === undefined) return this.#waitForServer(request)
    // The home takes the files when it loads.
    const url = getRequestedUrl(request, origin) ?? (files.length === 0 ? undefined : origin + home)
    if (this.#target === undefined || url !== undefined || !isAppPage(this.#target, origin)) {
      await this.#open(url ?? origin + home, request)
    }
    await this.#window?.focus()
  }

  async close(): Promise<void> {
    await this.#window?.close()
  }

  async #waitForServer(request: StartRequest): Promise<void> {
    const isAsking = this.#isAsking
    this.#waiting = { ...this.#waiting, ...request }
    // Text that was already entered must not be lost.
    return isAsking ? this.#window?.focus() : this.#chooseServer()
  }

  /** Opens a URL of a server. A server is used, and remembered, only after it has answered. */
  async #open(url: string, request: StartRequest = {}): Promise<void> {
    const { origin } = new URL(url)
    const { settings, probeServer } = this.#deps
    if (origin === settings.get().server) return this.#load(url)
    this.#cancelRetry()
    this.#target = url
    const found = await probeServer(origin)
    if (this.#target !== url) return
    if (found === 'ok') return this.#load(url)
    if (found === 'unreachable') return this.#showUnreachable(url, '')
    this.#waiting = request
    await this.#chooseServer(found)
  }

  /** Loads a URL of a server that is known to answer. */
  async #load(url: string): Promise<void> {
    this.#cancelRetry()
    this.#target = url
    this.#isAsking = false
    const { origin } = new URL(url)
    if (origin !== this.#deps.settings.get().server) this.#deps.settings.change({ server: origin })
    await this.#window?.load(url)
  }

  async #chooseServer(fault?: ServerFault): Promise<void> {
    this.#cancelRetry()
    const { texts, settings } = this.#deps
    const before = this.#target === undefined ? settings.get().server : new URL(this.#target).origin
    this.#leavePage()
    this.#target = undefined
    this.#isAsking = true
    await this.#window?.showPage(chooseServerPage(texts, before ?? '', fault))
  }

  async #showUnreachable(url: string, reason: string): Promise<void> {
    const { origin } = new URL(url)
    this.#target = url
    this.#isAsking = false
    this.#leavePage()
    const server = { origin, reason, isHere: isLoopback(new URL(url)) }
    await this.#window?.showPage(unreachablePage(this.#deps.texts, server))
    this.#retryLater(url)
  }

  #retryLater(url: string): void {
    this.#cancelRetry()
    const { clock, probeServer } = this.#deps
    this.#cancelRetry = clock.after(retryAfterMs, () => {
      void probeServer(new URL(url).origin).then((found) => {
        if (this.#target !== url) return
        if (found === 'ok') void this.#load(url)
        else this.#retryLater(url)
      })
    })
  }

  /**
   * Pages of the app stay in the window, files of the server are downloaded, everything else opens in the
   * browser.
   */
  #permits(url: string): boolean {
    const origin = this.#deps.settings.get().server
    if (origin === undefined || !URL.canParse(url)) return false
    const isFile = url.startsWith(`${origin}/api/`) || url.startsWith(`blob:${origin}/`)
    if (isAppPage(url, origin) || isFile) return true
    this.#openElsewhere(url)
    return false
  }

  #openElsewhere(url: string): void {
    const origin = this.#deps.settings.get().server
    const screen = origin === undefined ? undefined : parseScreen(url, origin)
    if (origin !== undefined && screen !== undefined) return void this.#load(origin + screen)
    void this.#openExternal(url)
  }

  async #openExternal(url: string): Promise<boolean> {
    if (!isExternal(url)) return false
    const now = this.#deps.clock.now()
    this.#opened = this.#opened.filter((at) => now - at < externalWindowMs)
    if (this.#opened.length >= externalLimit) return false
    this.#opened.push(now)
    return this.#deps.openExternal(url)
  }

  async #answer(source: MessageSource, message: unknown): Promise<BridgeAnswer> {
    const parsed = (source === 'server' ? ServerMessage : ShellMessage).safeParse(message)
    if (!parsed.success) return { isOk: false }
    const value = await this.#perform(parsed.data)
    return { isOk: true, value }
  }

  #perform(message: ServerMessage | ShellMessage): Promise<unknown> | unknown {
    switch (message.verb) {
      case 'signIn':
        return this.#startSignIn()
      case 'cancelSignIn':
        return this.#signIn.cancel()
      case 'pasteCode':
        return this.#signIn.acceptPasted(message.text)
      case 'openExternal':
        return this.#openExternal(message.address)
      case 'setFullscreen':
        return this.#window?.setFullscreen(message.isOn)
      case 'watchTalkKey':
        return this.#watchTalkKey(message.code)
      case 'stopTalkKey':
        return this.#deps.talkKeys.stop()
      case 'takeFiles':
        return this.#takeFiles()
      case 'changeServer':
        return this.#chooseServer()
      case 'moved':
        return this.#saveBoundsLater()
      case 'useServer':
        return this.#useServer(message.address)
      case 'retry':
        return this.#target === undefined ? this.#chooseServer() : this.#open(this.#target)
    }
  }

  async #startSignIn(): Promise<DesktopSignIn> {
    const origin = this.#deps.settings.get().server
    return origin === undefined ? { ended: 'cancelled' } : this.#signIn.start(origin)
  }

  #takeFiles(): Promise<readonly DesktopFile[]> {
    const files = this.#files
    this.#files = []
    return Promise.all(files.map((path) => this.#deps.readFile(path)))
  }

  #watchTalkKey(code: string): Promise<DesktopTalkKey> {
    return this.#deps.talkKeys.watch(
      code,
      (isDown) => void this.#window?.emit({ event: 'talk-key', isDown }).catch(() => undefined),
    )
  }

  /** What a page started ends with it. */
  #leavePage(): void {
    this.#signIn.cancel()
    this.#deps.talkKeys.stop()
  }

  /** The error of the server, or null after switching to it. */
  async #useServer(address: string): Promise<ServerFault | null> {
    const origin = parseServer(address)
    if (origin === undefined) return 'invalid'
    const found = await this.#deps.probeServer(origin)
    if (found !== 'ok') return found
    const url = getRequestedUrl(this.#waiting, origin) ?? origin + home
    this.#waiting = {}
    await this.#load(url)
    return null
  }

  #saveBoundsLater(): void {
    this.#cancelSave()
    this.#cancelSave = this.#deps.clock.after(savedAfterMs, () => {
      const save = (bounds: WindowBounds | undefined) => {
        if (bounds) this.#deps.settings.change({ bounds })
      }
      // A closing window has no bounds.
      this.#window?.getBounds().then(save, () => undefined)
    })
  }
}

/** The URL requested by a start, on this server only. */
function getRequestedUrl({ screen, link }: StartRequest, origin: string): string | undefined {
  const linked = link === undefined ? undefined : getScreenUrl(link, origin)
  const path = screen ?? (linked === undefined ? undefined : parseScreen(linked, origin))
  return path === undefined ? undefined : origin + path
}
