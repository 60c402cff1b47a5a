import type { App } from '../../../context.ts'
import { readOperation } from './server-health.ts'

/** Adds what is counted in the database and on the disk to the metrics. */
export function registerMetrics(app: App): void {
  if (app.db.pool)
    app.metrics.addGauges(
      {
        tavla_database_connections_used: 'Connections of the pool with a statement or a transaction',
        tavla_database_connections_idle: 'Connections of the pool that are free',
        tavla_database_connections_waiting: 'Statements that wait for a connection',
      },
      () => {
        const { used = 0, idle = 0, waiting = 0 } = app.db.pool ?? {}
        return Promise.resolve({
          tavla_database_connections_used: used,
          tavla_database_connections_idle: idle,
          tavla_database_connections_waiting: waiting,
        })
      },
    )
  app.metrics.addGauges(
    {
      tavla_jobs_waiting: 'Jobs that are due or scheduled',
      tavla_jobs_failed: 'Jobs that were given up',
      tavla_emails_waiting: 'Jobs that send an email',
      tavla_database_bytes: 'Size of the database',
      tavla_file_bytes: 'Size of all uploaded files',
      tavla_disk_free_bytes: 'Free space of the data folder',
      tavla_accounts: 'Full accounts',
      tavla_guests: 'Guest accounts',
      tavla_spaces: 'Boards, those in the trash too',
      tavla_voice_rooms: 'Voice rooms in this process',
      tavla_voice_people: 'People in voice rooms in this process',
      tavla_voice_minutes: 'Participant minutes of this month',
    },
    async () => {
      const counts = await readOperation(app)
      return {
        tavla_jobs_waiting: counts.jobsWaiting,
        tavla_jobs_failed: counts.jobsFailed,
        tavla_emails_waiting: counts.emailQueue,
        tavla_database_bytes: counts.databaseBytes,
        tavla_file_bytes: counts.fileBytes,
        tavla_disk_free_bytes: counts.diskFreeBytes,
        tavla_accounts: counts.accounts,
        tavla_guests: counts.guests,
        tavla_spaces: counts.spaces,
        tavla_voice_rooms: counts.voiceRooms,
        tavla_voice_people: app.voice.count().people,
        tavla_voice_minutes: counts.voiceMinutes,
      }
    },
  )
}
