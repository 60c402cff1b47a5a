import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

interface Process {
  readonly child: ChildProcess
  /** Its address, once it listens. */
  readonly ready: Promise<string>
  readonly ended: Promise<{ code: number | null; out: string; err: string }>
}

describe('the server process', () => {
  let directory: string
  const started: ChildProcess[] = []
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'tavla-main-'))
  })
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL')
    rmSync(directory, { recursive: true, force: true })
  })

  function start(env: Record<string, string> = {}): Process {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
      env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: join(directory, 'data'), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    started.push(child)
    let out = ''
    let err = ''
    child.stderr.on('data', (text: Buffer) => (err += text.toString()))
    const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
      child.on('close', (code) => resolve({ code, out, err }))
    })
    const ready = new Promise<string>((resolve, reject) => {
      child.stdout.on('data', (text: Buffer) => {
        out += text.toString()
        const address = /http\S+?(?=\/app\/\n)/.exec(out)?.[0]
        if (address) resolve(address)
      })
      void ended.then(({ err: said }) => reject(new Error(said)))
    })
    return { child, ready, ended }
  }

  it('says exactly one line, and stops cleanly when asked', async () => {
    const server = start()
    const url = await server.ready
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    server.child.kill('SIGTERM')
    expect(await server.ended).toEqual({ code: 0, out: `Tavla is running at ${url}/app/\n`, err: '' })
  })

  it('keeps everything it makes to its owner', async () => {
    const server = start()
    await server.ready
    const data = join(directory, 'data')
    for (const entry of ['.', ...readdirSync(data)])
      expect(statSync(join(data, entry)).mode & 0o077, entry).toBe(0)
  })

  it('refuses a second server on the same data, and takes over after kill -9', async () => {
    const first = start()
    const url = await first.ready
    const register = { email: 'ada@example.com', password: 'correct horse battery' }
    const send = (to: string, path: string) =>
      fetch(`${to}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(register),
      }).then((answer) => answer.json() as Promise<{ code: number }>)
    expect((await send(url, '/api/user/register')).code).toBe(200)
    const second = start()
    second.ready.catch(() => undefined)
    const { code, err } = await second.ended
    expect([code, err]).toEqual([
      1,
      `Another Tavla server is already using ${join(directory, 'data')}. Stop it, or set DATA_DIR to another directory.\n`,
    ])
    first.ready.catch(() => undefined)
    first.child.kill('SIGKILL')
    await first.ended
    const third = start()
    expect((await send(await third.ready, '/api/user/login')).code).toBe(200)
  })

  it('says in a sentence what is in the way', async () => {
    const running = start()
    const { port } = new URL(await running.ready)
    const refused = async (env: Record<string, string>) => {
      const attempt = start({ DATA_DIR: join(directory, 'other'), ...env })
      attempt.ready.catch(() => undefined)
      const { code, out, err } = await attempt.ended
      expect([code, out]).toEqual([1, ''])
      return err
    }
    expect(await refused({ PORT: port })).toBe(
      `Something else is already listening on 127.0.0.1:${port}. Stop it, or set PORT to another number.\n`,
    )
    expect(await refused({ LIMITS: 'many' })).toMatch(/^The configuration is not valid\. LIMITS: [^\n]+\n$/)
    expect(await refused({ DATABASE_URL: 'postgres://tavla@127.0.0.1:9/none' })).toMatch(
      /^The database [^\n]+\n$/,
    )
  })
})
