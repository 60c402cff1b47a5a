import type { App } from '../context.ts'
import type { JobRow } from '../db/tables/operation.ts'

/**
 * Runs one kind of job. It may run twice for one job and must be idempotent. `reschedule` postpones the job
 * without counting as a failure.
 */
export type Job = (app: App, payload: unknown, reschedule: (until: number) => void) => Promise<void>

/** Job functions by kind. */
export type Jobs = Readonly<Record<string, Job>>

/** Deletes expired data; runs every hour. */
export type Cleanup = (app: App) => Promise<void>

/** Delays after each failure, ms; after the last one the job is given up and kept for the administrator. */
const RETRIES = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000, 6 * 3_600_000]
/** How long a job of a dead process stays leased; a live one renews its lease in time. */
const LEASE_MS = 60_000
const RENEW_MS = 20_000
/** A job that takes longer is abandoned: it is released, and its slot is free again. */
const ABANDON_MS = 15 * 60_000
const POLL_MS = 500
/** A worker that has not looked for jobs for so long is stuck. */
const ALIVE_MS = 60_000
const CLEANUP_MS = 3_600_000
const AT_ONCE = 4

export interface JobWorker {
  /** It has looked for jobs within the last minute; always, where it does not look by itself. */
  isAlive(): boolean
  /** Runs every job that is due now; for tests. Rejects when the due jobs cannot be read. */
  settle(): Promise<void>
  /** Takes no new jobs and waits for running ones. */
  stop(): Promise<void>
}

export function startWorker(
  app: App,
  jobs: Jobs,
  cleanups: readonly Cleanup[],
  options: { poll: boolean },
): JobWorker {
  const running = new RunningJobs(app, new Map(Object.entries(jobs)))
  const waits = (error: unknown) => (app.log.warn('promised work is waiting', { error }), 0)
  let stopped = false
  let cancel = () => {}
  let polling: Promise<void> | null = null
  /** A slot became free while due jobs were being read. */
  let again = false
  let cleanedUpAt = app.clock.now()
  let checkedAt = app.clock.now()

  async function poll(): Promise<void> {
    await running.renew().catch(waits)
    await running.startDue().then(() => (checkedAt = app.clock.now()), waits)
    if (app.clock.now() - cleanedUpAt >= CLEANUP_MS) {
      cleanedUpAt = app.clock.now()
      for (const cleanup of cleanups)
        await cleanup(app).catch((error: unknown) => app.log.warn('a sweep failed', { error }))
    }
  }
  function schedule(delayMs: number): void {
    cancel()
    if (stopped) return
    cancel = app.clock.after(delayMs, () => {
      again = false
      polling = poll().finally(() => {
        polling = null
        schedule(again ? 0 : POLL_MS)
      })
    })
  }
  // A finished job makes room for the next at once.
  running.onRoom = () => {
    again = true
    if (options.poll && !polling) schedule(0)
  }
  if (options.poll) schedule(0)

  return {
    isAlive: () => !stopped && (!options.poll || app.clock.now() - checkedAt < ALIVE_MS),
    async settle() {
      for (;;) {
        const started = await running.startDue()
        if (started === 0 && running.count === 0) return
        await running.oneEnded()
      }
    },
    async stop() {
      stopped = true
      cancel()
      await polling
      await running.allEnded()
    },
  }
}

/** The running jobs, a few at a time; one that hangs does not block the others. */
class RunningJobs {
  onRoom: () => void = () => undefined
  readonly #app: App
  readonly #jobs: ReadonlyMap<string, Job>
  readonly #running = new Map<string, Promise<void>>()
  #renewedAt: number

  constructor(app: App, jobs: ReadonlyMap<string, Job>) {
    this.#app = app
    this.#jobs = jobs
    this.#renewedAt = app.clock.now()
  }

  get count(): number {
    return this.#running.size
  }

  /** Starts as many due jobs as there are free slots; returns how many. */
  async startDue(): Promise<number> {
    const room = AT_ONCE - this.#running.size
    if (room <= 0) return 0
    const due = await leaseDue(this.#app, room, [...this.#running.keys()])
    for (const row of due) this.#start(row)
    return due.length
  }

  /** Renews the leases of long-running jobs. */
  async renew(): Promise<void> {
    const now = this.#app.clock.now()
    if (this.#running.size === 0 || now - this.#renewedAt < RENEW_MS) return
    this.#renewedAt = now
    await this.#app.db.sql
      .updateTable('promises')
      .set({ taken_until: now + LEASE_MS })
      .where('id', 'in', [...this.#running.keys()])
      .execute()
  }

  async oneEnded(): Promise<void> {
    if (this.#running.size > 0) await Promise.race(this.#running.values())
  }

  async allEnded(): Promise<void> {
    await Promise.all(this.#running.values())
  }

  #start(row: JobRow): void {
    const { app, jobs } = { app: this.#app, jobs: this.#jobs }
    const fields = { kind: row.kind, id: row.id }
    let cancel = () => {}
    const abandoned = new Promise<void>((resolve) => {
      cancel = app.clock.after(ABANDON_MS, () => {
        app.log.error('promised work does not end and is given up', fields)
        resolve()
      })
    })
    const result = runJob(app, jobs.get(row.kind), row).catch((error: unknown) =>
      app.log.warn('promised work is waiting', { ...fields, error }),
    )
    const ended = Promise.race([result, abandoned]).finally(() => {
      cancel()
      this.#running.delete(row.id)
      this.onRoom()
    })
    this.#running.set(row.id, ended)
  }
}

async function leaseDue(app: App, limit: number, running: readonly string[]): Promise<JobRow[]> {
  const now = app.clock.now()
  return await app.db.sql
    .updateTable('promises')
    .set({ taken_until: now + LEASE_MS })
    .where('id', 'in', (eb) => {
      const due = eb
        .selectFrom('promises')
        .select('id')
        .where('run_at', '<=', now)
        .where('taken_until', '<=', now)
        .where('failed_at', 'is', null)
        .orderBy('run_at')
        .limit(limit)
      return running.length > 0 ? due.where('id', 'not in', running) : due
    })
    // Again: another process may have taken some of them meanwhile.
    .where('taken_until', '<=', now)
    .returningAll()
    .execute()
}

async function runJob(app: App, job: Job | undefined, row: JobRow): Promise<void> {
  const fields = { kind: row.kind, id: row.id }
  const startedAt = performance.now()
  const count = (outcome: 'done' | 'failed'): void =>
    app.metrics.countJob(row.kind, outcome, performance.now() - startedAt)
  try {
    if (!job) throw new Error(`Nobody keeps promises of the kind ${row.kind}`)
    let until: number | null = null
    const attributes = { 'tavla.job': row.id, 'tavla.tries': row.tries }
    await app.tracing.trace({ name: `job ${row.kind}`, kind: 'internal', attributes }, () =>
      job(app, JSON.parse(row.payload), (at) => void (until = at)),
    )
    count('done')
    const { sql } = app.db
    if (until === null) await sql.deleteFrom('promises').where('id', '=', row.id).execute()
    else {
      const later = { run_at: until, taken_until: 0 }
      await sql.updateTable('promises').set(later).where('id', '=', row.id).execute()
    }
  } catch (error) {
    count('failed')
    const wait = RETRIES[row.tries]
    const now = app.clock.now()
    app.log.warn('promised work failed', { ...fields, count: row.tries + 1, error })
    const later = wait === undefined ? { failed_at: now } : { run_at: now + wait }
    const last_error = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
    await app.db.sql
      .updateTable('promises')
      .set({ ...later, tries: row.tries + 1, taken_until: 0, last_error })
      .where('id', '=', row.id)
      .execute()
  }
}
