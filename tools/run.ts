import { type SpawnOptions, spawn } from 'node:child_process'
import { join } from 'node:path'

/** Root of the repository. */
export const root = join(import.meta.dirname, '..')

/** How a program ended: its exit code, or 128 + signal number as shells say it. */
export interface Ended {
  readonly code: number
}

const signalNumbers: Readonly<Partial<Record<NodeJS.Signals, number>>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGKILL: 9,
  SIGTERM: 15,
}
const forwarded: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP']

export interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a program with our own input and output, passes signals on, and waits for its end. */
export async function run(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<Ended> {
  const child = spawn(command, args, spawnOptions(options, 'inherit'))
  const forward = (signal: NodeJS.Signals) => {
    // A terminal's Ctrl-C reaches the whole group by itself.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  for (const signal of forwarded) process.on(signal, forward)
  try {
    return await ended(child)
  } finally {
    for (const signal of forwarded) process.off(signal, forward)
  }
}

/** Runs a script or TypeScript file on the Node that runs us. */
export function runNode(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  return run(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], options)
}

/** Path of a program's script inside an installed package, to be run by `runNode`. */
export function packageScript(path: string): string {
  return join(root, 'node_modules', path)
}

export interface Captured extends Ended {
  /** Standard output and error together, in the order in which they came. */
  readonly output: string
}

/** Runs a script on the Node that runs us and keeps what it prints. */
export async function captureNode(args: readonly string[], options: RunOptions = {}): Promise<Captured> {
  const command = ['--disable-warning=ExperimentalWarning', ...args]
  const child = spawn(process.execPath, command, spawnOptions(options, ['ignore', 'pipe', 'pipe']))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
  }
  const { code } = await ended(child)
  return { code, output }
}

function spawnOptions(options: RunOptions, stdio: SpawnOptions['stdio']): SpawnOptions {
  return { cwd: options.cwd ?? root, env: { ...process.env, ...options.env }, stdio }
}

function ended(child: ReturnType<typeof spawn>): Promise<Ended> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      resolve({ code: code ?? 128 + ((signal && signalNumbers[signal]) ?? 0) })
    })
  })
}
