import { type Found, proveDatabaseKilled, proveDiskFull } from './prove-outages.ts'
import { packageScript, runNode } from './run.ts'
import { ensurePostgres } from './test-needs.ts'

// "npm run prove": the searches of "npm test" with many more seeds and kills, and outages that need a machine of one's own;
// for a night, or before a release. "npm run prove -- search", "-- database" or "-- disk" runs one part; a number set by its
// variable takes the place of the one here.

const defaults = {
  FUZZ_SEEDS: '10000',
  FUZZ_ROOM_SEEDS: '1000',
  TAVLA_KILLS: '200',
  TAVLA_TEST_HOURS: '12',
  TAVLA_OUTAGES: '50',
}
const env = Object.fromEntries(
  Object.entries(defaults).map(([name, value]) => [name, process.env[name] ?? value]),
)
const outages = Number(env['TAVLA_OUTAGES'])

async function search(args: readonly string[]): Promise<Found> {
  const { code } = await runNode(
    [
      packageScript('vitest/vitest.mjs'),
      'run',
      '--project=pure',
      '--project=db',
      // Kills mostly wait for the lease of the dead server to run out; searches beside them need not.
      '--maxWorkers=4',
      ...args,
    ],
    { env },
  )
  const searched = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  return { held: code === 0, says: `Searched with ${searched.join(', ')}` }
}

const parts = new Map<string, (args: readonly string[]) => Promise<Found>>([
  ['database', () => proveDatabaseKilled(outages)],
  ['disk', () => proveDiskFull(outages)],
  ['search', search],
])

const [first = '', ...others] = process.argv.slice(2)
const wanted = parts.has(first) ? [first] : [...parts.keys()]
const args = parts.has(first) ? others : process.argv.slice(2)

const missing = await ensurePostgres()
if (missing) process.stderr.write(`${missing}\n`)
let held = true
for (const name of wanted) {
  const beganAt = Date.now()
  const found = await parts.get(name)!(args)
  const minutes = Math.round((Date.now() - beganAt) / 60_000)
  held &&= found.held
  process.stdout.write(`${found.held ? 'Proven' : 'NOT PROVEN'} in ${minutes} minutes. ${found.says}\n`)
}
process.exitCode = held ? 0 : 1
