import type { App } from '../context.ts'
import type { PromiseRow } from '../db/tables-operation.ts'

/**
 * Keeps one kind of promise. It may run twice for one promise, so it must be harmless the second time. `putOff` keeps it for
 * later, which is no failure.
 */
export type Job = (app: App, payload: unknown, putOff: (until: number) => void) => Promise<void>

/** Jobs by the kind of promise they keep. */
export type Jobs = Readonly<Record<string, Job>>

/** Tidies up what is past its time; runs every hour. */
export type Sweep = (app: App) => Promise<void>

/** Waits after each failure, ms; after the last one the promise is given up and kept for the administrator. */
const RETRIES = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000, 6 * 3_600_000]
const TAKEN_MS = 60_000
const POLL_MS = 500
const SWEEP_MS = 3_600_000
const AT_ONCE = 4

export interface JobWorker {
  /** Keeps every promise that is due now; for tests and for stopping. */
  settle(): Promise<void>
  /** Takes no new work and waits for what runs. */
  stop(): Promise<void>
}

export function startWorker(
  app: App,
  jobs: Jobs,
  sweeps: readonly Sweep[],
  options: { poll: boolean },
): JobWorker {
  const byKind = new Map(Object.entries(jobs))
  let stopped = false
  let callOff = () => {}
  let round: Promise<number> = Promise.resolve(0)
  let sweptAt = app.clock.now()

  /** One round at a time; answers how many promises it took. */
  const runRound = () =>
    (round = round.then(() => keepDue(app, byKind)).catch((error: unknown) => (complain(error), 0)))
  const complain = (error: unknown) => app.log.warn('promised work is waiting', { error })

  async function poll(): Promise<void> {
    while (!stopped && (await runRound()) === AT_ONCE);
    if (app.clock.now() - sweptAt >= SWEEP_MS) {
      sweptAt = app.clock.now()
      for (const sweep of sweeps)
        await sweep(app).catch((error: unknown) => app.log.warn('a sweep failed', { error }))
    }
    if (!stopped) callOff = app.clock.after(POLL_MS, () => void poll())
  }
  if (options.poll) callOff = app.clock.after(0, () => void poll())

  return {
    async settle() {
      while ((await runRound()) > 0);
    },
    async stop() {
      stopped = true
      callOff()
      await round
    },
  }
}

async function keepDue(app: App, jobs: ReadonlyMap<string, Job>): Promise<number> {
  const now = app.clock.now()
  const due = await app.db.transaction(async (tx) => {
    const rows = await tx
      .selectFrom('promises')
      .selectAll()
      .where('run_at', '<=', now)
      .where('taken_until', '<=', now)
      .where('failed_at', 'is', null)
      .orderBy('run_at')
      .limit(AT_ONCE)
      .execute()
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0)
      await tx
        .updateTable('promises')
        .set({ taken_until: now + TAKEN_MS })
        .where('id', 'in', ids)
        .execute()
    return rows
  })
  await Promise.all(due.map((row) => keep(app, jobs.get(row.kind), row)))
  return due.length
}

async function keep(app: App, job: Job | undefined, row: PromiseRow): Promise<void> {
  const fields = { kind: row.kind, id: row.id }
  try {
    if (!job) throw new Error(`Nobody keeps promises of the kind ${row.kind}`)
    let until: number | null = null
    await job(app, JSON.parse(row.payload), (at) => void (until = at))
    const { sql } = app.db
    if (until === null) await sql.deleteFrom('promises').where('id', '=', row.id).execute()
    else {
      const later = { run_at: until, taken_until: 0 }
      await sql.updateTable('promises').set(later).where('id', '=', row.id).execute()
    }
  } catch (error) {
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
