import { join } from 'node:path'
import { freePort } from '../../../../../../tools/redis-process.ts'
import { systemClock } from '../../../ports/clock/system-clock.ts'
import { type RealServer, realServer } from '../kill.ts'

const readyWithinMs = 180_000
const metricsToken = 'the token of the metrics'

/** What a process has to lose. */
export interface NodeLoad {
  readonly index: number
  /** Pages that are connected to it. */
  readonly sockets: number
  /** Boards that it owns. */
  readonly rooms: number
  /** Edits and processor time since its start. */
  readonly edits: number
  readonly processorSeconds: number
}

/** Servers of one database, each on a port that it keeps. */
export class Nodes {
  readonly ports: readonly number[]
  readonly #env: Readonly<Record<string, string>>
  readonly #folder: string
  readonly #servers: RealServer[] = []

  private constructor(ports: readonly number[], env: Readonly<Record<string, string>>, folder: string) {
    this.ports = ports
    this.#env = env
    this.#folder = folder
  }

  static async start(count: number, env: Readonly<Record<string, string>>, folder: string): Promise<Nodes> {
    const ports: number[] = []
    while (ports.length < count) ports.push(await freePort())
    const nodes = new Nodes(ports, env, folder)
    for (const index of ports.keys()) await nodes.startNode(index)
    return nodes
  }

  getUrl(index: number): string {
    return `http://127.0.0.1:${this.ports[index]}`
  }

  async startNode(index: number): Promise<void> {
    const PORT = String(this.ports[index])
    const DATA_DIR = join(this.#folder, `node-${index}`)
    const env = { ...this.#env, PORT, DATA_DIR, METRICS_TOKEN: metricsToken }
    // Repeated, as a service manager does.
    this.#servers[index] = await realServer(env).catch(() => realServer(env))
    for (let waitedMs = 0; waitedMs < readyWithinMs; waitedMs += 50) {
      if ((await fetch(`${this.getUrl(index)}/readyz`).catch(() => null))?.ok) return
      await systemClock.sleep(50)
    }
    throw new Error(`Node ${index} is not ready`)
  }

  /** The process with the most boards, and of those the one with the most pages. */
  async findBusiest(): Promise<NodeLoad> {
    const loads = await Promise.all([...this.ports.keys()].map((index) => this.readLoad(index)))
    const [busiest] = loads.toSorted((a, b) => b.rooms - a.rooms || b.sockets - a.sockets)
    if (!busiest) throw new Error('There is no process')
    return busiest
  }

  async readLoad(index: number): Promise<NodeLoad> {
    const headers = { authorization: `Bearer ${metricsToken}` }
    const text = await (await fetch(`${this.getUrl(index)}/metrics`, { headers })).text()
    const read = (name: string): number => Number(new RegExp(`^${name} ([\\d.e-]+)$`, 'm').exec(text)?.[1])
    return {
      index,
      sockets: read('tavla_sockets'),
      rooms: read('tavla_rooms'),
      edits: read('tavla_edits_total'),
      processorSeconds: read('process_cpu_seconds_total'),
    }
  }

  async kill(index: number): Promise<void> {
    await this.#servers[index]?.kill()
  }

  /** As on SIGTERM: it hands its boards over. */
  async stop(index: number): Promise<void> {
    this.#servers[index]?.signal('SIGTERM')
    await this.#servers[index]?.exited
  }

  freeze(index: number): void {
    this.#servers[index]?.signal('SIGSTOP')
  }

  resume(index: number): void {
    this.#servers[index]?.signal('SIGCONT')
  }

  async killAll(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.kill()))
  }
}
