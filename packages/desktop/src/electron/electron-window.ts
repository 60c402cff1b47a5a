import type { BrowserWindow, IpcMainInvokeEvent } from 'electron'
import { z } from 'zod'
import type { MessageSource, PageEvent, ShellWindow, WindowEvents } from '../core/shell-host.ts'
import { WindowBounds } from '../core/settings.ts'
import { channels } from './channels.ts'

const Asked = z.object({ id: z.int(), message: z.unknown() })
const longestMessage = 16 * 1024
/** The load was replaced by another one, or refused. */
const abortedLoad = -3

/** What the page gets for a call. */
export interface CallAnswer {
  readonly id: number
  readonly isOk: boolean
  readonly value: unknown
}

/** The app window, which shows only pages of the server and of the shell itself. */
export class ElectronWindow implements ShellWindow {
  readonly #window: BrowserWindow
  readonly #events: WindowEvents
  readonly #closed: Promise<void>
  /** A scheme that no page can navigate to, until a server is known. */
  #origin = 'data:'
  #url = ''
  /** URL of the shell's own page while one is shown. */
  #ownPage: string | undefined

  constructor(window: BrowserWindow, events: WindowEvents) {
    this.#window = window
    this.#events = events
    this.#closed = new Promise((resolve) => window.once('closed', () => resolve()))
    void this.#closed.then(() => events.onClosed())
    const { webContents } = window
    webContents.setWindowOpenHandler(({ url }) => {
      events.onNewWindow(url)
      return { action: 'deny' }
    })
    const guard = (details: { url: string; isMainFrame: boolean; preventDefault(): void }) => {
      if (details.isMainFrame && !events.onNavigation(details.url)) details.preventDefault()
    }
    webContents.on('will-navigate', guard)
    webContents.on('will-redirect', guard)
    webContents.on('will-attach-webview', (event) => event.preventDefault())
    // Unsent work is stored in the browser, so that a page need not hold the window open.
    webContents.on('will-prevent-unload', (event) => event.preventDefault())
    webContents.on('did-navigate', (_event, url) => this.#handleNavigated(url))
    webContents.on('did-fail-load', (_event, code, reason, url, isMainFrame) => {
      if (isMainFrame && code !== abortedLoad) events.onLoadFailed(url, reason)
    })
  }

  get origin(): string {
    return this.#origin
  }

  isServer(url: string): boolean {
    return URL.canParse(url) && new URL(url).origin === this.#origin
  }

  async load(url: string): Promise<void> {
    this.#origin = new URL(url).origin
    this.#ownPage = undefined
    // A failure is reported by its event.
    await this.#window.loadURL(url).catch(() => undefined)
  }

  async showPage(html: string): Promise<void> {
    this.#ownPage = `data:text/html;charset=utf-8,${encodeURIComponent(html)}`
    await this.#window.loadURL(this.#ownPage)
  }

  async setFullscreen(isOn: boolean): Promise<void> {
    this.#window.setFullScreen(isOn)
  }

  async focus(): Promise<void> {
    if (this.#window.isMinimized()) this.#window.restore()
    this.#window.show()
    this.#window.focus()
  }

  async emit(event: PageEvent): Promise<void> {
    if (this.#ownPage === undefined && this.isServer(this.#url))
      this.#window.webContents.send(channels.event, event)
  }

  async getBounds(): Promise<WindowBounds | undefined> {
    const window = this.#window
    if (window.isMaximized() || window.isMinimized() || window.isFullScreen()) return undefined
    const { x, y, width, height } = window.getBounds()
    return WindowBounds.safeParse({ left: x, top: y, width, height }).data
  }

  async close(): Promise<void> {
    this.#window.close()
    await this.#closed
  }

  /** Answers a call of the page's main frame; undefined to everything else. */
  async answer({ senderFrame }: IpcMainInvokeEvent, text: unknown): Promise<CallAnswer | undefined> {
    const { mainFrame } = this.#window.webContents
    const source = senderFrame === mainFrame ? this.#getSource(mainFrame.url) : undefined
    const asked = Asked.safeParse(parseMessage(text))
    if (source === undefined || !asked.success) return undefined
    const { id, message } = asked.data
    const answer = await this.#events.onMessage(source, message).catch(() => ({ isOk: false }) as const)
    return { id, isOk: answer.isOk, value: answer.isOk ? (answer.value ?? null) : null }
  }

  #getSource(url: string): MessageSource | undefined {
    if (this.#ownPage !== undefined) return url === this.#ownPage ? 'shell' : undefined
    return this.isServer(url) ? 'server' : undefined
  }

  #handleNavigated(url: string): void {
    const wasServer = this.isServer(this.#url)
    this.#url = url
    if (!this.isServer(url)) return
    this.#events.onLoaded()
    // Back navigation must not lead to a page of the shell.
    if (!wasServer) this.#window.webContents.navigationHistory.clear()
  }
}

function parseMessage(text: unknown): unknown {
  if (typeof text !== 'string' || text.length > longestMessage) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
