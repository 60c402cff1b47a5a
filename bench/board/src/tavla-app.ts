import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { serverBuild } from '../../../tools/server-build.ts'
import { builtServerArgs, serverEnv } from '../../../tools/server-process.ts'
import { runBuildIfChanged } from '../../../tools/stamped-build.ts'
import type { OpenedApp } from './apps.ts'
import type { Scene } from './scene.ts'

const root = join(import.meta.dirname, '../../..')
const bringCapMs = 240_000

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

interface Server {
  readonly url: string
  readonly port: number
  readonly folder: string
  readonly process: ChildProcess
}

async function startServer(at: { readonly folder: string; readonly port: number }): Promise<Server> {
  if (!(await runBuildIfChanged(serverBuild))) throw new Error('The server could not be built')
  const { folder, port } = at
  const server = spawn(process.execPath, builtServerArgs, {
    cwd: root,
    env: {
      ...process.env,
      ...serverEnv,
      PORT: String(port),
      DATA_DIR: folder,
      LIMITS: 'none',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  await new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (text: Buffer) => text.toString().includes(url) && resolve())
    server.on('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
  return { ...at, url, process: server }
}

async function endServer(server: Server, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const ended = new Promise((resolve) => server.process.once('exit', resolve))
  server.process.kill(signal)
  await ended
}

async function call(url: string, path: string, body: object, token?: string): Promise<Record<string, never>> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { token }) },
    body: JSON.stringify(body),
  })
  const { code, message, data } = (await answer.json()) as {
    code: number
    message: string
    data: Record<string, never>
  }
  if (code !== 200) throw new Error(`${path}: ${code} ${message}`)
  return data
}

/** The complete product: server with database, page with React, replica and socket. */
export async function openTavla(page: Page, inject: string): Promise<OpenedApp> {
  let server = await startServer({
    folder: mkdtempSync(join(tmpdir(), 'tavla-bench-')),
    port: await freePort(),
  })
  const signedIn = await call(server.url, '/api/user/register', {
    email: 'bench@example.com',
    password: 'a long enough password',
    name: 'Bench',
  })
  const { token, user } = signedIn as unknown as { token: string; user: object }
  const space = (await call(server.url, '/api/space', { name: 'Bench' }, token)) as unknown as { wid: string }
  const address = `${server.url}/app/whiteboard?w=${space.wid}`
  await page.context().addInitScript(readFileSync(inject, 'utf8'))
  await page.goto(`${server.url}/app/login`)
  await page.evaluate(
    (stored) => localStorage.setItem('userinfo', stored),
    JSON.stringify({ ...user, token }),
  )
  const ready = (target: Page): Promise<unknown> =>
    target.waitForFunction(() => window.tavlaBench.board()?.state.page.peek() != null, undefined, {
      timeout: 60_000,
    })
  /** On the board after the import: the elements, their bindings and the page. */
  let records = 0
  return {
    async importScene(target: Page, scene: Scene) {
      await target.goto(address)
      await ready(target)
      const { name, count } = scene
      await target.evaluate((made) => window.tavlaBench.prepare(made.name, made.count), { name, count })
      await target.evaluate(() => window.adapter!.open())
      await target.waitForFunction(
        () => window.tavlaBench.board()?.state.saveState.peek() === 'saved' && window.tavlaBench.isUploaded(),
        undefined,
        { timeout: bringCapMs, polling: 200 },
      )
      records = await target.evaluate(() => window.adapter!.count())
      await target.evaluate(() => window.adapter!.reset())
      await target.evaluate(() => window.recorder.settled(8000))
    },
    async load(target: Page, scene: Scene) {
      // Most boards are opened after everybody has left; a server that ends leaves them like that.
      await endServer(server, 'SIGTERM')
      server = await startServer(server)
      await target.goto(`${server.url}/app/dashboard`)
      await target.evaluate(() => sessionStorage.setItem('bench-hold', 'yes'))
      // Clears the offline cache, which would show the board before the server answers; peers have none.
      await target.evaluate(
        () =>
          new Promise<void>((resolve) => {
            const request = indexedDB.deleteDatabase('tavla-boards')
            request.onsuccess = () => resolve()
            request.onerror = () => resolve()
          }),
      )
      await target.goto(address)
      await target.waitForFunction(() => window.tavlaBench.isHolding(), undefined, { timeout: 60_000 })
      await target.evaluate(() => window.recorder.settled(8000))
      const wanted = scene.elements.length
      const { ms, firstMs, wholeMs } = await target.evaluate(async (all) => {
        const beganMs = performance.now()
        const before = window.recorder.signature()
        let firstMs: number | undefined
        window.tavlaBench.release()
        while ((window.tavlaBench.board()?.document.size ?? 0) < all) {
          await new Promise(requestAnimationFrame)
          if (window.recorder.signature() !== before) firstMs ??= performance.now() - beganMs
        }
        const end = await window.recorder.settled(60_000)
        const wholeMs = end - beganMs
        return { ms: end - window.tavlaBench.lastChunkMs(), firstMs: firstMs ?? wholeMs, wholeMs }
      }, records)
      await target.evaluate((elements) => window.tavlaBench.expect(elements), wanted)
      const count = await target.evaluate(() => window.adapter!.count())
      const since = `${Math.round(wholeMs)} ms from the server's first answer, a first screen after ${Math.round(firstMs)}`
      const note = `${since}; ${count} records`
      return { ok: count === records && count > wanted, ms, note }
    },
    async close() {
      await endServer(server, 'SIGKILL')
      rmSync(server.folder, { recursive: true, force: true })
    },
  }
}
