import { readConfig } from './config.ts'
import { StartRefused } from './db/database-errors.ts'
import { createLog, type Log } from './log.ts'
import { systemClock } from './ports/clock/system-clock.ts'
import { systemRandom } from './ports/random/system-random.ts'
import { type Running, startServer } from './start.ts'

const DRAIN_MS = 10_000
/** The server failed while it ran; starting it again may help. 1 says that it would not. */
const CRASHED = 70

// Everything this process makes is its owner's alone.
process.umask(0o077)

// Anyone who read our output may be gone; nothing here depends on it.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

async function main(): Promise<void> {
  const config = readConfig()
  const log = createLog(systemClock, config.logLevel)
  const ending = createEnding(log)
  for (const name of config.notUsedYet) log.warn(`${name} is set, but this version does not use it yet`)
  if (!config.local && !config.smtpUrl)
    log.warn('SMTP_URL is not set and this server is not only for this machine: no letters are sent')

  if (config.payments.kind === 'off')
    log.info('Payments are off: nobody can buy a plan. Set PAYMENTS and the STRIPE_ variables to offer plans')

  // What reached the disk is unknown: going on could acknowledge what is not there.
  const onFatal = (error: Error) => {
    log.error('the database failed for good: stopping', { error })
    process.exit(CRASHED)
  }
  const running = await startServer(config, { clock: systemClock, random: systemRandom, log, onFatal })
  ending.drains(running)
  process.stdout.write(`Tavla is running at ${running.url}/app/\n`)
}

/** How this process ends: when it is asked to, and after an error that nothing caught. Both drain what runs. */
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
  // Rejections that nobody handles come here, too. What else they broke is unknown, so the process does not go on.
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
  // A sentence for what the person can mend, everything for what is our fault.
  process.stderr.write(
    `${error instanceof StartRefused ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  )
  process.exit(1)
})
