import type { Migration } from '../src/db/migration.ts'

/**
 * Version history: an index of the journal by time, edits that were trimmed, named versions, and the last version
 * each member saw.
 */
export const history: Migration = {
  name: '0011_history',
  up: ({ int, text, strict }) => [
    // A covering index: the timeline is read without reading edits.
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
