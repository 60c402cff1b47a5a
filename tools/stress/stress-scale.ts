import { spawn } from 'node:child_process'
import { loadavg } from 'node:os'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { findPostgres } from '../find-postgres.ts'
import { startCluster } from '../postgres-cluster.ts'
import { root } from '../run.ts'
import type { Found } from './stress-outages.ts'

const Result = z.object({
  nodes: z.int(),
  people: z.int(),
  boards: z.int(),
  seconds: z.number(),
  edits: z.int(),
  server: z.number(),
  database: z.number(),
  nginx: z.number(),
})

export interface ScaleStress {
  readonly people: number
  readonly seconds: number
}

/** The same people on one, two and four processes: what each part costs for an edit, in processor time. */
export async function stressScale({ people, seconds }: ScaleStress): Promise<Found> {
  const bin = findPostgres()
  if (!bin) return { held: false, says: 'Scale: not measured, there is no PostgreSQL server' }
  for (const nodes of [1, 2, 4]) {
    const database = await startCluster(bin, { fsync: true })
    try {
      const boards = Math.max(1, Math.round(people / 10))
      const { url, pid: databasePid } = database
      const options = { database: url, databasePid, nodes, boards, people, seconds, seed: nodes }
      const main = 'packages/server/src/realtime/testing/cluster/scale-main.ts'
      const args = ['--disable-warning=ExperimentalWarning', main, JSON.stringify(options)]
      const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
      process.stdout.write(`  ${describe(Result.parse(JSON.parse(await text(child.stdout))))}\n`)
    } finally {
      await database.stop()
    }
  }
  return { held: true, says: `Measured ${people} people on 1, 2 and 4 processes` }
}

function describe({ nodes, people, boards, seconds, edits, ...parts }: z.infer<typeof Result>): string {
  const ms = (processorSeconds: number): string => ((processorSeconds * 1_000) / edits).toFixed(2)
  return (
    `${nodes} processes, ${people} people on ${boards} boards: ${(edits / seconds).toFixed(0)} edits a second; processor time for an edit: ` +
    `servers ${ms(parts.server)} ms, PostgreSQL ${ms(parts.database)} ms, nginx ${ms(parts.nginx)} ms; load average ${loadavg()[0]?.toFixed(1)}`
  )
}
