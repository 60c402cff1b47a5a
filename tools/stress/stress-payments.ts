import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { findPostgres } from '../find-postgres.ts'
import { type Cluster, startCluster } from '../postgres-cluster.ts'
import { root } from '../run.ts'
import type { Found } from './stress-outages.ts'

const Result = z.object({ kills: z.int(), violations: z.array(z.string()) })
type Result = z.infer<typeof Result>

type Engine = 'sqlite' | 'postgres'

/** One flow and one kind of process to kill, with a server, a provider and a database of its own. */
interface Shard {
  readonly engine: Engine
  readonly victim: 'server' | 'provider' | 'database'
  readonly flow: 'buy' | 'change' | 'cancel'
}

/** Shards at a time: after most kills they wait a minute until the dead server's job is taken over. */
const SHARDS_AT_ONCE = 4

/** The longest shards first: only a killed server leaves a job behind. */
const shards: readonly Shard[] = (['server', 'database', 'provider'] as const).flatMap((victim) =>
  (['buy', 'change', 'cancel'] as const).flatMap((flow) =>
    (['postgres', 'sqlite'] as const)
      .filter((engine) => engine === 'postgres' || victim !== 'database')
      .map((engine) => ({ engine, victim, flow })),
  ),
)

/**
 * Server, payment provider and (PostgreSQL) database are killed between any two steps of buying, changing and cancelling a
 * plan, in separate processes: nobody pays without getting the plan, gets it without paying, or pays twice. The argument
 * `sqlite` or `postgres` runs one database only.
 */
export async function stressPayments(every: number, args: readonly string[]): Promise<Found> {
  const bin = findPostgres()
  const isWanted = ({ engine }: Shard) =>
    (args.length === 0 || args.includes(engine)) && (engine === 'sqlite' || bin !== undefined)
  const kills = { sqlite: 0, postgres: 0 }
  const violations: string[] = []
  const waiting = shards.filter(isWanted)
  const work = async () => {
    for (let shard = waiting.shift(); shard; shard = waiting.shift()) {
      const result = await kill(shard, shard.engine === 'postgres' ? bin : undefined, every)
      kills[shard.engine] += result.kills
      violations.push(...result.violations.map((violation) => `${shard.engine}: ${violation}`))
    }
  }
  await Promise.all(Array.from({ length: SHARDS_AT_ONCE }, work))
  const counted = `${kills.sqlite} kills on SQLite, ${kills.postgres} on PostgreSQL`
  const says = `Killed between the steps of buying, changing and cancelling: ${counted}, ${violations.length} faults`
  const isComplete = args.length > 0 || (kills.sqlite > 0 && kills.postgres > 0)
  return {
    held: violations.length === 0 && isComplete,
    says: violations.length > 0 ? `${says}: ${violations.slice(0, 5).join('; ')}` : says,
  }
}

async function kill({ victim, flow }: Shard, bin: string | undefined, every: number): Promise<Result> {
  const cluster = bin === undefined ? null : await startCluster(bin, { fsync: true })
  const folder = mkdtempSync(join(tmpdir(), 'tavla-payments-'))
  try {
    const env = { DATA_DIR: folder, ...(cluster ? { DATABASE_URL: cluster.url } : {}) }
    return await runKills({ env, folder, victim, flow, every }, cluster)
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await cluster?.stop()
  }
}

async function runKills(options: object, cluster: Cluster | null): Promise<Result> {
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      'packages/server/src/testing/payments/kills-main.ts',
      JSON.stringify(options),
    ],
    { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] },
  )
  let result: Result | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'stop-database') await cluster?.kill()
    else if (line === 'start-database') await cluster?.restart()
    else result = Result.parse(JSON.parse(line))
    if (line === 'stop-database' || line === 'start-database') child.stdin.write('done\n')
  }
  if (!result) throw new Error('The stress test ended without a result')
  return result
}
