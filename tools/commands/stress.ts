import { stressCluster } from '../stress/stress-cluster.ts'
import { stressConnections } from '../stress/stress-connections.ts'
import { stressHostile } from '../stress/stress-hostile.ts'
import { stressOperate } from '../stress/stress-operate.ts'
import {
  type Found,
  stressDatabaseKilled,
  stressDatabaseSilent,
  stressDiskFull,
} from '../stress/stress-outages.ts'
import { stressPayments } from '../stress/stress-payments.ts'
import { stressScale } from '../stress/stress-scale.ts'
import { hasLiveKit } from '../livekit-process.ts'
import { packageScript, runNode } from '../run.ts'
import { ensurePostgres, ensureRedis } from '../npm-test/test-needs.ts'

// "npm run stress": the searches of "npm test" with many more seeds and kills, and outages that need a machine of one's own;
// for a night, or before a release. "npm run stress -- <part>" runs one part of the table below; a number set by its variable
// takes the place of the one here.

const defaults = {
  FUZZ_SEEDS: '10000',
  FUZZ_ROOM_SEEDS: '1000',
  TAVLA_KILLS: '200',
  TAVLA_TEST_HOURS: '12',
  TAVLA_OUTAGES: '50',
  TAVLA_PAYMENT_STEPS: '1',
  TAVLA_ATTACKS: '50',
  TAVLA_ATTACK_SECONDS: '20',
  TAVLA_CLUSTER_MINUTES: '20',
  TAVLA_CLUSTER_PEOPLE: '300',
  TAVLA_CLUSTER_PAUSE_MS: '1500',
  TAVLA_CLUSTER_BROWSER_BOARDS: '2',
  TAVLA_SCALE_PEOPLE: '100',
  TAVLA_SCALE_SECONDS: '30',
}
const env = Object.fromEntries(
  Object.entries(defaults).map(([name, value]) => [name, process.env[name] ?? value]),
)
const outages = Number(env['TAVLA_OUTAGES'])
const attacks = Number(env['TAVLA_ATTACKS'])

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

/** Servers are backed up under load, killed and restored; only this part, since `search` holds the short form of it. */
async function rehearseBackups(): Promise<Found> {
  const rehearsals = process.env['TAVLA_REHEARSALS'] ?? '20'
  const file = 'packages/server/src/backup/rehearsal.db.test.ts'
  const { code } = await runNode([packageScript('vitest/vitest.mjs'), 'run', '--project=db', file], {
    env: { TAVLA_REHEARSALS: rehearsals },
  })
  return { held: code === 0, says: `Backed up, killed and restored ${rehearsals} servers on each database` }
}

/** Every voice engine with a room of eight, and many more sequences of kills around the bill, which `search` holds in short form. */
async function stressVoice(): Promise<Found> {
  const VOICE_PEOPLE = process.env['VOICE_PEOPLE'] ?? '8'
  const VOICE_BILLS = process.env['VOICE_BILLS'] ?? '500'
  const files = ['voice-engines', 'voice-minutes'].map(
    (name) => `packages/server/src/features/voice/${name}.db.test.ts`,
  )
  const { code } = await runNode([packageScript('vitest/vitest.mjs'), 'run', '--project=db', ...files], {
    env: { VOICE_PEOPLE, VOICE_BILLS },
  })
  const engines = hasLiveKit()
    ? 'the embedded engine and LiveKit'
    : 'the embedded engine (NOT on LiveKit: "npm run livekit" builds it)'
  return {
    held: code === 0,
    says: `Ran voice rooms of ${VOICE_PEOPLE} people on ${engines}, and ${VOICE_BILLS} bills with kills on each database`,
  }
}

const parts = new Map<string, (args: readonly string[]) => Promise<Found>>([
  ['backup', rehearseBackups],
  ['database', () => stressDatabaseKilled(outages)],
  ['hostile', () => stressHostile(Number(env['TAVLA_ATTACK_SECONDS']))],
  ['silence', () => stressDatabaseSilent(outages)],
  ['disk', () => stressDiskFull(outages)],
  ['connections', () => stressConnections(attacks)],
  [
    'cluster',
    () =>
      stressCluster({
        minutes: Number(env['TAVLA_CLUSTER_MINUTES']),
        people: Number(env['TAVLA_CLUSTER_PEOPLE']),
        pauseMs: Number(env['TAVLA_CLUSTER_PAUSE_MS']),
        browserBoards: Number(env['TAVLA_CLUSTER_BROWSER_BOARDS']),
      }),
  ],
  ['operate', stressOperate],
  [
    'scale',
    () =>
      stressScale({
        people: Number(env['TAVLA_SCALE_PEOPLE']),
        seconds: Number(env['TAVLA_SCALE_SECONDS']),
      }),
  ],
  ['payments', (args) => stressPayments(Number(env['TAVLA_PAYMENT_STEPS']), args)],
  ['voice', stressVoice],
  ['search', search],
])

const [first = '', ...others] = process.argv.slice(2)
const wanted = parts.has(first) ? [first] : [...parts.keys()]
const args = parts.has(first) ? others : process.argv.slice(2)

for (const missing of [await ensurePostgres(), await ensureRedis()])
  if (missing) process.stderr.write(`${missing}\n`)
let held = true
for (const name of wanted) {
  const beganAt = Date.now()
  const found = await parts.get(name)!(args)
  const minutes = Math.round((Date.now() - beganAt) / 60_000)
  held &&= found.held
  process.stdout.write(`${found.held ? 'Passed' : 'FAILED'} in ${minutes} minutes. ${found.says}\n`)
}
process.exitCode = held ? 0 : 1
