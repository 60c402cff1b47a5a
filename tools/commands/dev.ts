import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { packageScript, root, runNode } from '../run.ts'

// "npm run dev": the server, started anew when its sources change, and Vite's server before it, which changes the page
// in place. Open the address that Vite prints.

const host = '127.0.0.1'
const port = process.env.PORT ?? '3000'
const sources = [
  'packages/server/src',
  'packages/server/migrations',
  'packages/contract/src',
  'packages/canvas/src',
]

/**
 * Runs the server until `signal`. Not Node's own `--watch`: under it every worker thread tells its parent what it
 * imports, and the database's worker has a protocol of its own.
 */
async function serve(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const changed = nextChange(signal)
    const server = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', 'packages/server/src/main.ts'],
      {
        cwd: root,
        env: { ...process.env, HOST: host, PORT: port },
        stdio: 'inherit',
      },
    )
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
    await changed
    if (server.exitCode === null && server.signalCode === null) server.kill('SIGTERM')
    await ended
    if (!signal.aborted) process.stdout.write('Sources changed: the server starts anew.\n')
  }
}

/** Resolves when a source was saved, after a moment in which an editor may save more, or when `signal` ends it all. */
async function nextChange(signal: AbortSignal): Promise<void> {
  const watching = new AbortController()
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
    for (const folder of sources) {
      watch(join(root, folder), { recursive: true, signal: watching.signal }, (_event, name) => {
        if (name?.endsWith('.ts') && !name.endsWith('.test.ts')) resolve()
      })
    }
  })
  watching.abort()
  if (!signal.aborted) await delay(100)
}

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
const server = serve(stop.signal)
const { code } = await runNode([packageScript('vite/bin/vite.js')], {
  cwd: join(root, 'packages/web'),
  env: { TAVLA_SERVER: `http://${host}:${port}` },
})
// The one without the other is of no use.
stop.abort()
await server
process.exitCode = code
