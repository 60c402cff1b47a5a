import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { findPostgres } from '../find-postgres.ts'
import { startCluster } from '../postgres-cluster.ts'
import { root } from '../run.ts'
import type { Found } from './stress-outages.ts'

const Round = z.object({
  fault: z.string(),
  allBackMs: z.number(),
  medianBackMs: z.number(),
  longestAwayMs: z.number(),
  away: z.int(),
  hit: z.object({ sockets: z.int(), rooms: z.int() }).nullable(),
})
const Result = z.object({
  rounds: z.int(),
  acked: z.int(),
  lost: z.array(z.string()),
  refused: z.int(),
  redis: z.boolean(),
  nginx: z.boolean(),
})

export interface ClusterStress {
  readonly minutes: number
  readonly people: number
  /** Longest pause of a person between two edits. */
  readonly pauseMs: number
}

/**
 * Three processes on one PostgreSQL, with Redis, behind nginx: people draw while processes are restarted one after the
 * other, killed and frozen, and while Redis is away.
 */
export async function stressCluster({ minutes, people, pauseMs }: ClusterStress): Promise<Found> {
  const bin = findPostgres()
  if (!bin) return { held: false, says: 'Several processes: not tried, there is no PostgreSQL server' }
  const database = await startCluster(bin, { fsync: true })
  try {
    const boards = Math.max(1, Math.round(people / 10))
    const options = { database: database.url, nodes: 3, boards, people, minutes, pauseMs, seed: 20_261_125 }
    const main = 'packages/server/src/realtime/testing/cluster/cluster-main.ts'
    const args = ['--disable-warning=ExperimentalWarning', main, JSON.stringify(options)]
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
    let result: z.infer<typeof Result> | undefined
    for await (const line of createInterface({ input: child.stdout })) {
      const parsed: unknown = JSON.parse(line)
      const round = Round.safeParse(parsed).data
      if (round) process.stdout.write(`  ${describe(round)}\n`)
      else result = Result.parse(parsed)
    }
    return result
      ? summarize(result, people, boards)
      : { held: false, says: 'Several processes: ended early; its error is printed above' }
  } finally {
    await database.stop()
  }
}

const describe = ({
  fault,
  allBackMs,
  medianBackMs,
  longestAwayMs,
  away,
  hit,
}: z.infer<typeof Round>): string =>
  `${fault}${hit ? ` of a process with ${hit.rooms} boards and ${hit.sockets} pages` : ''}: ${away} absences of pages from their rooms, median ${medianBackMs} ms, longest ${longestAwayMs} ms; ` +
  `everything saved ${allBackMs} ms after the last edit`

function summarize(found: z.infer<typeof Result>, people: number, boards: number): Found {
  const { rounds, acked, lost, refused, redis, nginx } = found
  const missing = [...(redis ? [] : ['Redis']), ...(nginx ? [] : ['nginx'])]
  const says =
    `Three processes, ${people} pages on ${boards} boards, ${rounds} faults: ${acked} edits acknowledged, ` +
    `${lost.length} of them lost, ${refused} refused${missing.length > 0 ? `; WITHOUT ${missing.join(' and ')}` : ''}`
  const held = lost.length === 0 && refused === 0 && acked > 0
  return { held, says: lost.length > 0 ? `${says}; lost: ${lost.slice(0, 5).join(', ')}` : says }
}
