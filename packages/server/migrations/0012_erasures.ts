import type { Migration } from '../src/db/migration.ts'

/** Who has work on which board, so that a deleted account can be erased there, and a log of erasures. */
export const erasures: Migration = {
  name: '0012_erasures',
  up: ({ int, text, strict }) => [
    `create table authors (
      wid ${text} not null references boards (wid) on delete cascade,
      uid ${text} not null,
      primary key (wid, uid)
    )${strict}`,
    'create index authors_uid on authors (uid)',
    // Outlives the space; it holds figures and no ids of people.
    `create table erasures (
      id ${text} primary key,
      wid ${text} not null,
      done_at ${int} not null,
      edits ${int} not null,
      keyframes ${int} not null,
      chunks ${int} not null,
      versions ${int} not null
    )${strict}`,
    `insert into authors (wid, uid)
      select wid, uid from journal union select wid, uid from trimmed_tabs`,
    // A copied board has its original's authors and no journal that names them. An extra author costs a scan; a
    // missing one would never be erased.
    `insert into authors (wid, uid)
      select copies.wid, everybody.uid
      from (
        select boards.wid from boards
        where boards.checkpoint > 0
          and not exists (select 1 from journal where journal.wid = boards.wid and journal.seq = 1)
          and not exists (select 1 from trimmed_tabs where trimmed_tabs.wid = boards.wid)
      ) as copies
      cross join (select uid from journal union select uid from trimmed_tabs) as everybody
      where not exists (
        select 1 from authors where authors.wid = copies.wid and authors.uid = everybody.uid
      )`,
  ],
  sample: [
    `insert into authors (wid, uid) values ('w-sample', 'u-sample')`,
    `insert into erasures (id, wid, done_at, edits, keyframes, chunks, versions)
      values ('e-sample', 'w-sample', 1, 2, 1, 3, 0)`,
  ],
}
