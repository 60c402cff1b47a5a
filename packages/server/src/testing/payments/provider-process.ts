import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface ProviderOptions {
  /** Path of its data file. */
  readonly file: string
  readonly port: number
  readonly webhookUrl: string
  readonly webhookSecret: string
}

/** The simulated payment provider in a process of its own, at `http://127.0.0.1:<port>`. */
export interface ProviderProcess {
  /** Pauses before that step, counted from now; resolves when it is reached. */
  pauseBefore(step: number): Promise<void>
  /** Resumes, or cancels a pause that was not reached. */
  resume(): void
  /** `kill -9`; resolves when the process has exited. */
  kill(): Promise<void>
}

export async function startProvider(options: ProviderOptions): Promise<ProviderProcess> {
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      join(import.meta.dirname, 'provider-main.ts'),
      JSON.stringify(options),
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const exited = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  const lines = new Map<string, () => void>()
  const line = (name: string) => new Promise<void>((resolve) => lines.set(name, resolve))
  createInterface({ input: child.stdout }).on('line', (name) => lines.get(name)?.())
  const failed = exited.then(() => {
    throw new Error('The provider ended before it was ready')
  })
  await Promise.race([line('ready'), failed])
  failed.catch(() => undefined)
  return {
    pauseBefore(step) {
      const paused = line('paused')
      child.stdin.write(`pause ${step}\n`)
      return paused
    },
    resume: () => void child.stdin.write('resume\n'),
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
