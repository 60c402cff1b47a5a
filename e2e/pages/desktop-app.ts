import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, expect, type Page } from '@playwright/test'
import { desktopBrowsers, findProgram } from '../../tools/find-desktop.ts'

const root = join(import.meta.dirname, '../..')
/** Chromium's sandbox needs an unprivileged user; when tests run as root, the app runs as uid 65534 (nobody). */
const nobody = 65_534
const startsWithinMs = 30_000

/** A virtual desktop: an X display, a home folder and a default browser that logs the URLs it is asked to open. */
export class Desktop {
  readonly folder: string
  readonly #display: string
  readonly #children: ChildProcess[] = []

  private constructor(folder: string, display: string) {
    this.folder = folder
    this.#display = display
  }

  static async start(): Promise<Desktop> {
    const folder = mkdtempSync(join(tmpdir(), 'tavla-desktop-'))
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    const script = (name: string, text: string) => {
      writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`)
      chmodSync(join(bin, name), 0o755)
    }
    script('xdg-open', `printf '%s\\n' "$1" >> '${join(folder, 'opened')}'`)
    // A debugging port beside the pipe lets the tests drive the window; the app itself never opens one.
    script(
      'browser',
      `exec '${findProgram(...desktopBrowsers)}' --remote-debugging-port=0 --use-fake-device-for-media-stream --disable-gpu "$@"`,
    )
    // Whatever is installed on this machine, links of the scheme do not reach the tested app, unless a test says so.
    script('xdg-mime', `cat '${join(folder, 'link-handler')}' 2> /dev/null; exit 0`)
    writeFileSync(join(folder, 'opened'), '')
    if (process.getuid?.() === 0)
      for (const path of [folder, bin, join(folder, 'opened')]) chownSync(path, nobody, nobody)
    const desktop = new Desktop(folder, await startDisplay(folder))
    desktop.#children.push(displays.get(desktop.#display) as ChildProcess, desktop.#spawn('openbox', []))
    return desktop
  }

  /** URLs that the app opened in the default browser, in order. */
  opened(): readonly string[] {
    return readFileSync(join(this.folder, 'opened'), 'utf8').split('\n').filter(Boolean)
  }

  /** Makes the app the handler of its links, as its packages do. */
  registerLinks(): void {
    writeFileSync(join(this.folder, 'link-handler'), 'tavla.desktop\n')
  }

  /** Writes a file of the person into the home folder. */
  writeFile(name: string, text: string): string {
    const path = join(this.folder, name)
    writeFileSync(path, text)
    return path
  }

  settings(): { readonly server?: string; readonly bounds?: { left: number; width: number } } {
    return JSON.parse(readFileSync(join(this.folder, 'app/shell.json'), 'utf8')) as object
  }

  async startApp(...args: readonly string[]): Promise<DesktopApp> {
    const child = this.#spawn(process.execPath, [join(root, 'packages/desktop/src/main.ts'), ...args])
    return DesktopApp.connect(child, join(this.folder, 'app/profile/DevToolsActivePort'))
  }

  /** Runs the app until it exits by itself. */
  run(...args: readonly string[]): Promise<{ readonly code: number | null; readonly output: string }> {
    return this.#run(args, {})
  }

  /** Starts the app where no browser is installed. */
  runWithoutBrowser(): ReturnType<Desktop['run']> {
    // Programs that show messages stay on the path; browsers do not.
    const bin = join(this.folder, 'no-browser')
    mkdirSync(bin)
    symlinkSync(findProgram('xmessage') ?? '', join(bin, 'xmessage'))
    return this.#run([], { PATH: bin, TAVLA_BROWSER: '' })
  }

  async #run(args: readonly string[], env: NodeJS.ProcessEnv) {
    const child = this.#spawn(process.execPath, [join(root, 'packages/desktop/src/main.ts'), ...args], env)
    let output = ''
    child.stderr?.on('data', (part: Buffer) => (output += part.toString('utf8')))
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
    return { code, output }
  }

  /** Opens a window of another program, which gets the focus. Returns a function that closes it. */
  async openOtherWindow(): Promise<() => Promise<void>> {
    const before = this.windowIds()
    const child = this.#spawn('display', ['-geometry', '240x120+20+20', 'xc:steelblue'])
    await expect.poll(() => this.windowIds().length).toBe(before.length + 1)
    const id = this.windowIds().find((each) => !before.includes(each)) as string
    this.x('xdotool', 'windowfocus', '--sync', id)
    return async () => {
      const ended = new Promise((resolve) => child.once('close', resolve))
      child.kill()
      await ended
    }
  }

  /** Titles of all windows; one that closes meanwhile has none. */
  windowTitles(): readonly string[] {
    const getTitle = (id: string) =>
      ['_NET_WM_NAME', 'WM_NAME'].map((name) => {
        const { stdout } = spawnSync('xprop', ['-id', id, name], { env: this.#env(), encoding: 'utf8' })
        return / = "(.*)"$/.exec(stdout.trim())?.[1]
      })
    return this.windowIds().map((id) => getTitle(id).find((title) => title !== undefined) ?? '')
  }

  /** Runs an X11 program on this display. */
  x(program: string, ...args: readonly string[]): string {
    const { stdout, stderr, status } = spawnSync(program, args, { env: this.#env(), encoding: 'utf8' })
    if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`)
    return stdout.trim()
  }

  windowIds(): readonly string[] {
    return [...this.x('xprop', '-root', '_NET_CLIENT_LIST').matchAll(/0x[0-9a-f]+/g)].map(([id]) => id)
  }

  /** An X11 property of the app's only window. */
  windowProperty(name: string): string {
    const [id, ...more] = this.windowIds()
    expect(more).toEqual([])
    return id === undefined ? '' : this.x('xprop', '-id', id, name)
  }

  /** Saves a screenshot and returns the number of colours inside the window: a blank window has one. */
  screenshot(path: string): number {
    this.x('import', '-window', 'root', path)
    // Excludes the window's border, whose gradient alone has a hundred colours.
    return Number(this.x('convert', path, '-crop', '800x500+40+60', '-format', '%k', 'info:'))
  }

  async dispose(): Promise<void> {
    for (const child of this.#children.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const ended = new Promise((resolve) => child.once('close', resolve))
      child.kill()
      await ended
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }

  #spawn(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
    const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
    const child = spawn(program, args, {
      ...user,
      cwd: this.folder,
      env: { ...this.#env(), ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.#children.push(child)
    return child
  }

  #env(): NodeJS.ProcessEnv {
    return {
      PATH: `${join(this.folder, 'bin')}:${process.env.PATH}`,
      HOME: this.folder,
      DISPLAY: this.#display,
      LANG: 'en_US.UTF-8',
      TAVLA_BROWSER: join(this.folder, 'bin/browser'),
      TAVLA_DESKTOP_DIR: join(this.folder, 'app'),
    }
  }
}

const displays = new Map<string, ChildProcess>()

/** The X server chooses its display number itself, so that parallel tests do not collide. */
async function startDisplay(folder: string): Promise<string> {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x860x24', '-nolisten', 'tcp'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = await new Promise<string>((resolve, reject) => {
    child.stdio[3]?.once('data', (part: Buffer) => resolve(part.toString('utf8').trim()))
    child.once('close', () => reject(new Error('Xvfb ended')))
  })
  displays.set(`:${number}`, child)
  return `:${number}`
}

/** The running app; `page` is its window. */
export class DesktopApp {
  readonly #child: ChildProcess
  readonly #port: string
  #browser: Browser
  #page: Page

  private constructor(child: ChildProcess, port: string, { browser, page }: Connection) {
    this.#child = child
    this.#port = port
    this.#browser = browser
    this.#page = page
  }

  static async connect(child: ChildProcess, portFile: string): Promise<DesktopApp> {
    rmSync(portFile, { force: true })
    let output = ''
    child.stderr?.on('data', (part: Buffer) => (output += part.toString('utf8')))
    await expect
      .poll(() => existsSync(portFile) || child.exitCode !== null, { timeout: startsWithinMs })
      .toBe(true)
    if (child.exitCode !== null) throw new Error(`The app ended: ${output}`)
    const [port = ''] = readFileSync(portFile, 'utf8').split('\n')
    return new DesktopApp(child, port, await connectTo(port))
  }

  /** Another one after `behindOther`. */
  get page(): Page {
    return this.#page
  }

  /**
   * Runs `act` while a window of another program has the focus. The tests disconnect meanwhile, because a page that they
   * control always claims to have the focus.
   */
  async behindOther(desktop: Desktop, act: () => Promise<void> | void): Promise<void> {
    await this.#browser.close()
    const close = await desktop.openOtherWindow()
    await expect.poll(() => this.evaluate('document.hasFocus()')).toBe(false)
    await act()
    const connection = await connectTo(this.#port)
    this.#browser = connection.browser
    this.#page = connection.page
    await close()
  }

  /** The same while the app's own window has it; `act` ends with another window in front. */
  async inFront(desktop: Desktop, act: () => Promise<void> | void): Promise<void> {
    await this.#browser.close()
    desktop.x('xdotool', 'windowfocus', '--sync', desktop.windowIds()[0] as string)
    await expect.poll(() => this.evaluate('document.hasFocus()')).toBe(true)
    await act()
    const connection = await connectTo(this.#port)
    this.#browser = connection.browser
    this.#page = connection.page
  }

  /** Evaluates an expression in the window without taking control of it. */
  async evaluate(expression: string): Promise<unknown> {
    const answer = await fetch(`http://127.0.0.1:${this.#port}/json/list`)
    const targets = (await answer.json()) as { type: string; webSocketDebuggerUrl: string }[]
    const socket = new WebSocket(targets.find(({ type }) => type === 'page')?.webSocketDebuggerUrl ?? '')
    await new Promise((resolve) => socket.addEventListener('open', resolve))
    const result = new Promise((resolve) =>
      socket.addEventListener('message', ({ data }) => resolve(JSON.parse(String(data)))),
    )
    socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }))
    const { result: evaluated } = (await result) as { result: { result: { value: unknown } } }
    socket.close()
    return evaluated.result.value
  }

  /** Ends the app as the person would and returns the exit code. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const ended = this.ended()
    this.#child.kill(signal)
    return ended
  }

  ended(): Promise<number | null> {
    const { exitCode, signalCode } = this.#child
    if (exitCode !== null || signalCode !== null) return Promise.resolve(exitCode)
    return new Promise((resolve) => this.#child.once('close', (code) => resolve(code)))
  }
}

interface Connection {
  readonly browser: Browser
  readonly page: Page
}

async function connectTo(port: string): Promise<Connection> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const [context] = browser.contexts()
  await expect.poll(() => context?.pages().length).toBe(1)
  return { browser, page: context!.pages()[0]! }
}
