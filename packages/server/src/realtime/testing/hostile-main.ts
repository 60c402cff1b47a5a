import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import {
  CallAttacker,
  type CallRecipe,
  callRecipes,
  type CallScale,
} from '../../testing/hostile/hostile-calls.ts'
import { Attacker, type Target } from './attacker.ts'
import type { Load } from '../../testing/hostile/load-meter.ts'
import type { Latencies } from './hostile-probe.ts'
import { hostileRecipes, type Recipe, type Scale } from './hostile-recipes.ts'

// `node hostile-main.ts '{ "seconds": 8, "server": "…/hostile-server.ts" }'` attacks a server in another process with each
// recipe in turn and says, one JSON line per recipe, what it did to those who only ask whether the server is well.

const scale: Scale = {
  messages: 1_000,
  records: 10_000,
  steps: 1_000,
  paragraphs: 2_000,
  bombs: 5,
  sockets: 60,
}

const callScale: CallScale = { parallel: 40, bodyBytes: 1024 * 1024 }

const options = JSON.parse(process.argv[2] ?? '{}') as {
  readonly seconds: number
  readonly server: string
  /** Attacked by calls. */
  readonly wholeServer: string
  readonly only?: string
}

interface Cost extends Load {
  readonly errors: number
}

class Server implements Target {
  readonly url: string
  /** Of the person whose calls attack a whole server, and their board. */
  readonly token: string
  readonly wid: string
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, (answer: unknown) => void>()
  #asked = 0

  private constructor(child: ChildProcess, { url, token = '', wid = '' }: Started) {
    this.#child = child
    this.url = url
    this.token = token
    this.wid = wid
    child.on('message', ({ id, answer }: { id: number; answer: unknown }) => {
      this.#waiting.get(id)?.(answer)
      this.#waiting.delete(id)
    })
  }

  static async start(main: string): Promise<Server> {
    const child = fork(main, { execArgv: ['--disable-warning=ExperimentalWarning'] })
    const [started] = (await once(child, 'message')) as [Started]
    return new Server(child, started)
  }

  get pid(): number | undefined {
    return this.#child.exitCode === null ? this.#child.pid : undefined
  }

  ticket(uid: string): Promise<{ readonly ticket: string }> {
    return this.#ask('ticket', uid)
  }

  load(): Promise<Cost> {
    return this.#ask('load', '')
  }

  stop(): void {
    this.#child.disconnect()
  }

  #ask<Answer>(ask: string, uid: string): Promise<Answer> {
    const id = (this.#asked += 1)
    return new Promise<Answer>((resolve, reject) => {
      this.#waiting.set(id, resolve as (answer: unknown) => void)
      this.#child.send({ id, ask, uid }, (error) => error && reject(error))
    })
  }
}

interface Started {
  readonly url: string
  readonly token?: string
  readonly wid?: string
}

/**
 * Asks the server in a thread of its own. From then on this thread, which attacks, gets a processor when nobody else wants
 * one: attackers bring their own, and on the server's machine they would slow it down by that alone.
 */
async function openProbe(url: string): Promise<Probe> {
  const wellUrl = `${url.replace('ws:', 'http:').replace('/api/live', '')}/healthz`
  const probe = new Worker(new URL('./hostile-probe.ts', import.meta.url), { workerData: { url: wellUrl } })
  await once(probe, 'message')
  // Of this thread alone, on Linux.
  setPriority(constants.priority.PRIORITY_LOW)
  return {
    begin: () => probe.postMessage('begin'),
    async end() {
      probe.postMessage('end')
      const [latencies] = (await once(probe, 'message')) as [Latencies]
      return latencies
    },
  }
}

interface Probe {
  begin(): void
  /** How long each answer took. */
  end(): Promise<Latencies>
}

async function attack(recipe: Recipe): Promise<Record<string, unknown>> {
  const server = await Server.start(options.server)
  const probe = await openProbe(server.url)
  let attacker = await Attacker.open(server, recipe.by)
  await recipe.prepare?.(attacker, scale, server)
  const before = await server.load()
  const received = new Map<string, number>()
  const end = performance.now() + options.seconds * 1_000
  const isOver = (): boolean => performance.now() > end
  probe.begin()
  for (let round = 0; !isOver(); round += 1) {
    await recipe.strike(attacker, scale, round, server)
    await attacker.settle()
    if (!attacker.isClosed || isOver()) continue
    note(attacker, received)
    attacker = await Attacker.open(server, recipe.by)
  }
  note(attacker, received)
  const latencies = await probe.end()
  attacker.leave()
  return await ended(server, { recipe: getName(recipe), before, latencies, received })
}

async function attackByCalls(recipe: CallRecipe): Promise<Record<string, unknown>> {
  const server = await Server.start(options.wholeServer)
  const probe = await openProbe(server.url)
  const attacker = new CallAttacker(server)
  const before = await server.load()
  const end = performance.now() + options.seconds * 1_000
  probe.begin()
  for (let round = 0; performance.now() < end; round += 1) await recipe.strike(attacker, callScale, round)
  const latencies = await probe.end()
  attacker.leave()
  return await ended(server, { recipe: getCallName(recipe), before, latencies, received: attacker.answers })
}

interface Attacked {
  readonly recipe: string
  readonly before: Cost
  readonly latencies: Latencies
  readonly received: ReadonlyMap<string | number, number>
}

/** How an attack felt; the server has ended afterwards. */
async function ended(
  server: Server,
  { recipe, before, latencies, received }: Attacked,
): Promise<Record<string, unknown>> {
  const { pid } = server
  const { longestBlockMs, longestTurnMs, longestWaitMs, waited, rssMiB, errors } = await server.load()
  let { descriptors } = await server.load()
  for (let tries = 0; tries < 100 && descriptors > before.descriptors; tries += 1)
    ({ descriptors } = await server.load())
  // The one that was started: a process that has ended has no number.
  const isSameProcess = pid !== undefined
  server.stop()
  return {
    recipe,
    longestBlockMs: Math.round(longestBlockMs),
    longestTurnMs: Math.round(longestTurnMs),
    longestWaitMs: Math.round(longestWaitMs),
    waitedPercent: Math.round(waited * 100),
    p99Ms: getP99(latencies.open),
    freshP99Ms: getP99(latencies.fresh),
    asked: latencies.open.length + latencies.fresh.length,
    isSameProcess,
    descriptorsLeft: Math.max(0, descriptors - before.descriptors),
    rssMiB: Math.round(rssMiB),
    errors,
    received: Object.fromEntries(received),
  }
}

const getP99 = (inOrder: readonly number[]): number =>
  Math.round(inOrder[Math.floor(inOrder.length * 0.99)] ?? 0)

function note(attacker: Attacker, received: Map<string, number>): void {
  for (const [kind, count] of attacker.received) received.set(kind, (received.get(kind) ?? 0) + count)
}

const getName = ({ by, name }: Recipe): string => `${by}: ${name}`
const getCallName = ({ name }: CallRecipe): string => `calls: ${name}`
const names = [...hostileRecipes.map(getName), ...callRecipes.map(getCallName)]
const only = names.filter((name) => name.includes(options.only ?? ''))

if (only.length === 1) {
  const byMessages = hostileRecipes.find((recipe) => getName(recipe) === only[0])
  const byCalls = callRecipes.find((recipe) => getCallName(recipe) === only[0])
  if (byMessages) process.stdout.write(`${JSON.stringify(await attack(byMessages))}\n`)
  if (byCalls) process.stdout.write(`${JSON.stringify(await attackByCalls(byCalls))}\n`)
  process.exit(0)
}
// A process for each: who has lowered their priority cannot raise it again, and children inherit it.
for (const name of only)
  await once(fork(import.meta.filename, [JSON.stringify({ ...options, only: name })]), 'exit')
