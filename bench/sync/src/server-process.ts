import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverBuild } from '../../../tools/server-build.ts'
import { builtServerArgs, serverEnv } from '../../../tools/server-process.ts'
import { runBuildIfChanged } from '../../../tools/stamped-build.ts'

const here = join(import.meta.dirname, '..')
const root = join(here, '../..')
const startCapMs = 30_000

export const serverCore = 0
export const loadCore = 1
/** Processes can be pinned to cores only with `taskset`. */
export const canPin = spawnSync('taskset', ['--version']).status === 0

/** Child processes are killed when this process exits. */
const started = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of started) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

export function killOnExit(child: ChildProcess): ChildProcess {
  started.add(child)
  child.once('exit', () => started.delete(child))
  return child
}

export function pinned(core: number, args: readonly string[]): { command: string; args: string[] } {
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', ...args]
  return canPin
    ? { command: 'taskset', args: ['-c', String(core), ...node] }
    : { command: node[0]!, args: node.slice(1) }
}

export interface RunningServer {
  readonly port: number
  readonly pid: number
  readonly folder: string
  /** `kill -9`; stored data is kept until `dispose`. */
  kill(): Promise<void>
  /** Regular shutdown, so that pending data is written. */
  stop(): Promise<void>
  dispose(): void
}

interface Recipe {
  readonly args: readonly string[]
  readonly cwd: string
  readonly ready: string
  env(port: number, folder: string): Record<string, string>
}

const recipes: Readonly<Record<string, Recipe>> = {
  tavla: {
    args: builtServerArgs,
    cwd: root,
    ready: 'is running',
    env: (port, folder) => ({
      ...serverEnv,
      PORT: String(port),
      DATA_DIR: folder,
      LIMITS: 'none',
      TRUST_PROXY: '1',
      LOG_LEVEL: 'error',
    }),
  },
  hocuspocus: own('hocuspocus'),
  tldraw: own('tldraw'),
  relay: own('relay'),
  'y-websocket': {
    args: ['node_modules/@y/websocket-server/src/server.js'],
    cwd: here,
    ready: 'running at',
    env: (port, folder) => ({ PORT: String(port), HOST: '127.0.0.1', YPERSISTENCE: join(folder, 'leveldb') }),
  },
}

function own(name: string): Recipe {
  return {
    args: [`src/servers/${name}.ts`],
    cwd: here,
    ready: 'listening',
    env: (port, folder) => ({ PORT: String(port), DATA_DIR: folder }),
  }
}

export async function startServer(
  peer: string,
  options: { readonly folder?: string; readonly nodeArgs?: readonly string[] } = {},
): Promise<RunningServer> {
  const recipe = recipes[peer]!
  if (peer === 'tavla' && !(await runBuildIfChanged(serverBuild))) throw new Error('The server could not be built')
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), `bench-sync-${peer}-`))
  const port = await freePort()
  const { command, args } = pinned(serverCore, [...(options.nodeArgs ?? []), ...recipe.args])
  const child = spawn(command, args, {
    cwd: recipe.cwd,
    env: { ...process.env, NODE_ENV: 'production', ...recipe.env(port, folder) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  killOnExit(child)
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await isReady(child, recipe.ready, peer)
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal)
    const timer = setTimeout(() => child.kill('SIGKILL'), 15_000)
    await exited
    clearTimeout(timer)
  }
  return {
    port,
    pid: child.pid!,
    folder,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function isReady(child: ChildProcess, ready: string, peer: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => reject(new Error(`${peer} did not start: ${output}`)), startCapMs)
    const listen = (data: Buffer): void => {
      output = (output + data.toString()).slice(-4000)
      if (!output.includes(ready)) return
      clearTimeout(timer)
      resolve()
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', (data: Buffer) => {
      output = (output + data.toString()).slice(-4000)
      if (process.env['BENCH_SAY']) process.stderr.write(data)
    })
    child.once('exit', (code) => reject(new Error(`${peer} ended with ${code}: ${output}`)))
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
