import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import {
  CallAttacker,
  type CallRecipe,
  callRecipes,
  type CallScale,
} from '../../testing/hostile/hostile-calls.ts'
import { Attacker, type Target } from './attacker.ts'
import type { Latencies } from './hostile-probe.ts'
import { hostileRecipes, type Recipe, type Scale } from './hostile-recipes.ts'

// `node hostile-main.ts '{ "seconds": 8, "server": "…/hostile-server.ts" }'` attacks a server in another process with each
// recipe in turn and says, one JSON line per recipe, how it felt to those who only ask whether the server is well.

const scale: Scale = { messages: 1_000, records: 10_000, steps: 1_000, paragraphs: 2_000, bombs: 5 }

const callScale: CallScale = { parallel: 40, bodyBytes: 1024 * 1024 }

const options = JSON.parse(process.argv[2] ?? '{}') as {
  readonly seconds: number
  readonly server: string
  /** Attacked by calls. */
  readonly wholeServer: string
  readonly only?: string
}

interface Felt {
  readonly longestBlockMs: number
  readonly descriptors: number
  readonly rssMiB: number
  readonly trouble: number
}

class Server implements Target {
  readonly url: string
  /** Of the person whose calls attack a whole server, and their board. */
  readonly token: string
  readonly wid: string
  readonly #child: ChildProcess
  #asked = 0

  private constructor(child: ChildProcess, { url, token = '', wid = '' }: Started) {
    this.#child = child
    this.url = url
    this.token = token
    this.wid = wid
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

  felt(): Promise<Felt> {
    return this.#ask('felt', '')
  }

  stop(): void {
    this.#child.disconnect()
  }

  async #ask<Answer>(ask: string, uid: string): Promise<Answer> {
    const id = (this.#asked += 1)
    return await new Promise<Answer>((resolve, reject) => {
      const receive = (message: { id: number; answer: Answer }): void => {
        if (message.id !== id) return
        this.#child.off('message', receive)
        resolve(message.answer)
      }
      this.#child.on('message', receive)
      this.#child.send({ id, ask, uid }, (error) => error && reject(error))
    })
  }
}

interface Started {
  readonly url: string
  readonly token?: string
  readonly wid?: string
}

/** Asks the server in a thread of its own; the answered function ends that and answers how long each answer took. */
function startProbe(url: string): () => Promise<Latencies> {
  const wellUrl = `${url.replace('ws:', 'http:').replace('/api/live', '')}/healthz`
  const probe = new Worker(new URL('./hostile-probe.ts', import.meta.url), { workerData: { url: wellUrl } })
  return async () => {
    probe.postMessage('end')
    const [latencies] = (await once(probe, 'message')) as [Latencies]
    return latencies
  }
}

async function attack(recipe: Recipe): Promise<Record<string, unknown>> {
  const server = await Server.start(options.server)
  let attacker = await Attacker.open(server, recipe.by)
  await recipe.prepare?.(attacker, scale, server)
  const before = await server.felt()
  const received = new Map<string, number>()
  const end = performance.now() + options.seconds * 1_000
  const isOver = (): boolean => performance.now() > end
  const endProbe = startProbe(server.url)
  for (let round = 0; !isOver(); round += 1) {
    await recipe.strike(attacker, scale, round, server)
    await attacker.settle()
    if (!attacker.isClosed || isOver()) continue
    note(attacker, received)
    attacker = await Attacker.open(server, recipe.by)
  }
  note(attacker, received)
  const latencies = await endProbe()
  attacker.leave()
  return await ended(server, { recipe: `${recipe.by}: ${recipe.name}`, before, latencies, received })
}

async function attackByCalls(recipe: CallRecipe): Promise<Record<string, unknown>> {
  const server = await Server.start(options.wholeServer)
  const attacker = new CallAttacker(server)
  const before = await server.felt()
  const end = performance.now() + options.seconds * 1_000
  const endProbe = startProbe(server.url)
  for (let round = 0; performance.now() < end; round += 1) await recipe.strike(attacker, callScale, round)
  const latencies = await endProbe()
  attacker.leave()
  return await ended(server, {
    recipe: `calls: ${recipe.name}`,
    before,
    latencies,
    received: attacker.answers,
  })
}

interface Attacked {
  readonly recipe: string
  readonly before: Felt
  readonly latencies: Latencies
  readonly received: ReadonlyMap<string | number, number>
}

/** How an attack felt; the server has ended afterwards. */
async function ended(
  server: Server,
  { recipe, before, latencies, received }: Attacked,
): Promise<Record<string, unknown>> {
  const { pid } = server
  const { longestBlockMs, rssMiB, trouble } = await server.felt()
  let { descriptors } = await server.felt()
  for (let tries = 0; tries < 100 && descriptors > before.descriptors; tries += 1)
    ({ descriptors } = await server.felt())
  // The one that was started: a process that has ended has no number.
  const isSameProcess = pid !== undefined
  server.stop()
  return {
    recipe,
    longestBlockMs: Math.round(longestBlockMs),
    p99Ms: getP99(latencies.kept),
    freshP99Ms: getP99(latencies.fresh),
    asked: latencies.kept.length + latencies.fresh.length,
    isSameProcess,
    descriptorsLeft: Math.max(0, descriptors - before.descriptors),
    rssMiB: Math.round(rssMiB),
    trouble,
    heard: Object.fromEntries(received),
  }
}

const getP99 = (inOrder: readonly number[]): number =>
  Math.round(inOrder[Math.floor(inOrder.length * 0.99)] ?? 0)

function note(attacker: Attacker, received: Map<string, number>): void {
  for (const [kind, count] of attacker.received) received.set(kind, (received.get(kind) ?? 0) + count)
}

for (const recipe of hostileRecipes) {
  if (options.only && !`${recipe.by}: ${recipe.name}`.includes(options.only)) continue
  process.stdout.write(`${JSON.stringify(await attack(recipe))}\n`)
}
for (const recipe of callRecipes) {
  if (options.only && !`calls: ${recipe.name}`.includes(options.only)) continue
  process.stdout.write(`${JSON.stringify(await attackByCalls(recipe))}\n`)
}
process.exit(0)
