import type { Migration } from '../src/db/migration.ts'

/**
 * Sign-ins under way end with the session that began them, and raising a session's generation invalidates the URLs
 * signed for it. Also: which invites were emailed, and who answered those that ended.
 */
export const trust: Migration = {
  name: '0020_trust',
  up: ({ int, text }) => [
    `alter table sessions add column generation ${int} not null default 0`,
    // They last between one and ten minutes, so rows without a known session are simply dropped.
    'delete from desktop_codes',
    `alter table desktop_codes add column session_id ${text} references sessions (id) on delete cascade`,
    `delete from social_states where purpose <> 'login'`,
    `alter table social_states add column session_id ${text} references sessions (id) on delete cascade`,
    `alter table invitations add column mailed ${int} not null default 0`,
    `alter table ended_invitations add column uid ${text} references accounts (uid) on delete set null`,
  ],
  sample: [
    `insert into desktop_codes (hash, uid, session_id, challenge, device, expires_at)
      values ('trust', 'u-sample', 's-sample', 'cc', 'Laptop', 9)`,
    `insert into ended_invitations (token_hash, wid, reason, ended_at, uid)
      values ('answered', 'w-sample', 'used_up', 3, 'g-sample')`,
  ],
}
