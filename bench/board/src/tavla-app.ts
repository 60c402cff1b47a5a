import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { OpenedApp } from './apps.ts'
import type { Scene } from './scene.ts'

const root = join(import.meta.dirname, '../../..')
const importCapMs = 240_000

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function startServer(): Promise<{ url: string; process: ChildProcess; folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'tavla-bench-'))
  const port = await freePort()
  const server = spawn(process.execPath, ['packages/server/src/main.ts'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: folder, LIMITS: 'none', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  await new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (text: Buffer) => text.toString().includes(url) && resolve())
    server.on('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
  return { url, process: server, folder }
}

async function call(url: string, path: string, body: object, token?: string): Promise<Record<string, never>> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { token }) },
    body: JSON.stringify(body),
  })
  const { code, message, data } = (await answer.json()) as { code: number; message: string; data: Record<string, never> }
  if (code !== 200) throw new Error(`${path}: ${code} ${message}`)
  return data
}

/** The whole product: its server with its database, its page with React, the replica and the socket. */
export async function openTavla(page: Page, inject: string): Promise<OpenedApp> {
  const server = await startServer()
  const signedIn = await call(server.url, '/api/user/register', {
    email: 'bench@example.com',
    password: 'a long enough password',
    name: 'Bench',
  })
  const { token, user } = signedIn as unknown as { token: string; user: object }
  const space = (await call(server.url, '/api/space', { name: 'Bench' }, token)) as unknown as { wid: string }
  const address = `${server.url}/app/whiteboard?w=${space.wid}`
  // Glides would be timed as part of a jump; peers are asked to jump without them too.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript(readFileSync(inject, 'utf8'))
  await page.goto(`${server.url}/app/login`)
  await page.evaluate((stored) => localStorage.setItem('userinfo', stored), JSON.stringify({ ...user, token }))
  const ready = (): Promise<unknown> =>
    page.waitForFunction(() => window.tavlaBench.board()?.state.page.peek() != null, undefined, { timeout: 60_000 })
  return {
    async load(target: Page, scene: Scene) {
      await target.goto(address)
      await ready()
      await target.evaluate((given) => window.tavlaBench.prepare(given as never), scene as unknown as object)
      const importMs = await target.evaluate(async () => {
        const beganMs = performance.now()
        await window.adapter!.open()
        return performance.now() - beganMs
      })
      await target.waitForFunction(() => window.tavlaBench.board()?.state.saveState.peek() === 'saved', undefined, {
        timeout: importCapMs,
        polling: 200,
      })
      await target.evaluate(() => window.adapter!.reset())
      await target.evaluate(() => window.recorder.settled(8000))
      await target.goto(`${server.url}/app/dashboard`)
      await target.evaluate(() => sessionStorage.setItem('bench-hold', 'yes'))
      await target.goto(address)
      await target.waitForFunction(() => window.tavlaBench.isHolding(), undefined, { timeout: 60_000 })
      await target.evaluate(() => window.recorder.settled(8000))
      const wanted = scene.things.length
      const { ms, wholeMs } = await target.evaluate(async (things) => {
        const beganMs = performance.now()
        window.tavlaBench.release()
        while ((window.tavlaBench.board()?.document.size ?? 0) <= things) await new Promise(requestAnimationFrame)
        const end = await window.recorder.settled(60_000)
        return { ms: end - window.tavlaBench.lastChunkMs(), wholeMs: end - beganMs }
      }, wanted)
      await target.evaluate((given) => window.adapter!.convert(given as never), scene as unknown as object)
      const count = await target.evaluate(() => window.adapter!.count())
      const note = `${Math.round(wholeMs)} ms from the server's first answer; brought in ${Math.round(importMs)} ms; ${count} records`
      return { ok: count > wanted, ms, note }
    },
    async close() {
      const ended = new Promise((resolve) => server.process.once('exit', resolve))
      server.process.kill('SIGKILL')
      await ended
      rmSync(server.folder, { recursive: true, force: true })
    },
  }
}
