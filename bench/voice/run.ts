/**
 * Voice rooms of Tavla's own engine, of Tavla on a LiveKit server, of Janus and of a forwarder on werift, with the same
 * packets, in one run. Clients send packets of 20 ms to all, and to Tavla's own engine also those of 40 ms that it asks for.
 *   node run.ts [--seconds 10] [--sizes 3,8] [--joins 20] [--rounds 2] [--out results.json]
 * "npm run livekit" builds the LiveKit server, and Janus is Debian's; without one its column is left out and named.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createSpace, type Someone } from '../../packages/server/src/testing/as.ts'
import type { PacketReceiver } from '../../packages/server/src/testing/voice-packets.ts'
import { VoiceTestClient } from '../../packages/server/src/testing/voice-test-client.ts'
import { freePort } from '../../tools/go-program.ts'
import { hasLiveKit, startLiveKit } from '../../tools/livekit-process.ts'
import { memoryMb, pause } from '../sync/src/machine.ts'
import { killOnExit, startServer } from '../sync/src/server-process.ts'
import { JanusClient, startJanus } from './src/janus.ts'
import { findForwarder, register } from './src/people.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    sizes: { type: 'string', default: '3,8' },
    joins: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '2' },
    out: { type: 'string', default: join(import.meta.dirname, 'results.json') },
  },
})
const seconds = Number(values.seconds)
const sizes = values.sizes.split(',').map(Number)
const most = Math.max(...sizes)
/** A client that hears nothing by then is counted apart, ms. */
const joinCapMs = 10_000

type Client = PacketReceiver & { close(): void }

interface Engine {
  readonly name: string
  readonly frameMs: number | null
  /** Rejects when the engine ends by itself. */
  readonly ended?: Promise<never>
  /** Of the process that carries the media. */
  pid(): number
  join(index: number): Promise<Client>
  uid(index: number): string
  stop(): Promise<void>
}

async function startTavla(name: string, frameMs: number | null, isLiveKit: boolean): Promise<Engine> {
  const liveKit = isLiveKit ? await startLiveKit() : null
  for (const [key, value] of Object.entries({ LIMITS: 'none', ...liveKit?.env })) process.env[key] = value
  if (!liveKit) delete process.env['VOICE']
  const server = await startServer('tavla')
  const url = `http://127.0.0.1:${server.port}`
  const people: Someone[] = []
  for (let index = 0; index <= most; index += 1) people.push(await register(url, `person${index}`))
  const [owner, ...others] = people as [Someone, ...Someone[]]
  const members = others.map((each, index) => [`m${index}`, [each, 'viewer']] as const)
  const wid = await createSpace(owner, 'Talk', Object.fromEntries(members) as never)
  return {
    ...{ name, frameMs },
    pid: () => liveKit?.pid() ?? findForwarder(server.pid),
    join: (index) => VoiceTestClient.join(url, people[index]!, wid, { frameMs }),
    uid: (index) => people[index]!.uid,
    async stop() {
      await server.stop()
      server.dispose()
      await liveKit?.dispose()
    },
  }
}

async function startWerift(): Promise<Engine> {
  const port = await freePort()
  const child = killOnExit(
    spawn(process.execPath, [join(import.meta.dirname, 'src/werift-server.ts'), String(port)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  )
  await once(child.stdout!, 'data')
  return {
    ...{ name: 'werift', frameMs: null },
    pid: () => child.pid!,
    async join(index) {
      const client = new VoiceTestClient(`ws://127.0.0.1:${port}`, `w${index}`)
      await client.hello('x')
      return client
    },
    uid: (index) => `w${index}`,
    async stop() {
      child.kill('SIGKILL')
    },
  }
}

let janusVersion: string | null = null

async function startJanusRoom(): Promise<Engine | null> {
  const server = await startJanus()
  if (!server) return null
  janusVersion = server.version
  return {
    ...{ name: 'Janus', frameMs: null, ended: server.ended },
    pid: () => server.pid,
    join: (index) => JanusClient.join(server, `j${index}`),
    uid: (index) => `j${index}`,
    async stop() {
      server.stop()
    },
  }
}

/** CPU time of all threads, ms, to the nanosecond: the clock ticks of `/proc/pid/stat` are too coarse for seconds. */
function getCpuMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const ns = threads.map((id) => Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]))
  return ns.reduce((sum, each) => sum + each, 0) / 1e6
}

const percentile = (list: readonly number[], share: number): number =>
  [...list].sort((a, b) => a - b)[Math.floor(list.length * share)] ?? NaN
const median = (list: readonly number[]): number => percentile(list, 0.5)

interface Figures {
  /** By size, percent of one core in each round. */
  readonly cpu: Map<number, number[]>
  readonly packets: Map<number, number[]>
  readonly joinMs: number[]
  readonly joinsPerSecond: number[]
  readonly latencies: number[]
  readonly memoryMb: number[]
  silent: number
}
const figures = new Map<string, Figures>()
/** Of the engine that is measured. */
const clients: Client[] = []

async function measure(engine: Engine): Promise<void> {
  const all = figures.get(engine.name) ?? {
    ...{ cpu: new Map(), packets: new Map(), joinMs: [], joinsPerSecond: [], latencies: [], memoryMb: [], silent: 0 },
  }
  figures.set(engine.name, all)
  for (const size of sizes) {
    for (let index = 0; index < size; index += 1) clients.push(await engine.join(index))
    const uids = clients.map((_, index) => engine.uid(index))
    await Promise.all(clients.map((client, index) => client.waitUntilReceives(...uids.filter((_, at) => at !== index))))
    for (const client of clients) {
      client.incoming.clear()
      client.latencies.splice(0)
    }
    const pid = engine.pid()
    const [cpu, at] = [getCpuMs(pid), performance.now()]
    await pause(seconds * 1000)
    const elapsed = performance.now() - at
    const share = (100 * (getCpuMs(pid) - cpu)) / elapsed
    const packets = clients.flatMap(({ incoming }) => [...incoming.values()]).reduce((sum, each) => sum + each, 0)
    all.cpu.set(size, [...(all.cpu.get(size) ?? []), share])
    all.packets.set(size, [...(all.packets.get(size) ?? []), (1000 * packets) / elapsed])
    for (const client of clients) all.latencies.push(...client.latencies)
    process.stdout.write(`${engine.name}, ${size} people: ${share.toFixed(2)} %, load ${loadavg()[0]!.toFixed(1)}\n`)
    if (size === Math.min(...sizes)) await measureJoins(engine, all)
    all.memoryMb.push(memoryMb(pid).now)
    closeClients()
    await pause(500)
  }
}

function closeClients(): void {
  for (const client of clients.splice(0)) client.close()
}

/** One more person joins, hears somebody, and leaves; again and again. */
async function measureJoins(engine: Engine, all: Figures): Promise<void> {
  const beganAt = performance.now()
  const count = Number(values.joins)
  for (let index = 0; index < count; index += 1) {
    const at = performance.now()
    const client = await engine.join(most)
    const incoming = client.waitUntil(() => client.incoming.size > 0).then(() => true)
    if (await Promise.race([incoming, pause(joinCapMs).then(() => false)])) all.joinMs.push(performance.now() - at)
    else all.silent += 1
    client.close()
  }
  all.joinsPerSecond.push((1000 * count) / (performance.now() - beganAt))
}

const embedded = 'Tavla, embedded'
const load = loadavg()[0]!
const failures: string[] = []
for (let round = 0; round < Number(values.rounds); round += 1) {
  for (const start of [
    () => startTavla(embedded, null, false),
    () => startTavla(`${embedded}, packets of 20 ms`, 20, false),
    ...(hasLiveKit() ? [() => startTavla('Tavla on LiveKit', null, true)] : []),
    startJanusRoom,
    startWerift,
  ]) {
    const engine = await start()
    if (!engine) continue
    try {
      await Promise.race([measure(engine), ...(engine.ended ? [engine.ended] : [])])
    } catch (error) {
      if (!engine.ended) throw error
      failures.push(`${(error as Error).message} in round ${round + 1}; what was measured before counts.`)
      closeClients()
    }
    await engine.stop()
  }
}
const names = [...figures.keys()]
const cpuAt = (name: string, size: number): number => median(figures.get(name)?.cpu.get(size) ?? [])
const best = (size: number): number => Math.min(...names.filter((name) => !name.startsWith(embedded)).map((name) => cpuAt(name, size)))
const row = (title: string, get: (name: string, all: Figures) => string): string =>
  `| ${title} | ${names.map((name) => get(name, figures.get(name)!)).join(' | ')} |`
const lines = [
  `${cpus().length} cores (${cpus()[0]?.model}), load ${load.toFixed(1)} before and ${loadavg()[0]!.toFixed(1)} after; ${new Date().toISOString().slice(0, 10)}; medians of ${values.rounds} rounds of ${seconds} s, ${values.joins} joins each`,
  '',
  row('', (name) => name),
  `|---|${names.map(() => '---|').join('')}`,
  ...sizes.flatMap((size) => [
    row(`CPU, ${size} people who all talk, % of a core`, (name) => cpuAt(name, size).toFixed(2)),
    row('· per talking person', (name) => (cpuAt(name, size) / size).toFixed(2)),
    row('· per pair of speaker and listener', (name) => (cpuAt(name, size) / (size * (size - 1))).toFixed(3)),
    row('· beside the best peer', (name) => (name.startsWith(embedded) ? `**${(cpuAt(name, size) / best(size)).toFixed(2)}×**` : '')),
    row('· packets forwarded a second', (_, all) => median(all.packets.get(size) ?? []).toFixed(0)),
  ]),
  row('join to first sound, p50 · p95, ms', (_, { joinMs }) => `${median(joinMs).toFixed(0)} · ${percentile(joinMs, 0.95).toFixed(0)}`),
  row('joins a second, one after another', (_, all) => median(all.joinsPerSecond).toFixed(1)),
  row('joins without sound', (_, { silent }) => String(silent)),
  row('packet from client to client, p50 · p95, ms', (_, { latencies }) => `${median(latencies).toFixed(1)} · ${percentile(latencies, 0.95).toFixed(1)}`),
  row('resident memory, MB', (_, all) => Math.max(...all.memoryMb).toFixed(0)),
  ...(janusVersion === null ? ['', 'Not run: Janus. Debian has it as the package "janus".'] : ['', `Janus ${janusVersion}.`]),
  ...(hasLiveKit() ? [] : ['', 'Not run: Tavla on LiveKit. "npm run livekit" builds the server where Go is installed.']),
  ...failures.flatMap((each) => ['', each]),
]
process.stdout.write(`\n${lines.join('\n')}\n`)
const results = Object.fromEntries(
  [...figures].map(([name, all]) => [name, { ...all, latencies: undefined, cpu: Object.fromEntries(all.cpu), packets: Object.fromEntries(all.packets) }]),
)
writeFileSync(values.out, JSON.stringify({ load, results }, null, 1))
process.exit(0)
