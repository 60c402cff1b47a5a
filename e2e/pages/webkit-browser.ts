import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findWebKit } from '../../tools/browsers/find-webkit.ts'
import { freePort } from '../server.ts'

/** Key under which WebDriver hands out elements. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
const startsWithinMs = 30_000
const actsWithinMs = 30_000
const pollMs = 50

/**
 * The browser starts no services of a desktop: they would mount file systems in its home folder, which cannot be
 * removed while such a service ends.
 */
const noServices = { DBUS_SESSION_BUS_ADDRESS: 'disabled:', GIO_USE_VFS: 'local', NO_AT_BRIDGE: '1' }

interface Point {
  readonly x: number
  readonly y: number
}

/** Keys of WebDriver that have no character. */
export const keys = {
  escape: '\uE00C',
  tab: '\uE004',
  enter: '\uE007',
  control: '\uE009',
  shift: '\uE008',
} as const

/** WebKitGTK's browser on a display of its own, driven by the WebDriver protocol. */
export class WebKitBrowser {
  readonly #children: readonly ChildProcess[]
  readonly #folder: string
  readonly #session: string

  private constructor(children: readonly ChildProcess[], folder: string, session: string) {
    this.#children = children
    this.#folder = folder
    this.#session = session
  }

  /** `locale` is that of the system, such as `C`. */
  static async start(locale: string): Promise<WebKitBrowser> {
    const found = findWebKit()
    if (!found) throw new Error('WebKitGTK’s driver or Xvfb is not installed')
    const folder = mkdtempSync(join(tmpdir(), 'tavla-webkit-'))
    const { child: display, name } = await startDisplay(folder)
    const port = await freePort()
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      DISPLAY: name,
      LANG: locale,
      LC_ALL: locale,
      ...noServices,
    }
    const driver = spawn(found.driver, [`--port=${port}`], { env, stdio: 'ignore' })
    const origin = `http://127.0.0.1:${port}`
    await until('WebKitGTK’s driver answers', startsWithinMs, () =>
      fetch(`${origin}/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    const options = { binary: found.browser, args: ['--automation'] }
    const body = { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } } }
    const { sessionId } = (await send('POST', `${origin}/session`, body)) as { sessionId: string }
    return new WebKitBrowser([driver, display], folder, `${origin}/session/${sessionId}`)
  }

  async goTo(url: string): Promise<void> {
    await this.#post('url', { url })
  }

  url(): Promise<string> {
    return this.#get('url') as Promise<string>
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#post('window/rect', { width, height, x: 0, y: 0 })
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from((await this.#get('screenshot')) as string, 'base64')
  }

  /** Runs a function in the page with JSON arguments, and waits for its promise. */
  async evaluate<Args extends readonly unknown[], Result>(
    run: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result> {
    const script = `
      const done = arguments[arguments.length - 1]
      Promise.resolve().then(() => (${run.toString()})(...[...arguments].slice(0, -1)))
        .then((value) => done({ value }), (error) => done({ error: error + ' ' + error.stack }))`
    const answer = (await this.#post('execute/async', { script, args })) as { value: Result; error?: string }
    if (answer.error !== undefined) throw new Error(answer.error)
    return answer.value
  }

  /** Waits for a visible element that the selector names, with this text in it if given. */
  async find(selector: string, text = ''): Promise<string> {
    let found: string | undefined
    await until(`${selector} ${text}`, actsWithinMs, async () => {
      const script = `
        return [...document.querySelectorAll(arguments[0])].find((element) =>
          (element.textContent + (element.ariaLabel ?? '')).includes(arguments[1]) &&
          element.getBoundingClientRect().width > 0)`
      const element = (await this.#post('execute/sync', { script, args: [selector, text] })) as Record<
        string,
        string
      > | null
      found = element?.[elementKey]
      return found !== undefined
    })
    return found!
  }

  async click(selector: string, text = ''): Promise<void> {
    await this.#post(`element/${await this.find(selector, text)}/click`, {})
  }

  async fill(selector: string, text: string): Promise<void> {
    await this.#post(`element/${await this.find(selector)}/value`, { text })
  }

  /** Types into what has focus. Keys given together in `held` stay down. */
  async type(text: string, held: readonly string[] = []): Promise<void> {
    const action = (type: 'keyDown' | 'keyUp') => (value: string) => ({ type, value })
    const pressed = [...text].flatMap((value) => [action('keyDown')(value), action('keyUp')(value)])
    const actions = [...held.map(action('keyDown')), ...pressed, ...held.toReversed().map(action('keyUp'))]
    await this.#post('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }

  /** Presses the main button at the first point and releases it at the last. */
  drag(...points: readonly Point[]): Promise<void> {
    return this.draw(points, 0)
  }

  /** The same, with each move lasting `moveMs`. */
  async draw([first, ...others]: readonly Point[], moveMs: number): Promise<void> {
    const move = ({ x, y }: Point, duration: number) => ({
      type: 'pointerMove',
      duration,
      x: Math.round(x),
      y: Math.round(y),
    })
    const actions = [
      ...(first ? [move(first, 0)] : []),
      { type: 'pointerDown', button: 0 },
      ...others.map((point) => move(point, moveMs)),
      { type: 'pointerUp', button: 0 },
    ]
    const parameters = { pointerType: 'mouse' }
    await this.#post('actions', { actions: [{ type: 'pointer', id: 'mouse', parameters, actions }] })
  }

  async dispose(): Promise<void> {
    await send('DELETE', this.#session).catch(() => undefined)
    for (const child of this.#children) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const ended = new Promise((resolve) => child.once('close', resolve))
      child.kill()
      await ended
    }
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }

  #get(path: string): Promise<unknown> {
    return send('GET', `${this.#session}/${path}`)
  }

  #post(path: string, body: unknown): Promise<unknown> {
    return send('POST', `${this.#session}/${path}`, body)
  }
}

async function send(method: string, url: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null }
  if (!answer.ok) throw new Error(`${method} ${new URL(url).pathname}: ${value?.error}: ${value?.message}`)
  return value
}

/** Waits until something holds; `what` names it in the error. */
export async function until(
  what: string,
  withinMs: number,
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  const end = performance.now() + withinMs
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`not within ${withinMs} ms: ${what}`)
    await delay(pollMs)
  }
}

/** The X server chooses its display number itself, so that parallel tests do not collide. */
async function startDisplay(
  folder: string,
): Promise<{ readonly child: ChildProcess; readonly name: string }> {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = await new Promise<string>((resolve, reject) => {
    child.stdio[3]?.once('data', (part: Buffer) => resolve(part.toString('utf8').trim()))
    child.once('close', () => reject(new Error('Xvfb ended')))
  })
  return { child, name: `:${number}` }
}
