import type { Migration } from '../src/db/migration.ts'

/** When the admins of a space were last notified of an access request; and the outcome of invitations, for people who open one again. */
export const asking: Migration = {
  name: '0015_asking',
  up: ({ int, text, strict }) => [
    `alter table access_requests add column told_at ${int} not null default 0`,
    'update access_requests set told_at = created_at',
    `create table ended_invitations (
      token_hash ${text} primary key,
      wid ${text} not null references spaces (wid) on delete cascade,
      reason ${text} not null,
      ended_at ${int} not null
    )${strict}`,
    'create index ended_invitations_wid on ended_invitations (wid)',
    'create index ended_invitations_ended_at on ended_invitations (ended_at)',
  ],
  sample: [
    `insert into access_requests (wid, uid, role, note, state, created_at, told_at)
      values ('w-reminded', 'g-sample', 'viewer', 'please', 'waiting', 1, 2)`,
    `insert into ended_invitations (token_hash, wid, reason, ended_at) values ('gg', 'w-sample', 'revoked', 3)`,
  ],
}
