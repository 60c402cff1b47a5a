import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { builtServerArgs, serverEnv } from '../tools/server-process.ts'

const root = join(import.meta.dirname, '..')
const readyWithinMs = 60_000

export interface ServerOptions {
  /** Added to an otherwise empty configuration, so that a developer's settings never reach a test. */
  readonly env?: Readonly<Record<string, string>>
}

/** A real server for an e2e test: its own process, port and data directory, serving the built web app. */
export interface TestServer {
  /** Origin without a slash, such as `http://127.0.0.1:40123`. */
  readonly url: string
  readonly dataDir: string
  /** Everything that the server's processes have printed so far. */
  log(): string
  /** Sends SIGKILL, like a power cut: nothing is flushed. */
  kill(): Promise<void>
  /** Starts again on the same port and data directory, after `kill` or `stop`. */
  start(): Promise<void>
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>
  /** Ends the process, if any, and removes the data directory. */
  dispose(): Promise<void>
}

/** Starts the server as `npm start` does, on a free port with an empty data directory and waits until it is healthy. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  for (const built of ['packages/web/dist/index.html', 'packages/server/dist/main.js'])
    if (!existsSync(join(root, built)))
      throw new Error(`${built} is missing: run the tests by "npm run e2e", which builds it first.`)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const dataDir = mkdtempSync(join(tmpdir(), 'tavla-e2e-'))
  const env = {
    PATH: process.env.PATH,
    ...serverEnv,
    ...options.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
  }
  let output = ''
  let child: ChildProcess | undefined

  async function start() {
    if (child) throw new Error('the server runs already')
    child = spawn(process.execPath, builtServerArgs, {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
    }
    await untilHealthy(url, child, () => output)
  }

  async function end(signal: NodeJS.Signals) {
    const ending = child
    child = undefined
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return ending?.exitCode ?? null
    const exited = new Promise<number | null>((resolve) => ending.once('exit', resolve))
    ending.kill(signal)
    return exited
  }

  await start()
  return {
    url,
    dataDir,
    log: () => output,
    kill: async () => void (await end('SIGKILL')),
    start,
    stop: () => end('SIGTERM'),
    async dispose() {
      await end('SIGKILL')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function untilHealthy(url: string, child: ChildProcess, log: () => string): Promise<void> {
  const deadline = performance.now() + readyWithinMs
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server stopped with ${child.exitCode}:\n${log()}`)
    const answer = await fetch(`${url}/healthz`).catch(() => undefined)
    if (answer?.ok) return
    await delay(50)
  }
  child.kill('SIGKILL')
  throw new Error(`the server was not healthy within ${readyWithinMs} ms:\n${log()}`)
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port')),
      )
    })
  })
}
