import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeTree } from '../../tools/desktop-package/linux-tree.ts'
import { killOnExit } from '../sync/src/server-process.ts'

const root = join(import.meta.dirname, '../..')
/** Chromium's sandbox needs an unprivileged user. */
const nobody = 65_534
const asUser = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
const startCapMs = 30_000

/** A virtual screen with a folder for profiles. */
export interface Screen {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
}

export async function openScreen(folder: string): Promise<Screen> {
  if (asUser.uid !== undefined) chownSync(folder, nobody, nobody)
  const child = killOnExit(
    spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x860x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    }),
  )
  const display = await new Promise<string>((resolve) => {
    child.stdio[3]?.once('data', (part: Buffer) => resolve(`:${part.toString('utf8').trim()}`))
  })
  const browser = join(folder, 'browser')
  writeFileSync(browser, `#!/bin/sh\nexec ${findBrowser()} --remote-debugging-port=0 --disable-gpu "$@"\n`)
  chmodSync(browser, 0o755)
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    DISPLAY: display,
    LANG: 'en_US.UTF-8',
    TAVLA_BROWSER: browser,
    TAVLA_DESKTOP_DIR: join(folder, 'app'),
  }
  killOnExit(spawn('openbox', [], { ...asUser, env, stdio: 'ignore' }))
  return { folder, env }
}

function findBrowser(): string {
  return process.env['CHROMIUM'] ?? '/usr/bin/chromium'
}

/** A window that was started, and when. */
export interface StartedWindow {
  readonly startedAt: number
  readonly port: number
  readonly pid: number
  close(): Promise<void>
}

/** The desktop app as its packages install it. */
export function startApp(screen: Screen, args: readonly string[]): Promise<StartedWindow> {
  return start(screen, join(screen.folder, 'installed/bin/tavla'), args, join(screen.folder, 'app/profile'))
}

/** Bundles the app and lays it out like its packages. */
export function installApp(screen: Screen): void {
  const build = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error']
  spawnSync(process.execPath, [join(root, build[0] as string), ...build.slice(1)], {
    cwd: join(root, 'packages/desktop'),
    stdio: 'inherit',
  })
  writeTree(
    join(screen.folder, 'installed'),
    {
      node: process.execPath,
      nodeLicense: join(root, 'LICENSE'),
      bundle: join(root, 'packages/desktop/dist'),
      license: join(root, 'LICENSE'),
      icons: join(root, 'packages/web/public/icons'),
      modules: [],
      moduleLicenses: [],
    },
    'tavla',
  )
}

/** A window of the browser without an address bar, as installed web apps have it. */
export function startWindow(screen: Screen, profile: string, url: string): Promise<StartedWindow> {
  const folder = join(screen.folder, profile)
  mkdirSync(folder, { recursive: true })
  if (asUser.uid !== undefined) chownSync(folder, nobody, nobody)
  const args = [`--user-data-dir=${folder}`, '--no-first-run', '--no-default-browser-check', '--window-size=1280,860', `--app=${url}`]
  return start(screen, String(screen.env['TAVLA_BROWSER']), args, folder)
}

async function start({ env }: Screen, program: string, args: readonly string[], profile: string): Promise<StartedWindow> {
  const portFile = join(profile, 'DevToolsActivePort')
  rmSync(portFile, { force: true })
  const startedAt = Date.now()
  const child = killOnExit(spawn(program, args, { ...asUser, env, stdio: 'ignore' }))
  const port = await readPort(portFile, startedAt + startCapMs)
  return { startedAt, port, pid: child.pid ?? 0, close: () => close(child) }
}

async function readPort(file: string, end: number): Promise<number> {
  for (;;) {
    if (existsSync(file)) {
      const [port] = readFileSync(file, 'utf8').split('\n')
      if (port) return Number(port)
    }
    if (Date.now() > end) throw new Error('The browser did not start')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Resolves when all its processes have ended: those that still do would slow down the next start. */
async function close(child: ChildProcess): Promise<void> {
  const pids = listTree(child.pid ?? 0)
  child.kill()
  while (pids.some((pid) => existsSync(`/proc/${pid}`))) await new Promise((resolve) => setTimeout(resolve, 50))
}

/** A process and all below it. */
function listTree(pid: number): readonly number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const parent = /\) \S (\d+) /.exec(read(`/proc/${name}/stat`))?.[1]
    if (parent !== undefined) parents.set(Number(name), Number(parent))
  }
  const isBelow = (each: number): boolean => each === pid || (parents.has(each) && isBelow(parents.get(each) as number))
  return [...parents.keys()].filter(isBelow)
}

/** Memory of a process and all below it in MB; pages that several share are divided among them. */
export function measureMemory(pid: number): Measured {
  return measure(pid, getPss)
}

/** Time in ms that the processors have spent on them, which other work on the machine changes little. */
export function measureWork(pid: number): Measured {
  return measure(pid, getWork)
}

/** Of all processes, and of the first one alone. */
export interface Measured {
  readonly all: number
  readonly own: number
}

function measure(pid: number, get: (each: number) => number): Measured {
  const all = listTree(pid).map(get)
  return { all: all.reduce((sum, size) => sum + size, 0), own: get(pid) }
}

/** A clock tick of /proc. */
const tickMs = 10

function getWork(pid: number): number {
  const [user = 0, system = 0] = read(`/proc/${pid}/stat`).replace(/^.*\) /s, '').split(' ').slice(11, 13).map(Number)
  return (user + system) * tickMs
}

const getPss = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // It exited since it was listed.
    return ''
  }
}
