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

/**
 * Server, payment provider and (PostgreSQL) database are killed between any two steps of buying, changing and cancelling a
 * plan, in separate processes: nobody pays without getting the plan, gets it without paying, or pays twice.
 */
export async function stressPayments(every: number): Promise<Found> {
  const bin = findPostgres()
  const cluster = bin ? await startCluster(bin, { fsync: true }) : null
  try {
    const onSqlite = await kill(null, every)
    const onPostgres = cluster && (await kill(cluster, every))
    const violations = [...onSqlite.violations, ...(onPostgres?.violations ?? [])]
    const counted = `${onSqlite.kills} kills on SQLite, ${onPostgres?.kills ?? 'none'} on PostgreSQL`
    const says = `Killed between the steps of buying, changing and cancelling: ${counted}, ${violations.length} faults`
    return {
      held: violations.length === 0 && onPostgres !== null,
      says: violations.length > 0 ? `${says}: ${violations.slice(0, 5).join('; ')}` : says,
    }
  } finally {
    await cluster?.stop()
  }
}

async function kill(cluster: Cluster | null, every: number): Promise<z.infer<typeof Result>> {
  const folder = mkdtempSync(join(tmpdir(), 'tavla-payments-'))
  const victims = ['server', 'provider', ...(cluster ? ['database'] : [])]
  const env = { DATA_DIR: folder, ...(cluster ? { DATABASE_URL: cluster.url } : {}) }
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      'packages/server/src/testing/payments/kills-main.ts',
      JSON.stringify({ env, folder, victims, every }),
    ],
    { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] },
  )
  let result: z.infer<typeof Result> | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'stop-database') await cluster?.kill()
    else if (line === 'start-database') await cluster?.restart()
    else result = Result.parse(JSON.parse(line))
    if (line === 'stop-database' || line === 'start-database') child.stdin.write('done\n')
  }
  rmSync(folder, { recursive: true, force: true })
  if (!result) throw new Error('The stress test ended without a result')
  return result
}
