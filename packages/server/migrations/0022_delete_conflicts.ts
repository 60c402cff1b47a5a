import type { Migration } from '../src/db/migration.ts'

/** Deletes that were skipped because of somebody's newer work, until that person has seen it. */
export const deleteConflicts: Migration = {
  name: '0022_delete_conflicts',
  up: ({ int, text, strict }) => [
    `create table delete_conflicts (
      wid ${text} not null references boards (wid) on delete cascade,
      uid ${text} not null,
      seq ${int} not null,
      by_uid ${text} not null,
      ids ${text} not null,
      primary key (wid, uid, seq)
    )${strict}`,
  ],
  sample: [
    `insert into delete_conflicts (wid, uid, seq, by_uid, ids)
      values ('w-sample', 'u-sample', 1, 'u-sample', '["rect-1"]')`,
  ],
}
