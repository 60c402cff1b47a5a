import type { Jobs, Cleanup } from '../../jobs/worker.ts'
import { mailCode } from './sign-in/codes.ts'
import { mailReset } from './sign-in/reset-password.ts'
import { emailNotification } from './emails/security-notifications.ts'

export const accountJobs: Jobs = {
  'account.code': mailCode,
  'account.reset': mailReset,
  'account.notice': emailNotification,
}

/** Deletes what has expired: sessions, codes, reset links, tickets, sign-ins under way, full buckets. */
export const cleanUpAccounts: Cleanup = async ({ db, clock }) => {
  const now = clock.now()
  await db.batch([
    { query: db.sql.deleteFrom('sessions').where('expires_at', '<=', now) },
    { query: db.sql.deleteFrom('codes').where('expires_at', '<=', now) },
    { query: db.sql.deleteFrom('resets').where('expires_at', '<=', now) },
    { query: db.sql.deleteFrom('live_tickets').where('expires_at', '<=', now) },
    { query: db.sql.deleteFrom('desktop_codes').where('expires_at', '<=', now) },
    { query: db.sql.deleteFrom('social_states').where('expires_at', '<=', now) },
    { query: db.sql.deleteFrom('social_links').where('expires_at', '<=', now) },
    { query: db.sql.deleteFrom('rate_limits').where('full_at', '<=', now) },
  ])
}
