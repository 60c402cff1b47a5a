import { join } from 'node:path'
import { packageScript, root, runNode } from './run.ts'

// "npm run dev": the server, started anew when its sources change, and Vite's server before it, which changes the page
// in place. Open the address that Vite prints.

const port = process.env.PORT ?? '3000'
const host = '127.0.0.1'

const server = runNode(['--watch', '--watch-preserve-output', 'packages/server/src/main.ts'], {
  env: { HOST: host, PORT: port },
})
const page = runNode([packageScript('vite/bin/vite.js')], {
  cwd: join(root, 'packages/web'),
  env: { TAVLA_SERVER: `http://${host}:${port}` },
})
// Kept while the two end: without a listener the signal below would end us first.
process.on('SIGTERM', () => undefined)
const { code } = await Promise.race([server, page])
// One without the other is of no use; the signal reaches both, as Ctrl-C would.
process.kill(process.pid, 'SIGTERM')
await Promise.all([server, page])
process.exitCode = code
