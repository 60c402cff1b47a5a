import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Clock } from './ports/clock/port.ts'

/** Metrics of realtime. */
export interface LiveFigures {
  /** People with an open socket. */
  readonly people: number
  readonly sockets: number
  readonly rooms: number
  /** Edits committed since the start. */
  readonly edits: number
}

/** What is counted in the database, on the disk and in voice rooms. */
export interface StoredFigures {
  readonly emailQueue: number
  readonly jobsWaiting: number
  readonly jobsFailed: number
  readonly databaseBytes: number
  readonly diskFreeBytes: number
  readonly diskTotalBytes: number
  readonly voiceRooms: number
  /** Participant minutes of the current month. */
  readonly voiceMinutes: number
}

export interface Sample {
  readonly at: number
  readonly people: number
  readonly rooms: number
  readonly editsPerSecond: number
  readonly eventLoopDelayMs: number
  readonly memoryBytes: number
}

const SAMPLE_MS = 60_000
/** One day of samples. */
const KEPT = 1_440
const RESOLUTION_MS = 20
const NS_PER_MS = 1_000_000

/** A sample of the past day; `stored` is null when the database or the disk could not be read. */
export interface StoredSample extends Sample {
  readonly stored: StoredFigures | null
}

export interface FigureSources {
  live(): LiveFigures
  readStored(): Promise<StoredFigures>
}

/** Metrics of this process: one sample a minute for a day, and counters since the start. */
export class Figures {
  readonly #startedAt: number
  readonly #clock: Clock
  readonly #samples: StoredSample[] = []
  readonly #delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  #live: () => LiveFigures = () => ({ people: 0, sockets: 0, rooms: 0, edits: 0 })
  #last: { readonly at: number; readonly edits: number }
  #cancel: () => void = () => undefined

  constructor(clock: Clock) {
    this.#clock = clock
    this.#startedAt = clock.now()
    this.#last = { at: this.#startedAt, edits: 0 }
  }

  start({ live, readStored }: FigureSources): void {
    this.#live = live
    this.#delay.enable()
    const again = (): void => {
      this.#cancel = this.#clock.after(SAMPLE_MS, () => {
        const sample = this.sample()
        this.#last = { at: sample.at, edits: this.live.edits }
        this.#delay.reset()
        void this.#store(sample, readStored)
        again()
      })
    }
    again()
  }

  async #store(sample: Sample, readStored: FigureSources['readStored']): Promise<void> {
    // A database that is away leaves a gap in its charts, not in those of the process.
    const stored = await readStored().catch(() => null)
    this.#samples.push({ ...sample, stored })
    if (this.#samples.length > KEPT) this.#samples.shift()
  }

  stop(): void {
    this.#cancel()
    this.#delay.disable()
  }

  get live(): LiveFigures {
    return this.#live()
  }

  get uptimeMs(): number {
    return Math.max(0, this.#clock.now() - this.#startedAt)
  }

  get samples(): readonly StoredSample[] {
    return this.#samples
  }

  /** Rates and delays since the last stored sample. */
  sample(): Sample {
    const { people, rooms, edits } = this.live
    const at = this.#clock.now()
    const seconds = Math.max(1, (at - this.#last.at) / 1_000)
    // The monitor's values include its own interval.
    const delay = Math.max(0, this.#delay.percentile(99) / NS_PER_MS - RESOLUTION_MS)
    return {
      at,
      people,
      rooms,
      editsPerSecond: Math.round(((edits - this.#last.edits) / seconds) * 100) / 100,
      eventLoopDelayMs: Number.isFinite(delay) ? Math.round(delay * 10) / 10 : 0,
      memoryBytes: process.memoryUsage.rss(),
    }
  }
}
