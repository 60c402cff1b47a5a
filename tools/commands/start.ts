import { setTimeout as delay } from 'node:timers/promises'
import { keepRunning } from '../keep-running.ts'
import { runNode } from '../run.ts'
import { builtServerArgs, serverEnv } from '../server-process.ts'
import { buildProductIfChanged } from '../product-build.ts'

if (!(await buildProductIfChanged())) {
  process.stderr.write('Tavla could not be built; the reason stands above.\n')
  process.exit(1)
}
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())

process.exitCode = await keepRunning({
  start: () => runNode([...builtServerArgs, ...process.argv.slice(2)], { env: serverEnv }),
  stop: stop.signal,
  pause: (ms) => delay(ms, undefined, { signal: stop.signal }).catch(() => undefined),
  now: () => performance.now(),
  print: (sentence) => void process.stderr.write(`${sentence}\n`),
})
