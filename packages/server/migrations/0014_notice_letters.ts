import type { Migration } from '../src/db/migration.ts'

/** When a notification was emailed, and on which days an account got its daily digest. */
export const notificationEmails: Migration = {
  name: '0014_notice_letters',
  up: ({ int, text, strict }) => [
    `alter table notices add column mailed_at ${int}`,
    // Notifications from before emails existed are not emailed.
    'update notices set mailed_at = created_at',
    `create table digests (
      uid ${text} not null references accounts (uid) on delete cascade,
      day ${text} not null,
      created_at ${int} not null,
      primary key (uid, day)
    )${strict}`,
    'create index digests_created_at on digests (created_at)',
  ],
  sample: [
    `insert into notices (id, uid, type, wid, space_name, data, created_at, mailed_at)
      values ('n-mailed', 'u-sample', 1001, 'w-sample', 'Plans', '{"user":"g-sample"}', 1, 2)`,
    `insert into digests (uid, day, created_at) values ('u-sample', '2026-01-05', 1)`,
  ],
}
