import type { Migration } from '../src/db/migration.ts'

/** Boards: the lease of their room, the journal of edits, and checkpoints in chunks. */
export const journal: Migration = {
  name: '0010_journal',
  up: ({ int, text, blob, strict }) => [
    `create table nodes (
      id ${text} primary key,
      alive_until ${int} not null
    )${strict}`,
    `create table boards (
      wid ${text} primary key references spaces (wid) on delete cascade,
      epoch ${text} not null,
      head ${int} not null,
      fence ${int} not null,
      owner ${text} not null,
      checkpoint ${int} not null
    )${strict}`,
    `create table journal_schemas (
      id ${int} primary key,
      versions ${text} not null unique
    )${strict}`,
    `create table journal (
      wid ${text} not null references boards (wid) on delete cascade,
      seq ${int} not null,
      time ${int} not null,
      uid ${text} not null,
      tab ${text} not null,
      counter ${int} not null,
      schema ${int} not null,
      bytes ${blob} not null,
      primary key (wid, seq),
      unique (wid, uid, tab, counter)
    )${strict}`,
    `create table checkpoints (
      wid ${text} not null references boards (wid) on delete cascade,
      seq ${int} not null,
      time ${int} not null,
      schema ${int} not null,
      manifest ${blob} not null,
      hash ${text} not null,
      primary key (wid, seq)
    )${strict}`,
    `create table chunks (
      wid ${text} not null references boards (wid) on delete cascade,
      hash ${text} not null,
      bytes ${blob} not null,
      primary key (wid, hash)
    )${strict}`,
  ],
  sample: [
    `insert into boards (wid, epoch, head, fence, owner, checkpoint) values ('w-sample', 'e-sample', 1, 1, '', 0)`,
    `insert into journal_schemas (id, versions) values (1, '{}')`,
  ],
}
