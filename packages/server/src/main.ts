import { readConfig } from './config.ts'
import { StartRefused } from './db/database-errors.ts'
import { createLog, type Log } from './log.ts'
import { systemClock } from './ports/clock/system-clock.ts'
import { systemRandom } from './ports/random/system-random.ts'
import { toSourcePositions } from './stack-traces/source-positions.ts'
import { type Running, startServer } from './start.ts'

const DRAIN_MS = 15_000
/** Exit code for a failure at run time, after which a restart may help; 1 means that it would not. */
const CRASHED = 70

// Files created by this process are readable by its owner only.
process.umask(0o077)

// The reader of our output may be gone; nothing here depends on it.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

async function main(): Promise<void> {
  const config = readConfig()
  const log = createLog(systemClock, config.logLevel)
  const ending = createEnding(log)
  if (!config.local && !config.smtpUrl)
    log.warn('SMTP_URL is not set and this server is not only for this machine: no emails are sent')

  // TLS always ends at a proxy.
  if (config.publicUrl?.startsWith('https:') && config.trustProxy === 0)
    log.warn(
      'PUBLIC_URL is an https address, but TRUST_PROXY is not set: everybody behind the proxy counts as one network ' +
        'address. Set TRUST_PROXY to the number of proxies in front of this server, or to their networks.',
    )
  if (config.payments.kind === 'off')
    log.info('Payments are off: nobody can buy a plan. Set PAYMENTS and the STRIPE_ variables to offer plans')

  // It is unknown what reached the disk: continuing could acknowledge lost data.
  const onFatal = (error: Error) => {
    log.error('the database failed for good: stopping', { error })
    process.exit(CRASHED)
  }
  const running = await startServer(config, { clock: systemClock, random: systemRandom, log, onFatal })
  ending.drains(running)
  // Loading leaves 20 MB behind, which the heap would keep for as long as the server has little to do.
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  process.stdout.write(`Tavla is running at ${running.url}/app/\n`)
}

/** Ends the process on a signal or an uncaught error, in both cases after draining running work. */
function createEnding(log: Log) {
  let running: Running | null = null
  let stopping = false

  const stop = (code: number): void => {
    if (stopping) return
    stopping = true
    if (!running) process.exit(code)
    systemClock.after(DRAIN_MS, () => process.exit(code || 1))
    running.stop().then(
      () => process.exit(code),
      (error: unknown) => {
        log.error('stopping failed', { error })
        process.exit(code || 1)
      },
    )
  }
  // Includes unhandled rejections. The state is unknown after them, so the process ends.
  process.on('uncaughtException', (error) => {
    log.error('an error escaped: stopping', { error })
    stop(CRASHED)
  })
  return {
    drains(started: Running): void {
      running = started
      process.on('SIGTERM', () => stop(0))
      process.on('SIGINT', () => stop(0))
    },
  }
}

main().catch((error: unknown) => {
  // A plain sentence for configuration errors, the whole error for bugs.
  process.stderr.write(
    `${error instanceof StartRefused ? error.message : toSourcePositions(String(error instanceof Error ? error.stack : error))}\n`,
  )
  process.exit(1)
})
