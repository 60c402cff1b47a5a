import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { StartRefused } from '../db/database-errors.ts'
import { openDatabase } from '../db/open.ts'
import { createLog } from '../log.ts'
import { systemClock } from '../ports/clock/system-clock.ts'
import { systemRandom } from '../ports/random/system-random.ts'
import { Refused } from '../refusals.ts'
import { createApp } from '../start.ts'
import { isCommandName, runCommand, UsageError, usage } from './commands.ts'

// `npm run admin -- COMMAND`: acts on the database that the server's environment names. The result goes to stdout,
// everything else to stderr. Exit codes: 0 done, 1 refused or failed, 2 called wrongly.

process.umask(0o077)

const FAILED = 1
const CALLED_WRONGLY = 2

async function main(args: readonly string[]): Promise<void> {
  const options = {
    json: { type: 'boolean', default: false },
    search: { type: 'string', default: '' },
    limit: { type: 'string', default: '100' },
  } as const
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
  const [name = '', ...operands] = positionals
  if (!isCommandName(name)) throw new UsageError()
  const config = readConfig()
  const log = createLog(systemClock, 'error')
  const onFatal = (error: Error): never => {
    throw error
  }
  const db = await openDatabase({
    url: config.databaseUrl,
    directory: config.dataDir,
    clock: systemClock,
    onFatal,
    onError: (error) => log.warn('a database connection was lost', { error }),
  })
  try {
    const { app } = await createApp(config, { clock: systemClock, random: systemRandom }, { db, log })
    if (!config.publicUrl) app.origin = `http://${config.host}:${config.port}`
    const result = await runCommand(app, name, { operands, search: values.search, limit: values.limit })
    const text = values.json ? JSON.stringify(result.data) : result.lines.join('\n')
    process.stdout.write(`${text}\n`)
    if (!result.isOk) process.exitCode = FAILED
  } finally {
    await db.close()
  }
}

function explain(error: unknown): string {
  if (error instanceof UsageError) return usage
  if (error instanceof StartRefused)
    return `${error.message}\nThe embedded database has one user at a time: stop the server, or use /app/admin.`
  if (error instanceof Refused) {
    const reason = error.data.reason === undefined ? '' : ` (${error.data.reason})`
    return error.reason === 'not_found' ? 'There is no such account.' : `Refused: ${error.reason}${reason}`
  }
  return String(error instanceof Error ? error.stack : error)
}

main(process.argv.slice(2)).catch((error: unknown) => {
  // `parseArgs` throws a TypeError with a code for options that it does not know.
  const isCalledWrongly = error instanceof UsageError || (error instanceof TypeError && 'code' in error)
  process.stderr.write(`${isCalledWrongly ? usage : explain(error)}\n`)
  process.exitCode = isCalledWrongly ? CALLED_WRONGLY : FAILED
})
