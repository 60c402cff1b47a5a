import { packageScript, runNode } from './run.ts'
import { ensurePostgres } from './test-needs.ts'

// "npm run prove": the searches of "npm test" with many more seeds and kills; for a night, or before a release.

const env = { FUZZ_SEEDS: '10000', FUZZ_ROOM_SEEDS: '1000', TAVLA_KILLS: '200', TAVLA_TEST_HOURS: '12' }
const missing = await ensurePostgres()
if (missing) process.stderr.write(`${missing}\n`)
const beganAt = Date.now()
const { code } = await runNode(
  [
    packageScript('vitest/vitest.mjs'),
    'run',
    '--project=pure',
    '--project=db',
    // Kills mostly wait for the lease of the dead server to run out; searches beside them need not.
    '--maxWorkers=4',
    ...process.argv.slice(2),
  ],
  { env },
)
const minutes = Math.round((Date.now() - beganAt) / 60_000)
const searched = Object.entries(env).map(([name, value]) => `${name}=${value}`)
process.stdout.write(
  `${code === 0 ? 'Proven' : 'Not proven'} in ${minutes} minutes with ${searched.join(', ')}\n`,
)
process.exitCode = code
