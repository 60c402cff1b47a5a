import { EventEmitter } from 'node:events'
import type { BrowserWindow, BrowserWindowConstructorOptions, IpcMainInvokeEvent, Session } from 'electron'
import { describe, expect, it } from 'vitest'
import { channels } from './channels.ts'
import { ElectronHost } from './electron-host.ts'

const server = 'https://board.example.org'
const app = `${server}/app/pcapp`

/** Stands in for Electron's window: it records calls, and the test emits its events. */
class FakeWindow extends EventEmitter {
  readonly log: string[] = []
  state: 'normal' | 'maximized' | 'minimized' = 'normal'
  openHandler: (details: { url: string }) => { action: string } = () => ({ action: 'allow' })
  readonly webContents = Object.assign(new EventEmitter(), {
    mainFrame: { url: '' },
    navigationHistory: { clear: () => void this.log.push('clear history') },
    setWindowOpenHandler: (handler: typeof this.openHandler) => void (this.openHandler = handler),
    send: (channel: string, message: unknown) => void this.log.push(`${channel} ${JSON.stringify(message)}`),
  })
  readonly loadURL = async (url: string) => {
    this.log.push(`load ${url}`)
    this.webContents.mainFrame.url = url
    this.webContents.emit('did-navigate', {}, url)
  }
  readonly setFullScreen = (isOn: boolean) => void this.log.push(`fullscreen ${isOn}`)
  readonly isMaximized = () => this.state === 'maximized'
  readonly isMinimized = () => this.state === 'minimized'
  readonly isFullScreen = () => false
  readonly getBounds = () => ({ x: 1, y: 2, width: 700, height: 500 })
  readonly restore = () => void this.log.push('restore')
  readonly show = () => void this.log.push('show')
  readonly focus = () => void this.log.push('focus')
  readonly close = () => void this.emit('closed')
}

type RequestHandler = NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>
type CheckHandler = NonNullable<Parameters<Session['setPermissionCheckHandler']>[0]>

async function open(bounds?: { left: number; top: number; width: number; height: number }, page?: string) {
  const window = new FakeWindow()
  const log: unknown[] = []
  const handlers = new Map<string, (event: object, text?: unknown) => unknown>()
  let options: BrowserWindowConstructorOptions = {}
  let request: RequestHandler = () => {}
  let check: CheckHandler = () => true
  const host = new ElectronHost({
    createWindow: (given) => ((options = given), window as unknown as BrowserWindow),
    session: {
      setPermissionRequestHandler: (handler: RequestHandler) => void (request = handler),
      setPermissionCheckHandler: (handler: CheckHandler) => void (check = handler),
    } as unknown as Session,
    ipc: {
      handle: (channel, listener) => void handlers.set(channel, listener as never),
      on: ((channel: string, listener: never) => handlers.set(channel, listener)) as never,
    },
    getWorkArea: () => ({ x: 0, y: 0, width: 1280, height: 800 }),
    preload: '/preload.cjs',
  })
  const shown = await host.open(
    { ...(bounds && { bounds }), ...(page !== undefined && { page }) },
    {
      onMessage: async (source, message) => (log.push([source, message]), { isOk: true, value: 'done' }),
      onNavigation: (url) => url.startsWith(`${server}/app/`),
      onNewWindow: (url) => void log.push(`window ${url}`),
      onLoadFailed: (url, reason) => void log.push(`failed ${url} ${reason}`),
      onLoaded: () => void log.push('loaded'),
      onClosed: () => void log.push('closed'),
    },
  )
  const asks = (permission: string, requestingUrl: string, more: object = {}) => {
    let answer: boolean | undefined
    const given = (isGranted: boolean) => void (answer = isGranted)
    request({} as never, permission as never, given, { requestingUrl, ...more } as never)
    const { mediaTypes = [] } = more as { mediaTypes?: string[] }
    const checked = check(null, permission as never, requestingUrl, { mediaType: mediaTypes[0] } as never)
    return [answer, checked]
  }
  const call = (message: unknown, senderFrame: unknown = window.webContents.mainFrame) =>
    handlers.get(channels.call)?.(
      { senderFrame } as IpcMainInvokeEvent,
      JSON.stringify({ id: 7, message }),
    ) as Promise<unknown>
  return { window, shown, log, handlers, asks, call, options: () => options }
}

describe('the Electron host (contract, fake)', () => {
  it('isolates pages, and restores the window onto the screen', async () => {
    const { options } = await open({ left: 2600, top: 50, width: 900, height: 600 })
    expect(options()).toMatchObject({ x: 190, y: 100, width: 900, height: 600 })
    expect(options().webPreferences).toMatchObject({
      ...{ contextIsolation: true, sandbox: true, nodeIntegration: false, webviewTag: false },
      ...{ nodeIntegrationInSubFrames: false, nodeIntegrationInWorker: false, preload: '/preload.cjs' },
    })
  })

  it('begins with the page that it is given', async () => {
    const { window } = await open(undefined, app)
    expect(window.log).toContain(`load ${app}`)
  })

  it('opens no window and leaves the server for no address', async () => {
    const { window, log } = await open()
    expect(window.openHandler({ url: 'https://evil.example/' })).toEqual({ action: 'deny' })
    expect(log).toEqual(['window https://evil.example/'])
    const navigate = (type: string, url: string, isMainFrame = true) => {
      let isRefused = false
      window.webContents.emit(type, { url, isMainFrame, preventDefault: () => (isRefused = true) })
      return isRefused
    }
    for (const type of ['will-navigate', 'will-redirect']) {
      expect(navigate(type, app)).toBe(false)
      expect(navigate(type, 'https://evil.example/')).toBe(true)
      expect(navigate(type, 'https://frame.example/', false)).toBe(false)
    }
    expect(navigate('will-attach-webview', 'https://evil.example/')).toBe(true)
  })

  it('hears the main frame of the server and of the shell only', async () => {
    const { window, shown, log, call } = await open()
    await shown.load(app)
    expect(await call({ verb: 'signIn' })).toEqual({ id: 7, isOk: true, value: 'done' })
    expect(await call({ verb: 'signIn' }, { url: app })).toBeUndefined()
    window.webContents.mainFrame.url = 'https://evil.example/'
    expect(await call({ verb: 'signIn' })).toBeUndefined()
    await shown.showPage('<p>choose')
    expect(await call({ verb: 'retry' })).toMatchObject({ isOk: true })
    window.webContents.mainFrame.url = 'data:text/html,other'
    expect(await call({ verb: 'retry' })).toBeUndefined()
    expect(log.filter(Array.isArray)).toEqual([
      ['server', { verb: 'signIn' }],
      ['shell', { verb: 'retry' }],
    ])
  })

  it('grants the microphone to the server only', async () => {
    const { shown, asks } = await open()
    await shown.load(app)
    expect(asks('media', app, { mediaTypes: ['audio'] })).toEqual([true, true])
    expect(asks('media', app, { mediaTypes: ['video'] })).toEqual([false, false])
    expect(asks('media', 'https://evil.example/', { mediaTypes: ['audio'] })).toEqual([false, false])
    expect(asks('geolocation', app)).toEqual([false, false])
    expect(asks('notifications', app)).toEqual([true, true])
  })

  it('tells the preload script the origin, and the page its events', async () => {
    const { window, shown, handlers } = await open()
    const ask = () => {
      const event: { returnValue?: unknown } = {}
      handlers.get(channels.options)?.(event)
      return event.returnValue
    }
    expect(ask()).toMatchObject({ origin: 'data:', flagKey: 'pcapp' })
    await shown.showPage('<p>choose')
    await shown.emit({ event: 'talk-key', isDown: true })
    await shown.load(app)
    expect(ask()).toMatchObject({ origin: server })
    await shown.emit({ event: 'talk-key', isDown: true })
    expect(window.log.slice(1)).toEqual([
      `load ${app}`,
      'clear history',
      'tavla:event {"event":"talk-key","isDown":true}',
    ])
  })

  it('reports what happens to the window', async () => {
    const { window, shown, log } = await open()
    window.webContents.emit('did-fail-load', {}, -3, 'ABORTED', app, true)
    window.webContents.emit('did-fail-load', {}, -102, 'REFUSED', app, false)
    window.webContents.emit('did-fail-load', {}, -102, 'REFUSED', app, true)
    expect(await shown.getBounds()).toEqual({ left: 1, top: 2, width: 700, height: 500 })
    window.state = 'maximized'
    expect(await shown.getBounds()).toBeUndefined()
    window.state = 'minimized'
    await shown.focus()
    await shown.setFullscreen(true)
    await shown.close()
    expect(window.log).toEqual(['restore', 'show', 'focus', 'fullscreen true'])
    expect(log).toEqual([`failed ${app} REFUSED`, 'closed'])
  })
})
