import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls, type Calls, type Client, createClient } from '@tavla/contract'
import { attackConnections, type HostileResult, holdSlowConnections } from './hostile-connections.ts'
import { type Descriptors, openDescriptors, residentBytes, startServerProcess } from '../server-process.ts'
import { sendCall } from '../test-server.ts'

export interface AttackOptions {
  readonly rounds: number
  readonly seed: number
  /** `long` also waits for the time-outs of bodies and of connections kept for nothing. */
  readonly slow: 'short' | 'long'
}

export interface AttackResult extends HostileResult {
  /** Slow connections that the server did not end in time. */
  readonly endless: readonly string[]
  /** What the process has open once every connection is gone, and had not before; null where the system does not say. */
  readonly leaked: Descriptors | null
  readonly megabytes: readonly [number | null, number | null]
  readonly pid: number
  /** It is still the same process, and it answers. */
  readonly isAlive: boolean
  /** What it logged above `info`. */
  readonly logged: string
}

/** Attacks the connections of a server in a process of its own. */
export async function attackServer({ rounds, seed, slow }: AttackOptions): Promise<AttackResult> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tavla-attack-'))
  const server = startServerProcess({ dataDir, env: { LIMITS: 'none', LOG_LEVEL: 'warn' } })
  let logged = ''
  server.child.stderr?.on('data', (text: Buffer) => (logged += text.toString()))
  try {
    const url = await server.ready
    const port = Number(new URL(url).port)
    const pid = server.child.pid ?? 0
    const as = (token: string | null): Client<Calls> =>
      createClient(calls, (outgoing) => sendCall(url, token, outgoing, { connection: 'close' }))
    const body = { email: 'ada@example.com', password: 'correct horse battery' }
    const ada = as((await as(null).auth.register({ body })).token)
    const { wid } = await ada.space.create({ body: { name: 'Attacked' } })
    const member = async () => ({ wid, ticket: (await ada.space.liveTicket()).ticket })
    // Nobody is connected: this side closes its own connections after each call.
    const before = openDescriptors(pid)
    const memory = megabytes(pid)
    const [result, endless] = await Promise.all([
      attackConnections({ port, member, rounds, seed }),
      holdSlowConnections(port, slow),
    ])
    const { answers, leaked } = await settled(url, pid, before)
    return {
      ...result,
      endless,
      pid,
      isAlive: answers && server.child.exitCode === null,
      leaked,
      megabytes: [memory, megabytes(pid)],
      logged,
    }
  } finally {
    server.child.kill('SIGKILL')
    await (server.child.exitCode === null ? once(server.child, 'close') : undefined)
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function megabytes(pid: number): number | null {
  const bytes = residentBytes(pid)
  return bytes === null ? null : Math.round(bytes / 1024 / 1024)
}

/** The last connection is gone after this time: one whose body nobody reads ends when it was silent for 35 s; ms. */
const settledWithin = 40_000

/** Asks until nothing is open any more that was not open before, or the time is over; each call itself has a socket for a moment. */
async function settled(
  url: string,
  pid: number,
  before: Descriptors | null,
): Promise<{ readonly answers: boolean; readonly leaked: Descriptors | null }> {
  const endsAt = performance.now() + settledWithin
  for (;;) {
    try {
      const { ok } = await fetch(`${url}/healthz`, { headers: { connection: 'close' } })
      const leaked = before && more(before, openDescriptors(pid) ?? {})
      const isDone = leaked === null || Object.keys(leaked).length === 0 || performance.now() > endsAt
      if (!ok || isDone) return { answers: ok, leaked }
    } catch {
      return { answers: false, leaked: null }
    }
  }
}

function more(before: Descriptors, after: Descriptors): Descriptors {
  return Object.fromEntries(
    Object.entries(after)
      .map(([target, count]) => [target, count - (before[target] ?? 0)] as const)
      .filter(([, count]) => count > 0),
  )
}
