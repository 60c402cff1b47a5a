import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Change } from '@tavla/canvas/model'
import type { ServerFrame } from '@tavla/contract/realtime'
import { serverArgs, serverEnv } from '../../../../../tools/server-process.ts'
import { rect, Tab } from './tab.ts'

const root = join(import.meta.dirname, '../../../../..')

/** The server as people run it, in a process of its own. */
export interface RealServer {
  readonly url: string
  /** Resolves when the process is gone. */
  readonly exited: Promise<void>
  /** `kill -9`; resolves when the process is gone. */
  kill(): Promise<void>
  signal(name: 'SIGSTOP' | 'SIGCONT' | 'SIGTERM'): void
}

/** `until`: its process ends with this signal, as when a test that started it runs out of time. */
export async function realServer(
  env: Readonly<Record<string, string>>,
  until?: AbortSignal,
): Promise<RealServer> {
  until?.throwIfAborted()
  const child = spawn(process.execPath, serverArgs, {
    cwd: root,
    env: { ...process.env, ...serverEnv, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = (): boolean => child.kill('SIGKILL')
  until?.addEventListener('abort', end)
  const exited = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  void exited.then(() => until?.removeEventListener('abort', end))
  const url = await getAddress(child)
  return {
    url,
    exited,
    signal: (name) => void child.kill(name),
    async kill() {
      end()
      await exited
    },
  }
}

function getAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const listen = (data: Buffer): void => {
      output += data.toString()
      const address = /http:\/\/[\d.]+:\d+/.exec(output)
      if (address) resolve(address[0])
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', (data: Buffer) => void (output += data.toString()))
    child.on('exit', () => reject(new Error(`The server ended: ${output}`)))
  })
}

export interface Person {
  readonly uid: string
  readonly token: string
  readonly wid: string
}

const CALL_MS = 30_000

export async function call(
  url: string,
  method: string,
  path: string,
  token: string,
  body?: object,
  until = AbortSignal.timeout(CALL_MS),
): Promise<Record<string, unknown>> {
  const headers = { token, 'content-type': 'application/json' }
  const answer = await fetch(`${url}${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
    // As pages do, where a frozen process would hold them up.
    signal: until,
  })
  const { code, data } = (await answer.json()) as { code: number; data: Record<string, unknown> }
  if (code !== 200) throw new Error(`${path} answered ${code}`)
  return data
}

/** A guest with a space of their own. */
export async function newcomer(url: string): Promise<Person> {
  const { token, user } = await call(
    url,
    'PUT',
    '/api/user/guest/login?uid=kill-test-person&country=se&from_product=test',
    '',
  )
  const { wid } = await call(url, 'POST', '/api/space', String(token), { name: 'Kill' })
  const { uid } = user as { uid: string }
  return { uid, token: String(token), wid: String(wid) }
}

export async function openTab(url: string, { token, wid }: Person, name: string): Promise<Tab> {
  const tab = new Tab(`${url.replace('http', 'ws')}/api/live`, name)
  const { ticket } = await call(url, 'POST', '/api/live/ticket', token, {})
  await tab.hello(String(ticket))
  // After a kill the lease of the dead process must run out before the next one may take the board.
  for (;;) {
    const end = tab.receive((frame): frame is ServerFrame => frame.t === 'refused')
    const joined = await Promise.race([tab.join({ wid }).then(() => true), end.then(() => false)])
    if (joined) return tab
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** What is known of one record from outside the server: what was acknowledged, and what may or may not have gone in since. */
interface ExpectedRecord {
  acked: unknown
  readonly unknown: Set<unknown>
}

/** Derived from the answers only, so the server's own state cannot change it. */
export class ExpectedState {
  readonly records = new Map<string, ExpectedRecord>()
  acked = 0

  sent(id: string, value: unknown): void {
    const known = this.records.get(id) ?? { acked: undefined, unknown: new Set() }
    known.unknown.add(value)
    this.records.set(id, known)
  }

  confirmed(id: string, value: unknown): void {
    const known = this.records.get(id)
    if (!known) return
    known.acked = value
    known.unknown.delete(value)
    this.acked += 1
  }

  /** Records of which something acknowledged is missing, or that hold what nobody ever sent. */
  lost(getValue: (id: string) => unknown): string[] {
    const wrong: string[] = []
    for (const [id, known] of this.records) {
      const value = getValue(id)
      if (value !== known.acked && !known.unknown.has(value)) wrong.push(id)
      known.acked = value
      known.unknown.clear()
    }
    return wrong
  }
}

/** Draws without pause: puts, moves and removals, each reported to the oracle before it is sent and when it is acknowledged. */
export async function draw(
  tab: Tab,
  expected: ExpectedState,
  random: () => number,
  count: number,
): Promise<void> {
  const mine: string[] = []
  const answers: Promise<void>[] = []
  let open = true
  void tab.closed.then(() => (open = false))
  for (let index = 0; index < count && open; index += 1) {
    const dice = random()
    const id = mine.at(-1)
    const step =
      id === undefined || dice < 0.6
        ? put(`${tab.name}-${index}`, mine)
        : dice < 0.9
          ? move(id, index)
          : remove(mine)
    expected.sent(step.id, step.value)
    answers.push(
      tab.edit([step.change]).then((answer) => {
        if (answer.t === 'ack') expected.confirmed(step.id, step.value)
      }),
    )
    // Pipelined, but never the whole load in one piece.
    if (index % 8 === 7) await Promise.race([answers.at(-1), tab.closed])
  }
  await Promise.race([Promise.all(answers), tab.closed])
}

interface Step {
  readonly id: string
  /** What the record's x will be; undefined when it goes. */
  readonly value: number | undefined
  readonly change: Change
}

function put(id: string, mine: string[]): Step {
  mine.push(id)
  return { id, value: 0, change: { op: 'put', record: rect(id) } }
}

function move(id: string, x: number): Step {
  return { id, value: x, change: { op: 'patch', id, fields: { x } } }
}

function remove(mine: string[]): Step {
  const id = mine.pop() ?? ''
  return { id, value: undefined, change: { op: 'remove', ids: [id] } }
}

export interface KillResult {
  readonly acked: number
  readonly lost: readonly string[]
}

/**
 * Kills a server again and again while people draw; each new one is asked what it still has.
 * - Under load: tabs are open and drawing at the moment of the kill.
 * - Closed: everybody has left a while ago, so nobody can bring anything back.
 * - Short: tabs that came, drew for less than any timer of the server, and were cut off.
 */
export async function killAgainAndAgain(
  env: Readonly<Record<string, string>>,
  kills: number,
  seed: number,
  until: AbortSignal,
): Promise<KillResult> {
  const random = randomFrom(seed)
  const expected = new ExpectedState()
  const lost: string[] = []
  let server = await realServer(env, until)
  try {
    const person = await newcomer(server.url)
    for (let round = 0; round < kills; round += 1) {
      const tabs = await Promise.all(
        [0, 1, 2].map((index) => openTab(server.url, person, `t${round}-${index}`)),
      )
      const kind = (['load', 'closed', 'short'] as const)[round % 3] ?? 'load'
      const drawing = tabs.map((tab) =>
        draw(tab, expected, random, kind === 'load' ? 100_000 : 5 + Math.floor(random() * 60)),
      )
      if (kind !== 'load') {
        await Promise.all(drawing)
        for (const tab of tabs) tab.cut()
      }
      if (kind !== 'short') await new Promise((resolve) => setTimeout(resolve, 20 + random() * 300))
      await server.kill()
      await Promise.all(drawing)
      server = await realServer(env, until)
      const observer = await openTab(server.url, person, `w${round}`)
      lost.push(...expected.lost((id) => observer.state.get(id)?.['x']))
      observer.cut()
    }
  } finally {
    await server.kill()
  }
  return { acked: expected.acked, lost }
}

export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
