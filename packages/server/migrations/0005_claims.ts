import type { Migration } from '../src/db/migration.ts'

/** Claims of spaces whose owners were deleted. */
export const claims: Migration = {
  name: '0005_claims',
  up: ({ int, text, strict }) => [
    `create table claims (
      wid ${text} primary key references spaces (wid) on delete cascade,
      uid ${text} not null references accounts (uid) on delete cascade,
      created_at ${int} not null,
      due_at ${int} not null
    )${strict}`,
  ],
  sample: [`insert into claims (wid, uid, created_at, due_at) values ('w-sample', 'g-sample', 1, 2)`],
}
