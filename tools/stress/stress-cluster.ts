import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { findPostgres } from '../find-postgres.ts'
import { startCluster } from '../postgres-cluster.ts'
import { root } from '../run.ts'
import { runBuildIfChanged } from '../stamped-build.ts'
import { webBuild } from '../web-build.ts'
import { type BrowsersFound, ClusterBrowsers } from './cluster-browsers.ts'
import type { Found } from './stress-outages.ts'

const Round = z.object({
  fault: z.string(),
  allBackMs: z.number(),
  medianBackMs: z.number(),
  nearlyAllBackMs: z.number(),
  longestAwayMs: z.number(),
  longestEmptyMs: z.number(),
  longestUnsavedMs: z.number(),
  away: z.int(),
  hit: z.object({ sockets: z.int(), rooms: z.int() }).nullable(),
})
const Ready = z.object({ url: z.string() })
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
  /** Longest pause of a person between two edits; a page in a browser draws as often, but at most every two seconds. */
  readonly pauseMs: number
  /**
   * Boards that two pages of a real browser draw on each, 0 for none; such a page needs as much of the processor as
   * dozens of simulated ones.
   */
  readonly browserBoards: number
}

/**
 * Three processes on one PostgreSQL, with Redis, behind nginx: people draw while processes are restarted one after the
 * other, killed and frozen, and while Redis is away. Most of them are simulated; a few are pages in a browser.
 */
export async function stressCluster({
  minutes,
  people,
  pauseMs,
  browserBoards,
}: ClusterStress): Promise<Found> {
  const bin = findPostgres()
  if (!bin) return { held: false, says: 'Several processes: not tried, there is no PostgreSQL server' }
  await runBuildIfChanged(webBuild)
  const database = await startCluster(bin, { fsync: true })
  let browsers: ClusterBrowsers | null = null
  try {
    const boards = Math.max(1, Math.round(people / 10))
    const options = { database: database.url, nodes: 3, boards, people, minutes, pauseMs, seed: 20_261_125 }
    const main = 'packages/server/src/realtime/testing/cluster/cluster-main.ts'
    const args = ['--disable-warning=ExperimentalWarning', main, JSON.stringify(options)]
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] })
    let result: z.infer<typeof Result> | undefined
    let seen: BrowsersFound | null = null
    let fault: unknown
    // The servers are ended by their own process, which must not wait for a browser that failed.
    const attempt = async <Value>(act: () => Promise<Value | null> | undefined): Promise<Value | null> => {
      try {
        return (await act()) ?? null
      } catch (error) {
        fault ??= error
        return null
      }
    }
    for await (const line of createInterface({ input: child.stdout })) {
      const parsed: unknown = JSON.parse(line)
      const ready = Ready.safeParse(parsed).data
      if (ready && browserBoards > 0)
        browsers = await attempt(() => ClusterBrowsers.start(ready.url, browserBoards, pauseMs))
      const round = Round.safeParse(parsed).data
      if (round) process.stdout.write(`  ${describe(round)}\n`)
      result ??= Result.safeParse(parsed).data
      if (result) seen = await attempt(() => browsers?.end())
      if (ready || result) goOn(child)
    }
    if (fault !== undefined) return { held: false, says: `Pages in a browser failed: ${String(fault)}` }
    return result
      ? summarize(result, seen, people, boards)
      : { held: false, says: 'Several processes: ended early; its error is printed above' }
  } finally {
    await browsers?.close()
    await database.stop()
  }
}

/** The servers wait for a line when they are ready, and before they end. */
function goOn({ stdin }: ChildProcess): void {
  stdin?.write('\n')
}

const describe = ({
  fault,
  allBackMs,
  medianBackMs,
  nearlyAllBackMs,
  longestAwayMs,
  longestEmptyMs,
  longestUnsavedMs,
  away,
  hit,
}: z.infer<typeof Round>): string =>
  `${fault}${hit ? ` of a process with ${hit.rooms} boards and ${hit.sockets} pages` : ''}: ${away} absences of pages from their rooms, median ${medianBackMs} ms, 95 % within ${nearlyAllBackMs} ms, longest ${longestAwayMs} ms, a board without anybody for at most ${longestEmptyMs} ms; ` +
  `a page with unsaved edits for at most ${longestUnsavedMs} ms; everything saved ${allBackMs} ms after the last edit`

function summarize(
  found: z.infer<typeof Result>,
  seen: BrowsersFound | null,
  people: number,
  boards: number,
): Found {
  const { rounds, acked, refused, redis, nginx } = found
  const lost = [...found.lost, ...(seen?.lost ?? []), ...(seen?.errors ?? [])]
  const missing = [...(redis ? [] : ['Redis']), ...(nginx ? [] : ['nginx']), ...(seen ? [] : ['browsers'])]
  const says =
    `Three processes, ${people} pages on ${boards} boards, ${rounds} faults: ${acked} edits acknowledged, ` +
    `${lost.length} of them lost, ${refused} refused` +
    (seen
      ? `; in ${seen.pages} pages of a browser ${seen.drawn} elements drawn, each saved after at most ${seen.longestUnsavedMs} ms`
      : '') +
    `${missing.length > 0 ? `; WITHOUT ${missing.join(' and ')}` : ''}`
  const held = lost.length === 0 && refused === 0 && acked > 0 && (seen === null || seen.drawn > 0)
  return { held, says: lost.length > 0 ? `${says}; lost: ${lost.slice(0, 5).join(', ')}` : says }
}
