import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { BridgeAnswer } from './bridge.ts'
import type { ShellWindow, WindowEvents } from './shell-host.ts'
import type { Settings } from './settings.ts'
import { getShellTexts } from './shell-texts.ts'
import { type ProbeResult, Shell } from './shell.ts'
import { parseStartArguments } from './start-arguments.ts'

const server = 'https://board.example.org'

/** Title of a page of the shell, and its error if it shows one. */
function getPageTexts(html: string): string {
  const texts = [/<h1>(.*?)<\/h1>/, /role="alert">(.*?)<\/p>/].map((part) => part.exec(html)?.[1])
  return texts.filter(Boolean).join(': ')
}

/** The shell on a host that records its calls, with a clock that the test moves. */
async function startShell(...args: readonly string[]) {
  return startConfigured({ v: 1 }, ...args)
}

async function startConfigured(settings: Settings, ...args: readonly string[]) {
  const shown: string[] = []
  const opened: string[] = []
  const timers: { at: number; run: () => void }[] = []
  const keys: string[] = []
  const state = { now: 0, found: 'ok' as ProbeResult, isSchemeOurs: true, settings }
  let events: WindowEvents | undefined
  const window: ShellWindow = {
    load: async (url) => void shown.push(url),
    showPage: async (html) => void shown.push(getPageTexts(html)),
    setFullscreen: async (isOn) => void shown.push(`fullscreen ${isOn}`),
    focus: async () => void shown.push('focus'),
    emit: async () => {},
    getBounds: async () => ({ left: 5, top: 6, width: 700, height: 600 }),
    close: async () => {},
  }
  const shell = new Shell({
    host: {
      open: async ({ page }, given) => {
        if (page !== undefined) shown.push(page)
        events = given
        return window
      },
    },
    settings: {
      get: () => state.settings,
      change: (part) => void (state.settings = { ...state.settings, ...part }),
    },
    texts: getShellTexts('en'),
    clock: {
      now: () => state.now,
      after(delayMs, run) {
        const timer = { at: state.now + delayMs, run }
        timers.push(timer)
        return () => void timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0)
      },
    },
    random: randomBytes,
    device: 'desk',
    talkKeys: {
      watch: async (code) => (keys.push(code), 'watched'),
      stop: () => void keys.push('stop'),
    },
    readFile: async (path) => ({ name: path, base64: 'eA==' }),
    probeServer: async () => state.found,
    openExternal: async (url) => opened.push(url) > 0,
    isSchemeOurs: async () => state.isSchemeOurs,
    listenOnLoopback: async () => ({ port: 40_000, close: () => {} }),
    onClosed: () => {},
  })
  await shell.open(parseStartArguments(args))
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    shown,
    opened,
    keys,
    state,
    settle,
    events: events!,
    receive: (...more: readonly string[]) => shell.receive(parseStartArguments(more)),
    ask: (message: object) => events!.onMessage('server', message),
    async pass(ms: number) {
      state.now += ms
      for (const timer of timers.filter(({ at }) => at <= state.now)) {
        timers.splice(timers.indexOf(timer), 1)
        timer.run()
      }
      await settle()
    },
  }
}

const value = (answer: BridgeAnswer) => (answer.isOk ? answer.value : 'refused')

describe('the desktop app', () => {
  it('asks for a server at the first start, and opens it once it answers', async () => {
    const { shown, events, state } = await startShell()
    expect(shown).toEqual(['Connect to your server'])
    const use = async (address: string) =>
      value(await events.onMessage('shell', { verb: 'useServer', address }))
    expect(await use('not an address')).toBe('invalid')
    state.found = 'other'
    expect(await use('example.org')).toBe('other')
    expect(state.settings.server).toBeUndefined()
    state.found = 'ok'
    expect(await use('board.example.org')).toBeNull()
    expect(shown.at(-1)).toBe(`${server}/app/pcapp`)
    expect(state.settings.server).toBe(server)
  })

  it('has the window begin with the page of the remembered server, loaded once', async () => {
    const known = { v: 1, server } as const
    expect((await startConfigured(known)).shown).toEqual([`${server}/app/pcapp`])
    const link = 'tavla://open/whiteboard?w=abc'
    const { shown, ask, receive } = await startConfigured(known, link, '/tmp/a.tavla')
    expect(shown).toEqual([`${server}/app/whiteboard?w=abc`])
    expect(value(await ask({ verb: 'takeFiles' }))).toEqual([{ name: '/tmp/a.tavla', base64: 'eA==' }])
    await receive()
    expect(shown.slice(1)).toEqual(['focus'])
  })

  it('opens the link of the first start once a server is chosen', async () => {
    const { shown, events, receive } = await startShell('tavla://open/whiteboard?w=abc')
    await receive()
    expect(shown).toEqual(['Connect to your server', 'focus'])
    await events.onMessage('shell', { verb: 'useServer', address: 'board.example.org' })
    expect(shown.at(-1)).toBe(`${server}/app/whiteboard?w=abc`)
  })

  it('remembers another server only after it has answered', async () => {
    const { shown, events, receive, pass, state } = await startShell(server)
    state.found = 'other'
    await receive('https://example.org/app/whiteboard?w=abc')
    expect(shown.slice(-2)).toEqual([
      'Connect to your server: There is no Tavla server at this address.',
      'focus',
    ])
    state.found = 'unreachable'
    await receive('https://next.example/app/whiteboard?w=abc')
    expect(shown).toContain('The server can’t be reached')
    await events.onMessage('shell', { verb: 'retry' })
    expect(shown.at(-1)).toBe('The server can’t be reached')
    expect(state.settings.server).toBe(server)
    state.found = 'ok'
    await pass(3_000)
    expect(shown.at(-1)).toBe('https://next.example/app/whiteboard?w=abc')
    expect(state.settings.server).toBe('https://next.example')
  })

  it('opens a screen of its own server by link, and nothing else', async () => {
    const { shown, receive } = await startShell(server)
    await receive('tavla://open/whiteboard?w=abc')
    expect(shown.slice(-2)).toEqual([`${server}/app/whiteboard?w=abc`, 'focus'])
    for (const link of [
      'tavla://open/pclogin?challenge=x',
      'tavla://open/../api/docs',
      'tavla://open//evil.example/app/whiteboard',
      'tavla://evil.example/whiteboard?w=abc',
      'tavla://open/admin',
    ])
      await receive(link)
    expect(shown.filter((each) => each.startsWith('http'))).toEqual([
      `${server}/app/pcapp`,
      `${server}/app/whiteboard?w=abc`,
    ])
  })

  it('stays on its server: other URLs open in the browser, within a rate limit', async () => {
    const { events, opened, pass } = await startShell(server)
    expect(events.onNavigation(`${server}/app/dashboard`)).toBe(true)
    for (const url of [
      'https://evil.example/app/pcapp',
      `${server}.evil.example/app/pcapp`,
      'https://board.example.org:8443/app/pcapp',
      'http://board.example.org/app/pcapp',
    ])
      expect(events.onNavigation(url)).toBe(false)
    expect(opened).toHaveLength(4)
    for (const url of [
      'javascript:alert(1)',
      'file:///etc/passwd',
      'data:text/html,x',
      'tavla://open/dashboard',
    ]) {
      expect(events.onNavigation(url)).toBe(false)
      events.onNewWindow(url)
    }
    expect(opened).toHaveLength(4)
    for (let count = 0; count < 20; count += 1) events.onNewWindow('https://evil.example/')
    expect(opened).toHaveLength(8)
    await pass(10_000)
    events.onNewWindow('mailto:ada@example.org')
    expect(opened.at(-1)).toBe('mailto:ada@example.org')
  })

  it('accepts from a page only valid calls of the bridge', async () => {
    const { ask, events, shown } = await startShell(server)
    for (const message of [
      { verb: 'eval', text: '1' },
      { verb: 'setFullscreen', isOn: 'yes' },
      { verb: 'setFullscreen', isOn: true, more: 1 },
      { verb: 'watchTalkKey', code: '../x' },
      { verb: 'watchTalkKey', code: '' },
      { verb: 'useServer', address: 'https://evil.example' },
      { verb: 'openExternal', address: `https://x.example/${'a'.repeat(5000)}` },
      null,
    ])
      expect(await ask(message as object)).toEqual({ isOk: false })
    expect(await events.onMessage('shell', { verb: 'signIn' })).toEqual({ isOk: false })
    expect(shown).toEqual([`${server}/app/pcapp`, 'focus'])
    await ask({ verb: 'setFullscreen', isOn: true })
    expect(shown.at(-1)).toBe('fullscreen true')
  })

  it('watches the push-to-talk key until the page is left', async () => {
    const { ask, events, keys } = await startShell(server)
    expect(value(await ask({ verb: 'watchTalkKey', code: 'F12' }))).toBe('watched')
    expect(keys.at(-1)).toBe('F12')
    await ask({ verb: 'stopTalkKey' })
    expect(keys.at(-1)).toBe('stop')
    for (const leave of [
      async () => events.onLoaded(),
      async () => events.onLoadFailed(`${server}/app/pcapp`, 'net::ERR_FAILED'),
      () => ask({ verb: 'changeServer' }),
      async () => events.onClosed(),
    ]) {
      await ask({ verb: 'watchTalkKey', code: 'KeyM' })
      await leave()
      expect(keys.at(-1)).toBe('stop')
    }
  })

  it('shows that the server is unreachable, and continues when it is back', async () => {
    const { events, shown, pass, state, settle } = await startShell(server)
    state.found = 'unreachable'
    events.onLoadFailed(`${server}/app/whiteboard?w=a`, 'net::ERR_FAILED')
    await settle()
    expect(shown.at(-1)).toBe('The server can’t be reached')
    await pass(3_000)
    expect(shown.at(-1)).toBe('The server can’t be reached')
    state.found = 'ok'
    await pass(3_000)
    expect(shown.at(-1)).toBe(`${server}/app/whiteboard?w=a`)
  })

  it('hands files of a start to the home page, once and to pages of the server only', async () => {
    const { shown, ask, events, receive } = await startShell(server, '/home/ada/Harbour.tavla')
    expect(shown[0]).toBe(`${server}/app/pcapp`)
    expect(await events.onMessage('shell', { verb: 'takeFiles' })).toEqual({ isOk: false })
    expect(await ask({ verb: 'takeFiles', path: '/etc/passwd' })).toEqual({ isOk: false })
    expect(value(await ask({ verb: 'takeFiles' }))).toEqual([
      { name: '/home/ada/Harbour.tavla', base64: 'eA==' },
    ])
    expect(value(await ask({ verb: 'takeFiles' }))).toEqual([])
    await receive('tavla://open/whiteboard?w=abc')
    await receive('/home/ada/Dike.excalidraw')
    expect(shown.slice(-2)).toEqual([`${server}/app/pcapp`, 'focus'])
    expect(value(await ask({ verb: 'takeFiles' }))).toHaveLength(1)
  })

  it('keeps files until a server is chosen', async () => {
    const { shown, events, ask } = await startShell('/home/ada/Harbour.tavla')
    await events.onMessage('shell', { verb: 'useServer', address: 'board.example.org' })
    expect(shown.at(-1)).toBe(`${server}/app/pcapp`)
    expect(value(await ask({ verb: 'takeFiles' }))).toHaveLength(1)
  })

  it('restores the window’s position', async () => {
    const { ask, pass, state } = await startShell(server)
    await ask({ verb: 'moved' })
    await pass(400)
    expect(state.settings.bounds).toEqual({ left: 5, top: 6, width: 700, height: 600 })
  })
})

describe('signing in with the browser', () => {
  const code = 'd'.repeat(24)
  async function begin(isSchemeOurs = true) {
    const shell = await startShell(server)
    shell.state.isSchemeOurs = isSchemeOurs
    const result = shell.ask({ verb: 'signIn' })
    await shell.settle()
    const url = new URL(shell.opened[0]!)
    const link = (state = url.searchParams.get('state'), given = code) =>
      `tavla://signed-in?code=${given}&state=${state}`
    return { ...shell, result, url, link }
  }

  it('opens this server’s page and accepts the link with its own state, once', async () => {
    const { url, receive, link, result } = await begin()
    expect(url.origin + url.pathname).toBe(`${server}/app/pclogin`)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ via: 'scheme', device: 'desk' })
    await receive(link('x'.repeat(43), 'e'.repeat(24)))
    await receive(link())
    expect(value(await result)).toMatchObject({ ended: 'signed-in', code })
  })

  it('refuses an unrequested link, and a used one', async () => {
    const { ask, receive, link, result } = await begin()
    await receive(link())
    await result
    const again = ask({ verb: 'signIn' })
    await receive(link())
    await ask({ verb: 'cancelSignIn' })
    expect(value(await again)).toEqual({ ended: 'cancelled' })
  })

  it('starts with the home for the link of a sign-in that ended with the app', async () => {
    const { shown, ask, link } = await begin()
    const cold = await startShell(link(), server)
    expect(cold.shown).toEqual([`${server}/app/pcapp`, 'focus'])
    expect(cold.opened).toEqual([])
    expect(shown).toEqual([`${server}/app/pcapp`, 'focus'])
    await ask({ verb: 'cancelSignIn' })
  })

  it('listens on 127.0.0.1 if the system does not know our links, and accepts a pasted code', async () => {
    const { url, ask, result } = await begin(false)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ via: 'loopback', port: '40000' })
    expect(value(await ask({ verb: 'pasteCode', text: 'no code' }))).toBe(false)
    expect(value(await ask({ verb: 'pasteCode', text: ` ${code} ` }))).toBe(true)
    expect(value(await result)).toMatchObject({ ended: 'signed-in', code })
  })

  it('times out after five minutes, and ends when another page is loaded', async () => {
    const first = await begin()
    await first.pass(5 * 60_000)
    expect(value(await first.result)).toEqual({ ended: 'timed-out' })
    const second = await begin()
    second.events.onLoaded()
    expect(value(await second.result)).toEqual({ ended: 'cancelled' })
  })
})
