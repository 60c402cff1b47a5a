import type { Migration } from '../src/db/migration.ts'

/** Which boards name which files, anywhere in what is kept of them, and since when no board names a file. */
export const unusedFiles: Migration = {
  name: '0038_unused_files',
  up: ({ int, text, strict }) => [
    `create table board_files (
      wid ${text} not null references boards (wid) on delete cascade,
      file_id ${text} not null references files (id) on delete cascade,
      primary key (wid, file_id)
    )${strict}`,
    'create index board_files_file_id on board_files (file_id)',
    `create table board_file_index (
      wid ${text} primary key references boards (wid) on delete cascade,
      seq ${int} not null,
      checked_at ${int} not null
    )${strict}`,
    'create index board_file_index_checked_at on board_file_index (checked_at)',
    `alter table files add column unused_since ${int}`,
    'create index files_unused_since on files (unused_since)',
  ],
  sample: [
    `insert into board_files (wid, file_id) values ('w-sample', 'file-sample')`,
    `insert into board_file_index (wid, seq, checked_at) values ('w-sample', 1, 1)`,
    `update files set unused_since = 2 where id = 'file-sample'`,
  ],
}
