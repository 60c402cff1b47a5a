import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allChecks, type Check } from './checks.ts'
import { root } from '../run.ts'

// "npm run check" runs every check, "npm run check -- types lint" those whose names begin so.

const wanted = process.argv.slice(2)
const chosen = allChecks().filter(
  ({ name }) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)),
)
const failed: string[] = []

async function runOne(check: Check) {
  const startedAt = performance.now()
  const complaint = await check
    .run()
    .catch((error: unknown) => String(error instanceof Error ? error.stack : error))
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  if (complaint) failed.push(check.name)
  process.stdout.write(
    `${complaint ? '✗' : '✓'} ${check.name} (${seconds} s)${complaint ? `: ${check.guards}` : ''}\n`,
  )
  if (complaint) process.stdout.write(`${complaint.replace(/^/gm, '    ')}\n`)
}

const waiting = [...chosen]
async function work() {
  for (let check = waiting.shift(); check; check = waiting.shift()) await runOne(check)
}
// Two at a time: each is one busy process, and small machines have two cores.
await Promise.all([work(), work()])

const reports = join(root, '.tavla/reports')
mkdirSync(reports, { recursive: true })
const result = { passed: chosen.length - failed.length, failed: failed.length, failures: failed }
writeFileSync(join(reports, 'check.json'), JSON.stringify(result))
process.stdout.write(failed.length > 0 ? `Not as it should be: ${failed.join(', ')}\n` : '')
process.exitCode = failed.length > 0 || chosen.length === 0 ? 1 : 0
