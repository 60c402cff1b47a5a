import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { App } from '../../../context.ts'
import { enqueue } from '../../../db/jobs.ts'
import type { Job } from '../../../jobs/worker.ts'

/** One job for all servers of a database. */
const KEY = 'backup'
/** A backup that failed, or whose server was stopped, is tried again. */
const AGAIN_MS = 3_600_000
/** Of its output, for the log. */
const MAX_OUTPUT = 2_000
const program = join(import.meta.dirname, '../../../backup/backup-main.ts')

/** With `BACKUP_TO` the servers take backups by themselves: the first one soon after the start. */
export async function scheduleBackups(app: App): Promise<void> {
  if (app.config.backup.to === null) return
  const job = { kind: 'administration.backup', key: KEY, payload: {}, runAt: app.clock.now() }
  await app.db.transaction((tx) => enqueue(tx, app.random, job))
}

/** Starts a process of its own, since copying a database would keep this one from answering. */
export const backUp: Job = async (app, _payload, reschedule) => {
  const { backup } = app.config
  if (backup.to === null) return
  const startedAt = app.clock.now()
  // The process goes on beside the job, which would be given up after a while.
  reschedule(startedAt + AGAIN_MS)
  void runBackup(app, startedAt)
  await Promise.resolve()
}

const running = new WeakSet<App>()

async function runBackup(app: App, startedAt: number): Promise<void> {
  if (running.has(app)) return
  running.add(app)
  try {
    const { code, output } = await run()
    if (code !== 0) return app.log.error('A backup failed', { error: new Error(output) })
    app.log.info('A backup was taken')
    app.metrics.backupTaken(app.clock.now())
    const later = { run_at: startedAt + app.config.backup.everyMs }
    await app.db.sql.updateTable('promises').set(later).where('key', '=', KEY).execute()
  } catch (error) {
    app.log.error('A backup failed', { error })
  } finally {
    running.delete(app)
  }
}

function run(): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const args = ['--disable-warning=ExperimentalWarning', program, 'backup']
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => {
        output = `${output}${text.toString()}`.slice(-MAX_OUTPUT)
      })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}
