import { readConfig } from './config.ts'
import { StartRefused } from './db/errors.ts'
import { createLog, type Log } from './log.ts'
import { systemClock } from './ports/clock/system.ts'
import { systemRandom } from './ports/random/system.ts'
import { type Running, startServer } from './start.ts'

const DRAIN_MS = 10_000

// Everything this process makes is its owner's alone.
process.umask(0o077)

async function main(): Promise<void> {
  const config = readConfig()
  const log = createLog(systemClock, config.logLevel)
  for (const name of config.notUsedYet) log.warn(`${name} is set, but this version does not use it yet`)
  if (!config.local && !config.smtpUrl)
    log.warn('SMTP_URL is not set and this server is not only for this machine: no letters are sent')

  // What reached the disk is unknown: going on could acknowledge what is not there.
  const onFatal = (error: Error) => {
    log.error('the database failed for good: stopping', { error })
    process.exit(70)
  }
  const running = await startServer(config, { clock: systemClock, random: systemRandom, log, onFatal })
  stopOnSignals(running, log)
  process.stdout.write(`Tavla is running at ${running.url}/app/\n`)
}

function stopOnSignals(running: Running, log: Log): void {
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    systemClock.after(DRAIN_MS, () => process.exit(1))
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error('stopping failed', { error })
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

main().catch((error: unknown) => {
  // A sentence for what the person can mend, everything for what is our fault.
  process.stderr.write(
    `${error instanceof StartRefused ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  )
  process.exit(1)
})
