import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Figures } from './figures.ts'
import type { Clock } from './ports/clock/port.ts'

/** Values by the names of a group's gauges. */
export type GaugeValues<Name extends string> = Readonly<Record<Name, number>>

const MS_PER_S = 1_000
/** A scrape does not wait longer for a group; what is missing is left out of the answer. */
const GROUP_MS = 2_000
/** Seconds; from a cached answer to a call that waits for its turn. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface GaugeGroup {
  readonly gauges: ReadonlyMap<string, Gauge>
  readonly read: () => Promise<GaugeValues<string>>
}

/** What Prometheus scrapes from this process. Counters start at 0 with every start. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #clock: Clock
  readonly #groups: GaugeGroup[] = []
  readonly #calls: Counter<'call' | 'code'>
  readonly #seconds: Histogram<'call'>

  constructor(figures: Figures, clock: Clock) {
    this.#clock = clock
    const registers = [this.#registry]
    this.#calls = new Counter({
      name: 'tavla_calls_total',
      help: 'Answered calls by name and code',
      labelNames: ['call', 'code'],
      registers,
    })
    this.#seconds = new Histogram({
      name: 'tavla_call_duration_seconds',
      help: 'Time from the request to its answer',
      labelNames: ['call'],
      buckets: BUCKETS,
      registers,
    })
    new Counter({
      name: 'tavla_edits_total',
      help: 'Edits committed to the journal',
      registers,
      collect() {
        this.reset()
        this.inc(figures.live.edits)
      },
    })
    this.addGauges(
      {
        tavla_people: 'People with an open socket',
        tavla_sockets: 'Open board sockets',
        tavla_rooms: 'Boards that are open in this process',
        tavla_uptime_seconds: 'Time since the start',
      },
      () => {
        const { people, sockets, rooms } = figures.live
        return Promise.resolve({
          tavla_people: people,
          tavla_sockets: sockets,
          tavla_rooms: rooms,
          tavla_uptime_seconds: figures.uptimeMs / MS_PER_S,
        })
      },
    )
  }

  /** Adds event-loop delay, garbage collection, memory and processor time of the process. */
  observeProcess(): void {
    collectDefaultMetrics({ register: this.#registry })
  }

  countCall(call: string, code: number, ms: number): void {
    this.#calls.inc({ call, code: String(code) })
    this.#seconds.observe({ call }, ms / MS_PER_S)
  }

  /** Gauges that are read together, once for each scrape. */
  addGauges<Name extends string>(
    helps: Readonly<Record<Name, string>>,
    read: () => Promise<GaugeValues<Name>>,
  ): void {
    const gauges = Object.entries<string>(helps).map(
      ([name, help]) => [name, new Gauge({ name, help, registers: [this.#registry] })] as const,
    )
    this.#groups.push({ gauges: new Map(gauges), read })
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  /** The text that Prometheus reads. */
  async render(): Promise<string> {
    await Promise.all(this.#groups.map((group) => this.#update(group)))
    return await this.#registry.metrics()
  }

  async #update({ gauges, read }: GaugeGroup): Promise<void> {
    let cancel: () => void = () => undefined
    const late = new Promise<null>((resolve) => {
      cancel = this.#clock.after(GROUP_MS, () => resolve(null))
    })
    const values = await Promise.race([read().catch(() => null), late])
    cancel()
    for (const [name, gauge] of gauges) {
      const value = values?.[name]
      if (value === undefined) gauge.remove()
      else gauge.set(value)
    }
  }
}
