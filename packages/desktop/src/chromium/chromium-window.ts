import { z } from 'zod'
import { fitOnScreen } from '../core/fit-on-screen.ts'
import { WindowBounds } from '../core/settings.ts'
import type { PageEvent, ShellWindow, WindowEvents } from '../core/shell-host.ts'
import { bindingName, getBridgeSource, receiveSource } from './bridge-source.ts'
import type { DevToolsEvent, DevToolsPipe } from './devtools-pipe.ts'

const Frame = z.object({
  id: z.string(),
  parentId: z.string().optional(),
  url: z.string(),
  unreachableUrl: z.string().optional(),
})
const Navigated = z.object({ frame: Frame })
const FrameTree = z.object({ frameTree: z.object({ frame: Frame }) })
const Paused = z.object({
  requestId: z.string(),
  frameId: z.string(),
  request: z.object({ url: z.string() }),
})
const ContextCreated = z.object({
  context: z.object({
    id: z.int(),
    origin: z.string(),
    auxData: z.object({ isDefault: z.boolean(), frameId: z.string() }),
  }),
})
const ContextDestroyed = z.object({ executionContextId: z.int() })
const Called = z.object({ name: z.string(), payload: z.string(), executionContextId: z.int() })
const Asked = z.object({ id: z.int(), message: z.unknown() })
const BrowserWindow = z.object({
  windowId: z.int(),
  bounds: z.looseObject({ windowState: z.string() }),
})

/** The area of the screen, as the first page sees it. */
const screenArea =
  '({left:screen.availLeft,top:screen.availTop,width:screen.availWidth,height:screen.availHeight})'
const Evaluated = z.object({ result: z.object({ value: WindowBounds }) })
/** The first page and the one that replaces it, each of which may have announced itself before it was asked. */
const screenAttempts = 4
/** Origin of the shell's own pages, to which no web page can navigate. */
const ownOrigin = 'data:'

/** Permissions granted to our origin without a prompt. Other origins are never shown. */
const permissions = ['microphone', 'notifications', 'clipboard-write', 'clipboard-read']

/** The app window, which shows only pages of the server and of the shell itself. */
export class ChromiumWindow implements ShellWindow {
  readonly #pipe: DevToolsPipe
  readonly #sessionId: string
  readonly #frameId: string
  readonly #events: WindowEvents
  readonly #closed: Promise<void>
  readonly #contexts = new Map<number, z.infer<typeof ContextCreated>['context']>()
  #origin: string | undefined
  #scriptId: unknown
  #prepared: Promise<unknown> = Promise.resolve()
  #screenArea: Promise<WindowBounds | undefined> = Promise.resolve(undefined)
  #onContext: () => void = () => undefined
  #url = ''
  /** URL that the browser loads by itself, until its page is there. */
  #first: string | undefined
  /** URL of the shell's own page while one is shown. */
  #ownPage: string | undefined
  #navigating: Promise<Readonly<Record<string, unknown>>> = Promise.resolve({})

  constructor(
    pipe: DevToolsPipe,
    page: { readonly sessionId: string; readonly frameId: string },
    events: WindowEvents,
    closed: Promise<void>,
  ) {
    this.#pipe = pipe
    this.#sessionId = page.sessionId
    this.#frameId = page.frameId
    this.#events = events
    this.#closed = closed
  }

  /**
   * Sets up all protections, and the bridge for the server that probably will be loaded. Need not be awaited: the
   * browser runs commands in their order, and those that a navigation overtakes again in the new page. `page` is what
   * the window is loading already; if that was sooner than the protections, it is loaded again.
   */
  prepare(origin?: string, page?: string): void {
    const prepared = [
      origin === undefined ? Promise.resolve() : this.#useOrigin(origin),
      this.#send('Runtime.addBinding', { name: bindingName }),
      this.#send('Fetch.enable', { patterns: [{ urlPattern: '*', resourceType: 'Document' }] }),
      this.#send('Runtime.enable'),
      this.#send('Page.enable'),
    ]
    this.#screenArea = this.#readScreenArea()
    this.#prepared = Promise.all(prepared)
    // `load` and `showPage` wait for it and reject with its error.
    this.#prepared.catch(() => undefined)
    if (page !== undefined) this.#protect(page).catch(() => undefined)
  }

  /** A page that was there before \`Page.enable\`, and has caused no event, may have no bridge. */
  async #protect(page: string): Promise<void> {
    this.#first = page
    const { frameTree } = FrameTree.parse(await this.#send('Page.getFrameTree'))
    if (this.#first === page && isLoaded(frameTree.frame.url)) await this.#loadAgain(page)
  }

  /** From an empty page, since a refused navigation leaves the window as it is. */
  async #loadAgain(page: string): Promise<void> {
    this.#first = undefined
    await this.#send('Page.navigate', { url: 'about:blank' })
    await this.load(page)
  }

  async load(url: string): Promise<void> {
    const { origin } = new URL(url)
    this.#first = undefined
    if (origin !== this.#origin) await this.#useOrigin(origin)
    this.#ownPage = undefined
    this.#navigating = this.#send('Page.navigate', { url })
    await Promise.all([this.#navigating, this.#prepared])
  }

  async showPage(html: string): Promise<void> {
    this.#first = undefined
    // Without a server yet.
    if (this.#origin === undefined) await this.#useOrigin(ownOrigin)
    await this.#prepared
    this.#ownPage = `data:text/html;charset=utf-8,${encodeURIComponent(html)}`
    await this.#send('Page.navigate', { url: this.#ownPage })
  }

  async setFullscreen(isOn: boolean): Promise<void> {
    const { windowId } = await this.#getWindow()
    const windowState = isOn ? 'fullscreen' : 'normal'
    await this.#pipe.send('Browser.setWindowBounds', { windowId, bounds: { windowState } })
  }

  async focus(): Promise<void> {
    const { windowId, bounds } = await this.#getWindow()
    if (bounds.windowState === 'minimized')
      await this.#pipe.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'normal' } })
    await this.#send('Page.bringToFront')
  }

  async emit(event: PageEvent): Promise<void> {
    const context = [...this.#contexts.values()].find((each) => this.#getSource(each) === 'server')
    if (context) await this.#sendMessage(context.id, event)
  }

  async getBounds(): Promise<WindowBounds | undefined> {
    const { bounds } = await this.#getWindow()
    const parsed = WindowBounds.safeParse(bounds)
    return bounds.windowState === 'normal' && parsed.success ? parsed.data : undefined
  }

  /** Moves the window back if its screen was disconnected. */
  async moveOntoScreen(): Promise<void> {
    const [bounds, area] = await Promise.all([this.getBounds(), this.#screenArea])
    const fitted = bounds && area && fitOnScreen(bounds, area)
    if (!fitted) return
    const { windowId } = await this.#getWindow()
    await this.#pipe.send('Browser.setWindowBounds', { windowId, bounds: fitted })
  }

  async close(): Promise<void> {
    await this.#pipe.send('Browser.close').catch(() => undefined)
    await this.#closed
  }

  /** While one page replaces another there is none to ask: the next one is. */
  async #readScreenArea(): Promise<WindowBounds | undefined> {
    for (let attempt = 0; attempt < screenAttempts; attempt += 1) {
      const { promise: next, resolve } = Promise.withResolvers<undefined>()
      this.#onContext = () => resolve(undefined)
      const asked = this.#send('Runtime.evaluate', { expression: screenArea, returnByValue: true })
      const answer = await asked.catch(() => undefined)
      if (answer) return Evaluated.safeParse(answer).data?.result.value
      await next
    }
    return undefined
  }

  /** Handles an event of this window's page. */
  handle({ method, params }: DevToolsEvent): void {
    switch (method) {
      case 'Fetch.requestPaused':
        return this.#handleRequest(Paused.parse(params))
      case 'Page.frameNavigated':
        return this.#handleNavigated(Navigated.parse(params).frame)
      case 'Runtime.executionContextCreated': {
        const { context } = ContextCreated.parse(params)
        this.#contexts.set(context.id, context)
        return this.#onContext()
      }
      case 'Runtime.executionContextDestroyed':
        return void this.#contexts.delete(ContextDestroyed.parse(params).executionContextId)
      case 'Runtime.executionContextsCleared':
        return this.#contexts.clear()
      case 'Runtime.bindingCalled':
        return void this.#handleCall(Called.parse(params))
    }
  }

  #handleRequest({ requestId, frameId, request }: z.infer<typeof Paused>): void {
    const isPermitted = frameId !== this.#frameId || this.#events.onNavigation(request.url)
    // Refused: the page stays. The request may already be gone with its page.
    const answer = isPermitted
      ? this.#send('Fetch.continueRequest', { requestId })
      : this.#send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
    answer.catch(() => undefined)
  }

  #handleNavigated(frame: z.infer<typeof Frame>): void {
    if (frame.parentId !== undefined) return
    const wasServer = this.#isServer(this.#url)
    this.#url = frame.url
    const first = this.#first
    this.#first = undefined
    if (first !== undefined && !this.#isServer(frame.url)) {
      // Once more with protections, which also reports why a page cannot be loaded.
      this.#loadAgain(first).catch(() => undefined)
    } else if (frame.unreachableUrl !== undefined) {
      void this.#reportFailure(frame.unreachableUrl)
    } else if (this.#isServer(frame.url)) {
      this.#events.onLoaded()
      // Back navigation must not lead to a page of the shell.
      if (!wasServer) this.#send('Page.resetNavigationHistory').catch(() => undefined)
    }
  }

  /** The browser reports the reason after the event. */
  async #reportFailure(url: string): Promise<void> {
    const { errorText } = await this.#navigating.catch(() => ({ errorText: undefined }))
    this.#events.onLoadFailed(url, typeof errorText === 'string' ? errorText : '')
  }

  async #handleCall({ name, payload, executionContextId }: z.infer<typeof Called>): Promise<void> {
    const context = this.#contexts.get(executionContextId)
    const source = name === bindingName && context ? this.#getSource(context) : undefined
    const asked = Asked.safeParse(parseJson(payload))
    if (source === undefined || !asked.success) return
    const { id, message } = asked.data
    const answer = await this.#events.onMessage(source, message).catch(() => ({ isOk: false }) as const)
    const value = answer.isOk ? (answer.value ?? null) : null
    await this.#sendMessage(executionContextId, { id, isOk: answer.isOk, value })
  }

  /** The page may be closed before its answer. */
  async #sendMessage(executionContextId: number, message: object): Promise<void> {
    await this.#send('Runtime.callFunctionOn', {
      executionContextId,
      functionDeclaration: receiveSource,
      arguments: [{ value: message }],
    }).catch(() => undefined)
  }

  /** Source of an execution context: only main-frame scripts of the server's and the shell's pages are accepted. */
  #getSource({ origin, auxData }: z.infer<typeof ContextCreated>['context']) {
    if (!auxData.isDefault || auxData.frameId !== this.#frameId) return undefined
    if (this.#ownPage !== undefined) return this.#url === this.#ownPage ? 'shell' : undefined
    return origin === this.#origin && this.#isServer(this.#url) ? 'server' : undefined
  }

  #isServer(url: string): boolean {
    return URL.canParse(url) && new URL(url).origin === this.#origin
  }

  async #useOrigin(origin: string): Promise<void> {
    this.#origin = origin
    await Promise.all([this.#useScript(getBridgeSource(origin)), ...this.#grantPermissions(origin)])
  }

  async #useScript(source: string): Promise<void> {
    const before = this.#scriptId
    const { identifier } = await this.#send('Page.addScriptToEvaluateOnNewDocument', { source })
    this.#scriptId = identifier
    if (before !== undefined)
      await this.#send('Page.removeScriptToEvaluateOnNewDocument', { identifier: before })
  }

  #grantPermissions(origin: string): readonly Promise<unknown>[] {
    if (origin === ownOrigin) return []
    return permissions.map((name) =>
      this.#pipe
        .send('Browser.setPermission', { permission: { name }, setting: 'granted', origin })
        // Not all browsers support each permission, and none grants them to plain http.
        .catch(() => undefined),
    )
  }

  async #getWindow(): Promise<z.infer<typeof BrowserWindow>> {
    return BrowserWindow.parse(
      await this.#pipe.send('Browser.getWindowForTarget', { targetId: this.#frameId }),
    )
  }

  #send(method: string, params?: object) {
    return this.#pipe.send(method, params, this.#sessionId)
  }
}

/** Whether a frame shows more than the empty page that it begins with. */
const isLoaded = (url: string): boolean => URL.canParse(url) && new URL(url).protocol !== 'about:'

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
