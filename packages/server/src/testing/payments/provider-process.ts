import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface ProviderOptions {
  /** Where its books are. */
  readonly file: string
  readonly port: number
  readonly webhookUrl: string
  readonly webhookSecret: string
}

/** The simulated payment provider in a process of its own, at `http://127.0.0.1:<port>`. */
export interface ProviderProcess {
  /** Halts before its step of that number from now on; resolves when it is there. */
  stopBefore(step: number): Promise<void>
  /** Ends the halt, or takes back a halt that was not reached. */
  go(): void
  /** `kill -9`; resolves when the process is gone. */
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
  const gone = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  const lines = new Map<string, () => void>()
  const line = (name: string) => new Promise<void>((resolve) => lines.set(name, resolve))
  createInterface({ input: child.stdout }).on('line', (name) => lines.get(name)?.())
  const failed = gone.then(() => {
    throw new Error('The provider ended before it was ready')
  })
  await Promise.race([line('ready'), failed])
  failed.catch(() => undefined)
  return {
    stopBefore(step) {
      const stopped = line('stopped')
      child.stdin.write(`stop ${step}\n`)
      return stopped
    },
    go: () => void child.stdin.write('go\n'),
    async kill() {
      child.kill('SIGKILL')
      await gone
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
