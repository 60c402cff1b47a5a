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

const LONG_BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60, 300, 900]

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
  readonly #journalSeconds: Histogram
  readonly #checkpointSeconds: Histogram
  readonly #jobs: Counter<'kind' | 'result'>
  readonly #jobSeconds: Histogram
  readonly #emails: Counter<'result'>
  readonly #lastBackup: Gauge

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
    this.#journalSeconds = new Histogram({
      name: 'tavla_journal_commit_seconds',
      help: 'Time of one commit to the journal, which holds the edits of one moment on one board',
      buckets: BUCKETS,
      registers,
    })
    this.#checkpointSeconds = new Histogram({
      name: 'tavla_checkpoint_seconds',
      help: 'Time of storing the current state of one board',
      buckets: LONG_BUCKETS,
      registers,
    })
    this.#jobs = new Counter({
      name: 'tavla_jobs_total',
      help: 'Attempts at jobs by kind and result: done, failed',
      labelNames: ['kind', 'result'],
      registers,
    })
    this.#jobSeconds = new Histogram({
      name: 'tavla_job_duration_seconds',
      help: 'Time of one attempt at a job',
      buckets: LONG_BUCKETS,
      registers,
    })
    this.#emails = new Counter({
      name: 'tavla_emails_total',
      help: 'Attempts at sending an email by result: sent, failed',
      labelNames: ['result'],
      registers,
    })
    for (const result of ['sent', 'failed'] as const) this.#emails.inc({ result }, 0)
    this.#lastBackup = new Gauge({
      name: 'tavla_backup_last_success_seconds',
      help: 'Unix time of the last backup that this process took; 0: none',
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

  journalCommitted(ms: number): void {
    this.#journalSeconds.observe(ms / MS_PER_S)
  }

  checkpointStored(ms: number): void {
    this.#checkpointSeconds.observe(ms / MS_PER_S)
  }

  countJob(kind: string, result: 'done' | 'failed', ms: number): void {
    this.#jobs.inc({ kind, result })
    this.#jobSeconds.observe(ms / MS_PER_S)
  }

  countEmail(result: 'sent' | 'failed'): void {
    this.#emails.inc({ result })
  }

  backupTaken(at: number): void {
    this.#lastBackup.set(at / MS_PER_S)
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
