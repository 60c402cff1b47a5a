import type { Migration } from '../src/db/migration.ts'

/**
 * Access requests that an owner approved together with the seats for them; they are granted when the seats are paid.
 */
export const seatApprovals: Migration = {
  name: '0033_seat_approvals',
  up: ({ int, text, strict }) => [
    `create table seat_approvals (
      wid ${text} not null references spaces (wid) on delete cascade,
      uid ${text} not null references accounts (uid) on delete cascade,
      owner ${text} not null references accounts (uid) on delete cascade,
      role ${text} not null,
      seats ${int} not null,
      created_at ${int} not null,
      primary key (wid, uid)
    )${strict}`,
    'create index seat_approvals_owner on seat_approvals (owner)',
  ],
  sample: [
    `insert into seat_approvals (wid, uid, owner, role, seats, created_at)
      values ('w-sample', 'u-sample', 'u-sample', 'editor', 6, 1)`,
  ],
}
