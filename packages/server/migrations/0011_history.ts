import type { Migration } from '../src/db/migration.ts'

/** Looking back: the journal by time, what is known of edits that were trimmed, named moments, and who has seen what. */
export const history: Migration = {
  name: '0011_history',
  up: ({ int, text, strict }) => [
    // Holds all that a time line asks for, so that drawing one reads no edits.
    `create index journal_times on journal (wid, time, seq, uid)`,
    `create table trimmed_tabs (
      wid ${text} not null references boards (wid) on delete cascade,
      uid ${text} not null,
      tab ${text} not null,
      counter ${int} not null,
      primary key (wid, uid, tab)
    )${strict}`,
    `create table versions (
      id ${text} primary key,
      wid ${text} not null references spaces (wid) on delete cascade,
      seq ${int} not null,
      time ${int} not null,
      name ${text} not null,
      uid ${text} not null,
      created_at ${int} not null
    )${strict}`,
    `create index versions_of_space on versions (wid, seq)`,
    `create table visits (
      wid ${text} not null references spaces (wid) on delete cascade,
      uid ${text} not null references accounts (uid) on delete cascade,
      seq ${int} not null,
      primary key (wid, uid)
    )${strict}`,
  ],
  sample: [
    `insert into trimmed_tabs (wid, uid, tab, counter) values ('w-sample', 'g-sample', 't-sample', 1)`,
    `insert into versions (id, wid, seq, time, name, uid, created_at)
      values ('v-sample', 'w-sample', 1, 1, 'First', 'g-sample', 1)`,
    `insert into visits (wid, uid, seq) values ('w-sample', 'g-sample', 1)`,
  ],
}
