import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { systemClock } from '../ports/clock/system-clock.ts'
import { realServer } from '../realtime/testing/kill.ts'
import { engineNames, testDatabase } from '../testing/databases.ts'

test.each(engineNames)(
  'a server on %s with BACKUP_TO takes a backup by itself, and plans the next one',
  { timeout: 120_000 },
  async (engine) => {
    const place = await testDatabase(engine)
    const folder = mkdtempSync(join(tmpdir(), 'tavla-scheduled-'))
    const BACKUP_TO = join(folder, 'backups')
    const database = place.url ? { DATABASE_URL: place.url } : {}
    const server = await realServer({ DATA_DIR: place.directory, BACKUP_TO, BACKUP_EVERY: '5h', ...database })
    const list = (): readonly string[] => {
      const manifests = join(BACKUP_TO, 'backups')
      return existsSync(manifests) ? readdirSync(manifests) : []
    }
    await expect.poll(list, { timeout: 90_000 }).toHaveLength(1)
    // The server writes the time of the next one once the program has ended.
    await expect.poll(() => existsSync(join(BACKUP_TO, '.writing')), { timeout: 30_000 }).toBe(false)
    server.signal('SIGTERM')
    await server.exited
    const quiet = { onFatal: () => undefined, onError: () => undefined }
    const db = await openDatabase({ ...place, clock: systemClock, ...quiet })
    const jobs = await db.sql.selectFrom('promises').select('run_at').where('key', '=', 'backup').execute()
    await db.close()
    await place.dispose()
    rmSync(folder, { recursive: true, force: true })
    expect(jobs).toHaveLength(1)
    const inHours = ((jobs[0]?.run_at ?? 0) - systemClock.now()) / 3_600_000
    // An hour later if the server was stopped before the program had ended.
    expect(inHours).toBeGreaterThan(0.5)
    expect(inHours).toBeLessThanOrEqual(5)
  },
)
