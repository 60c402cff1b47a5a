import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { ChromiumWindow } from './chromium-window.ts'
import { DevToolsPipe } from './devtools-pipe.ts'

const server = 'https://board.example.org'
const main = 'MAIN'

interface Command {
  readonly id: number
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

interface Browser {
  /** Answers no command. */
  readonly isSilent?: boolean
  /** URL of the page that the browser loads by itself. */
  readonly page?: string
  /** URL that the window shows when the protections are asked for. */
  readonly shown?: string
  /** How many evaluations fail, because one page is replacing another. */
  readonly failures?: number
}

/** A window over a browser that answers every command with nothing, or none, and whose events the test sends. */
async function openWindow({ isSilent = false, page, shown = 'about:blank', failures = 0 }: Browser = {}) {
  let failuresLeft = failures
  const [toBrowser, fromBrowser] = [new PassThrough(), new PassThrough()]
  const commands: Command[] = []
  toBrowser.on('data', (part: Buffer) => {
    for (const text of part.toString('utf8').split('\0').filter(Boolean)) {
      const command = JSON.parse(text) as Command
      commands.push(command)
      if (isSilent) continue
      const isFailure = command.method === 'Runtime.evaluate' && failuresLeft-- > 0
      const screen = { left: 0, top: 0, width: 1280, height: 800 }
      const bounds = { ...screen, left: 5_000, windowState: 'normal' }
      const result = {
        identifier: '1',
        frameTree: { frame: { id: main, url: shown } },
        result: { value: screen },
        ...{ windowId: 1, bounds },
      }
      const answer = isFailure ? { error: { message: 'Cannot find default execution context' } } : { result }
      fromBrowser.write(`${JSON.stringify({ id: command.id, ...answer })}\0`)
    }
  })
  const messages: unknown[] = []
  const navigations: string[] = []
  const failed: string[] = []
  const window = new ChromiumWindow(
    new DevToolsPipe(toBrowser, fromBrowser, () => {}),
    { sessionId: 'S', frameId: main },
    {
      onMessage: async (source, message) => (messages.push([source, message]), { isOk: true, value: 1 }),
      onNavigation: (url) => (navigations.push(url), url.startsWith(`${server}/app/`)),
      onNewWindow: () => {},
      onLoadFailed: (url) => void failed.push(url),
      onLoaded: () => {},
      onClosed: () => {},
    },
    Promise.resolve(),
  )
  window.prepare(page === undefined ? undefined : server, page)
  const send = (method: string, params: Record<string, unknown>) =>
    window.handle({ method, params, sessionId: 'S' })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const loads = () =>
    commands.filter(({ method }) => method === 'Page.navigate').map(({ params }) => params['url'])
  return {
    loads,
    window,
    commands,
    messages,
    navigations,
    failed,
    send,
    settle,
    navigate: (url: string) => send('Page.frameNavigated', { frame: { id: main, url } }),
    /** A script context of a frame; `isDefault` is false for those of extensions. */
    addContext: (id: number, origin: string, frameId = main, isDefault = true) =>
      send('Runtime.executionContextCreated', { context: { id, origin, auxData: { isDefault, frameId } } }),
    async call(executionContextId: number, name = '__tavlaShell') {
      const payload = JSON.stringify({ id: 1, message: { verb: 'signIn' } })
      send('Runtime.bindingCalled', { name, payload, executionContextId })
      await settle()
    },
  }
}

it('sends the first navigation after its protections, without waiting for their answers', async () => {
  const { window, commands, settle } = await openWindow({ isSilent: true })
  window.prepare(server)
  void window.load(`${server}/app/pcapp`)
  await settle()
  const methods = commands.map(({ method }) => method)
  expect(methods.at(-1)).toBe('Page.navigate')
  for (const method of ['Fetch.enable', 'Runtime.addBinding', 'Page.addScriptToEvaluateOnNewDocument'])
    expect(methods).toContain(method)
})

it('moves back onto the screen, which it asks the next page for if the first one is just replaced', async () => {
  const { window, commands, settle, addContext } = await openWindow({ failures: 2 })
  const moved = window.moveOntoScreen()
  for (const id of [1, 2]) {
    await settle()
    addContext(id, server)
  }
  await moved
  const { method, params } = commands.at(-1) ?? {}
  expect([method, params]).toEqual([
    'Browser.setWindowBounds',
    { windowId: 1, bounds: { left: 0, top: 0, width: 1280, height: 800 } },
  ])
})

it('leaves the page that the browser loads by itself, which came after the protections', async () => {
  const page = `${server}/app/pcapp`
  const { loads, settle, navigate } = await openWindow({ page })
  await settle()
  navigate(page)
  await settle()
  expect(loads()).toEqual([])
})

it('loads a page again that was there before the protections', async () => {
  const page = `${server}/app/pcapp`
  const { loads, settle } = await openWindow({ page, shown: page })
  await settle()
  await settle()
  expect(loads()).toEqual(['about:blank', page])
})

it('shows no other page that the browser was sent to, and says why one cannot be loaded', async () => {
  const page = `${server}/app/pcapp`
  const { loads, settle, navigate, send, failed } = await openWindow({ page })
  navigate('https://evil.example/')
  await settle()
  await settle()
  expect(loads()).toEqual(['about:blank', page])
  const frame = { id: main, url: 'chrome-error://chromewebdata/', unreachableUrl: page }
  send('Page.frameNavigated', { frame })
  await settle()
  // Of the second load the window knows the reason.
  expect(loads()).toHaveLength(2)
  expect(failed).toEqual([page])
})

it('hears the main frame of the server only', async () => {
  const { window, messages, navigate, addContext, call } = await openWindow()
  await window.load(`${server}/app/pcapp`)
  navigate(`${server}/app/pcapp`)
  addContext(1, server)
  await call(1)
  expect(messages).toEqual([['server', { verb: 'signIn' }]])
  addContext(2, server, 'FRAME')
  addContext(3, server, main, false)
  addContext(4, 'https://evil.example')
  for (const context of [2, 3, 4, 5]) await call(context)
  await call(1, '__other')
  expect(messages).toHaveLength(1)
})

it('hears nothing of a page that is not the server’s, whatever its scripts claim', async () => {
  const { window, messages, navigate, addContext, call } = await openWindow()
  await window.load(`${server}/app/pcapp`)
  navigate('https://evil.example/')
  addContext(1, server)
  await call(1)
  navigate('data:text/html,x')
  addContext(2, '://')
  await call(2)
  expect(messages).toEqual([])
})

it('tells the shell’s own page from others of its scheme', async () => {
  const { window, messages, commands, navigate, addContext, call } = await openWindow()
  await window.showPage('<p>choose')
  expect(
    commands.find(({ method }) => method === 'Page.addScriptToEvaluateOnNewDocument')?.params['source'],
  ).toContain('"origin":"data:"')
  const own = commands.findLast(({ method }) => method === 'Page.navigate')?.params['url'] as string
  navigate('data:text/html,other')
  addContext(1, '://')
  await call(1)
  expect(messages).toEqual([])
  navigate(own)
  await call(1)
  expect(messages).toEqual([['shell', { verb: 'signIn' }]])
})

it('lets the main frame navigate only where the shell permits it', async () => {
  const { commands, navigations, send, settle } = await openWindow()
  const ask = async (url: string, frameId = main) => {
    send('Fetch.requestPaused', { requestId: url, frameId, request: { url } })
    await settle()
    return commands.at(-1)
  }
  expect(await ask(`${server}/app/dashboard`)).toMatchObject({ method: 'Fetch.continueRequest' })
  expect(await ask('https://evil.example/')).toMatchObject({
    method: 'Fetch.failRequest',
    params: { requestId: 'https://evil.example/', errorReason: 'Aborted' },
  })
  // Frames are ruled by the page's policy.
  expect(await ask('https://frame.example/', 'FRAME')).toMatchObject({ method: 'Fetch.continueRequest' })
  expect(navigations).toEqual([`${server}/app/dashboard`, 'https://evil.example/'])
})

it('grants permissions to the origin of the server only, and the bridge to its pages', async () => {
  const { window, commands } = await openWindow()
  const find = (name: string) => commands.filter(({ method }) => method === name)
  expect(find('Browser.setPermission')).toEqual([])
  await window.load(`${server}/app/pcapp`)
  const granted = find('Browser.setPermission')
  expect(granted.map(({ params }) => params['origin'])).toEqual(granted.map(() => server))
  expect(granted.length).toBeGreaterThan(0)
  const findScripts = () =>
    find('Page.addScriptToEvaluateOnNewDocument').map(({ params }) => String(params['source']))
  expect(findScripts()).toEqual([expect.stringContaining(`"origin":"${server}"`)])
  await window.load('https://other.example/app/pcapp')
  expect(findScripts()[1]).toContain('"origin":"https://other.example"')
  expect(find('Page.removeScriptToEvaluateOnNewDocument')).toHaveLength(1)
  const order = commands.map(({ method }) => method)
  expect(order.indexOf('Fetch.enable')).toBeLessThan(order.indexOf('Page.navigate'))
})
