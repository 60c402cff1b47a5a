import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RawSocket, upgradeRequest } from './testing/hostile/raw-socket.ts'
import { type ServerProcess, startServerProcess } from './testing/server-process.ts'

/** Prints the packages that were loaded, a line each, when the process ends. */
const printPackages = `
  import { registerHooks } from 'node:module'
  const packages = new Set()
  registerHooks({
    load(url, context, next) {
      const name = /node_modules\\/((?:@[^/]+\\/)?[^/]+)\\/(?!.*node_modules)/.exec(url)?.[1]
      if (name) packages.add(name)
      return next(url, context)
    },
  })
  process.on('exit', () => {
    if (process.moduleLoadList.some((name) => name.endsWith('undici'))) packages.add('undici')
    process.stderr.write([...packages].join('\\n'))
  })
`

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

  function start(env: Record<string, string> = {}, preload?: string): ServerProcess {
    const dataDir = join(directory, 'data')
    const server = startServerProcess({ dataDir, env, ...(preload === undefined ? {} : { preload }) })
    started.push(server.child)
    return server
  }

  it('prints exactly one line, and stops cleanly on request', async () => {
    const server = start()
    const url = await server.ready
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    server.child.kill('SIGTERM')
    expect(await server.ended).toEqual({ code: 0, out: `Tavla is running at ${url}/app/\n`, err: '' })
  })

  it('starts without the code that only some servers use, which would take 20 MB', async () => {
    const server = start({}, printPackages)
    const url = await server.ready
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    server.child.kill('SIGTERM')
    const packages = (await server.ended).err.split('\n')
    expect(packages).toContain('fastify')
    for (const name of ['stripe', 'sharp', 'pg', 'ajv', 'file-type', 'nodemailer', 'undici'])
      expect(packages).not.toContain(name)
  })

  it('warns when it starts behind a proxy that it does not trust', async () => {
    const warnings = async (env: Record<string, string>): Promise<number> => {
      const server = start({ PUBLIC_URL: 'https://board.example.org', HOST: '127.0.0.1', ...env })
      // The public URL, which says nothing about the port.
      await server.ready
      server.child.kill('SIGTERM')
      return (await server.ended).err.split('\n').filter((line) => line.includes('TRUST_PROXY is not set'))
        .length
    }
    expect(await warnings({})).toBe(1)
    expect(await warnings({ TRUST_PROXY: '1' })).toBe(0)
  })

  it('creates files readable by their owner only', async () => {
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
    const { code, err } = await second.ended
    expect([code, err]).toEqual([
      1,
      `Another Tavla server is already using ${join(directory, 'data')}. Stop it, or set DATA_DIR to another directory.\n`,
    ])
    first.child.kill('SIGKILL')
    await first.ended
    const third = start()
    expect((await send(await third.ready, '/api/user/login')).code).toBe(200)
  })

  // What gets past every handler of ours can only be planted.
  it.each([
    ['an exception in a timer', `setTimeout(() => { throw new Error('planted') })`],
    ['a rejection that nobody handles', `void Promise.reject(new Error('planted'))`],
  ])('logs %s with its stack, drains, and ends so that it is started again', async (_name, fault) => {
    const server = start({}, `process.on('SIGUSR2', () => { ${fault} })`)
    const url = await server.ready
    const { port } = new URL(url)
    const socket = await RawSocket.open(Number(port))
    socket.write(upgradeRequest())
    await socket.waitForText('\r\n\r\n')
    server.child.kill('SIGUSR2')
    await socket.closed
    const { code, err } = await server.ended
    expect(code).toBe(70)
    const line = err.split('\n').find((text) => text.includes('an error escaped')) ?? '{}'
    expect(JSON.parse(line)).toMatchObject({
      level: 'error',
      message: 'an error escaped: stopping',
      error: expect.stringMatching(/^Error: planted\n +at /) as string,
    })
    // The close frame says 4503: the sockets were drained, not cut off.
    expect(socket.received.includes(Buffer.from([0x11, 0x97]))).toBe(true)
  })

  it('continues when its output is closed', async () => {
    const server = start(
      {},
      `process.on('SIGUSR2', () => { process.stdout.write('x'); process.stderr.write('x') })`,
    )
    const url = await server.ready
    server.child.stdout?.destroy()
    server.child.stderr?.destroy()
    server.child.kill('SIGUSR2')
    for (let round = 0; round < 5; round += 1) expect((await fetch(`${url}/healthz`)).status).toBe(200)
  })

  it('says in a sentence what prevents the start', async () => {
    const running = start()
    const { port } = new URL(await running.ready)
    const refused = async (env: Record<string, string>) => {
      const attempt = start({ DATA_DIR: join(directory, 'other'), ...env })
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
