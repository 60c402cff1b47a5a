import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { serverArgs, serverEnv } from '../../../tools/server-process.ts'

const root = join(import.meta.dirname, '../../..')

/** What was started goes with us, however we end. */
const started = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of started) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

export function kept(child: ChildProcess): ChildProcess {
  started.add(child)
  child.once('exit', () => started.delete(child))
  return child
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Processor time of a process and all its threads so far, ms. */
export function processCpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Resident memory, MB. */
export function memoryMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

/** The process that forwards a server's sound. */
export function forwarderOf(serverPid: number): number {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      if (parent === serverPid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('forwarder-main'))
        return Number(pid)
    } catch {
      // It ended since it was listed.
    }
  }
  throw new Error('No process forwards sound')
}

export interface Tavla {
  readonly url: string
  readonly pid: number
  readonly folder: string
  stop(): Promise<void>
}

export async function startTavla(folder: string, env: Readonly<Record<string, string>> = {}): Promise<Tavla> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = kept(
    spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...serverArgs], {
      cwd: root,
      env: {
        ...{ PATH: process.env.PATH, ...serverEnv, PORT: String(port), DATA_DIR: folder },
        ...{ TRUST_PROXY: '1', LOG_LEVEL: 'error', ...env },
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  )
  for (let tries = 0; ; tries += 1) {
    if ((await fetch(`${url}/healthz`).catch(() => null))?.ok) break
    if (tries > 600 || child.exitCode !== null) throw new Error('The server did not start')
    await pause(100)
  }
  return {
    ...{ url, pid: child.pid!, folder },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Every call comes from an address of its own: the server limits calls by address. */
let calls = 0

async function call(url: string, method: string, path: string, token: string, body?: object) {
  calls += 1
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.0.${calls >> 8}.${calls & 255}`,
      ...(token === '' ? {} : { token }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const { code, message, data } = (await answer.json()) as { code: number; message: string; data: any }
  if (code !== 200) throw new Error(`${path}: ${code} ${message}`)
  return data
}

/** As much of a person as `VoiceTab` needs. */
export async function register(url: string, name: string) {
  const body = { email: `${name}@example.com`, password: 'a long enough password', name }
  const { token, user } = await call(url, 'POST', '/api/user/register', '', body)
  const ask = (method: string, path: string, more?: object) => call(url, method, path, token, more)
  const voiceToken = ({ query }: { query: { wid: string } }) =>
    ask('GET', `/api/space/phonicsroom/token?wid=${query.wid}`)
  return { uid: String(user.uid), email: body.email, token, ask, call: { space: { voiceToken } } as any }
}

export type Person = Awaited<ReturnType<typeof register>>

export async function createSpace(owner: Person, others: readonly Person[]): Promise<string> {
  const { wid } = await owner.ask('POST', '/api/space', { name: 'Talk' })
  const link = await owner.ask('GET', `/api/space/invitelink?wid=${wid}&role=viewer`)
  for (const other of others) await other.ask('POST', '/api/space/invitelink/accept', { token: link.token })
  return wid
}
