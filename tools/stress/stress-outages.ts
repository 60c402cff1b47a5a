import { execFileSync, spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { findPostgres } from '../find-postgres.ts'
import { startCluster } from '../postgres-cluster.ts'
import { root } from '../run.ts'

/** What a search found, in one line, and whether it held. */
export interface Found {
  readonly held: boolean
  readonly says: string
}

interface Fault {
  readonly env: Readonly<Record<string, string>>
  readonly readable: boolean
  /** The search breaks the way to the database by itself. */
  readonly network?: boolean
  breakIt(): Promise<void> | void
  restore(): Promise<void> | void
}

/** As the search in the server's tests prints it. */
const Result = z.object({
  outages: z.int(),
  acked: z.int(),
  lost: z.array(z.string()),
  refused: z.int(),
  reported: z.int(),
  pages: z.int(),
  waiting: z.tuple([z.int(), z.int()]),
  redWithin: z.number(),
  refusedWithin: z.number(),
  drainedWithin: z.number(),
})

/** Recovers by itself, this soon (reliability §3.2), ms. */
const MOST_TO_DRAIN = 10_000
/** Calls are refused this soon instead of waiting, ms. */
const MOST_TO_REFUSE = 8_000
/** Of the small disk. */
const DISK_SIZE = '48m'

/** `kill -9` of the database under load, again and again, the server and its pages living on. */
export async function stressDatabaseKilled(outages: number): Promise<Found> {
  const bin = findPostgres()
  if (!bin) return { held: false, says: 'Database killed: not tried, there is no PostgreSQL server' }
  const cluster = await startCluster(bin, { fsync: true })
  const files = mkdtempSync(join(tmpdir(), 'tavla-stress-'))
  try {
    const env = { DATA_DIR: files, DATABASE_URL: cluster.url }
    const fault = { env, readable: false, breakIt: () => cluster.kill(), restore: () => cluster.restart() }
    return authorized('Database killed', await search(fault, outages))
  } finally {
    await cluster.stop()
    rmSync(files, { recursive: true, force: true })
  }
}

/** The way to the database freezes, half-closes or resets under load, again and again; the database itself lives. */
export async function stressDatabaseSilent(outages: number): Promise<Found> {
  const bin = findPostgres()
  if (!bin) return { held: false, says: 'Database silent: not tried, there is no PostgreSQL server' }
  const cluster = await startCluster(bin, { fsync: true })
  const files = mkdtempSync(join(tmpdir(), 'tavla-stress-'))
  try {
    const env = { DATA_DIR: files, DATABASE_URL: cluster.url }
    const nothing = () => undefined
    const fault = { env, readable: false, network: true, breakIt: nothing, restore: nothing }
    return authorized('Database silent', await search(fault, outages))
  } finally {
    await cluster.stop()
    rmSync(files, { recursive: true, force: true })
  }
}

/** A small disk runs full under load, again and again; what is stored there can still be read. */
export async function stressDiskFull(outages: number): Promise<Found> {
  const disk = mkdtempSync(join(tmpdir(), 'tavla-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_SIZE},mode=0700`, 'tavla-stress', disk], {
      stdio: 'pipe',
    })
  } catch (error) {
    rmSync(disk, { recursive: true, force: true })
    return {
      held: false,
      says: `Disk full: not tried, no small disk could be mounted here: ${String(error)}`,
    }
  }
  const ballast = join(disk, 'ballast')
  try {
    const env = { DATA_DIR: join(disk, 'data') }
    const breakIt = () => fillUp(ballast)
    const fault = { env, readable: true, breakIt, restore: () => rmSync(ballast) }
    return authorized('Disk full', await search(fault, outages))
  } finally {
    execFileSync('umount', [disk])
    rmSync(disk, { recursive: true, force: true })
  }
}

/** Writes until nothing more goes in, to the last page. */
function fillUp(path: string): void {
  const file = openSync(path, 'w')
  try {
    for (const size of [1 << 20, 1 << 12]) {
      const piece = Buffer.alloc(size, 1)
      try {
        while (writeSync(file, piece) === size);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      }
    }
  } finally {
    closeSync(file)
  }
}

/** Runs the search in the server's tests, which asks for outages to start and end. */
async function search(fault: Fault, outages: number): Promise<z.infer<typeof Result>> {
  const { env, readable, network = false } = fault
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      'packages/server/src/realtime/testing/outage-main.ts',
      JSON.stringify({ env, outages, readable, network, seed: 20_261_121 }),
    ],
    { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] },
  )
  let result: z.infer<typeof Result> | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'break') await fault.breakIt()
    else if (line === 'mend') await fault.restore()
    else result = Result.parse(JSON.parse(line))
    if (line === 'break' || line === 'mend') child.stdin.write('done\n')
  }
  if (!result) throw new Error('The search ended without a word')
  return result
}

function authorized(name: string, found: z.infer<typeof Result>): Found {
  const { outages, acked, lost, refused, reported, pages, waiting, redWithin, refusedWithin, drainedWithin } =
    found
  const held =
    lost.length === 0 &&
    refused === 0 &&
    reported === pages &&
    waiting[0] > 0 &&
    Math.max(redWithin, refusedWithin) <= MOST_TO_REFUSE &&
    drainedWithin <= MOST_TO_DRAIN
  const says =
    `${name} ${outages} times: ${acked} edits acknowledged, ${lost.length} of them lost, ${refused} refused; ` +
    `${reported} of ${pages} pages said each time that nothing is saved, with ${waiting[0]} to ${waiting[1]} edits waiting; ` +
    `the health page was red within ${redWithin} ms, calls were answered 503 within ${refusedWithin} ms; ` +
    `all drained by itself within ${drainedWithin} ms`
  return { held, says: lost.length > 0 ? `${says}; lost: ${lost.slice(0, 5).join(', ')}` : says }
}
