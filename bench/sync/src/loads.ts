import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { LoadOrder, LoadReport } from './load.ts'
import { loadCore, killOnExit, pinned, serverCore, startServer } from './server-process.ts'

export interface LoadRow {
  readonly peer: string
  readonly people: number
  readonly boards: number
  readonly report?: LoadReport
  /** Why the row is invalid: other processes have influenced it. */
  readonly invalid?: string
  /** The server's core was at its limit, so latencies are those of a growing queue. */
  readonly saturated?: boolean
  readonly failed?: string
  /** Why it was not run. */
  readonly skipped?: string
  /** Note next to its figures. */
  readonly note?: string
}

/** People are active from the moment they join, so that the last of thousands join a busy server. */
const getJoinCapMs = (total: number): number => 20_000 + Math.max(0, total - 1000) * 50
/** A server compiles most of what it runs within this time of its first people. */
const warmUpSeconds = 10

/** Runs one load with a newly started server. */
export async function runLoad(
  peer: string,
  people: number,
  boards: number,
  seconds: number,
  nodeArgs: readonly string[] = [],
): Promise<LoadRow> {
  const row = { peer, people, boards }
  const server = await startServer(peer, { nodeArgs })
  try {
    const order: LoadOrder = {
      ...row,
      port: server.port,
      serverPid: server.pid,
      seconds,
      warmUpSeconds,
      serverCore,
      ownCore: loadCore,
    }
    const report = await play(order, getJoinCapMs(people * boards) + (warmUpSeconds + seconds + 10) * 1000)
    return { ...row, report, ...classify(report) }
  } catch (error) {
    return { ...row, failed: error instanceof Error ? error.message.slice(0, 300) : String(error) }
  } finally {
    // With a profiler the server must exit by itself to write its profile.
    if (nodeArgs.length > 0) await server.stop()
    else await server.kill()
    server.dispose()
  }
}

function play(order: LoadOrder, capMs: number): Promise<LoadReport> {
  const { command, args } = pinned(loadCore, [join(import.meta.dirname, 'load.ts'), JSON.stringify(order)])
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: join(import.meta.dirname, '..') })
  killOnExit(child)
  return new Promise((resolve, reject) => {
    let out = ''
    let errors = ''
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`did not finish in ${Math.round(capMs / 1000)} s`))
    }, capMs)
    child.stdout.on('data', (data: Buffer) => (out += data.toString()))
    child.stderr.on('data', (data: Buffer) => (errors = (errors + data.toString()).slice(-2000)))
    child.once('exit', () => {
      clearTimeout(timer)
      const line = out.trim().split('\n').at(-1) ?? ''
      try {
        resolve(JSON.parse(line) as LoadReport)
      } catch {
        const errorLine = errors.split('\n').find((text) => /Error/.test(text)) ?? errors
        reject(new Error(`the load generator ended: ${errorLine.trim()}`))
      }
    })
  })
}

/** Results are invalid if the load generator was too slow, or if other processes used the server's core. */
function classify(report: LoadReport): { invalid?: string; saturated?: boolean } {
  const { cpu, lagP99Ms, lateP95Ms, waitedHere, waitedThere } = report.generator
  const saturated = report.serverCpuMs / (report.seconds * 1000) > 0.9
  const percent = (share: number): string => `${Math.round(share * 100)} %`
  const invalid =
    waitedThere > 0.05
      ? `others kept the server from its core, ${percent(waitedThere)} of the time`
      : waitedHere > 0.05
        ? `other programs kept the load generator from its core, ${percent(waitedHere)} of the time`
        : cpu > 0.92 || lagP99Ms > 25 || lateP95Ms > 25
          ? `the load generator was starved: ${percent(cpu)} of its core, ${Math.round(lagP99Ms)} ms of lag`
          : undefined
  return { ...(invalid === undefined ? {} : { invalid }), ...(saturated ? { saturated } : {}) }
}
