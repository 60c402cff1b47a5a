import type { Migration } from '../src/db/migration.ts'

/** Board snapshots: the edit up to which a board was indexed, and its texts for search. */
export const boards: Migration = {
  name: '0013_boards',
  up: ({ int, text, strict, ownId, wordIndex }) => [
    `create table board_looks (
      wid ${text} primary key references spaces (wid) on delete cascade,
      seq ${int} not null,
      looked_at ${int} not null
    )${strict}`,
    `create table board_texts (
      id ${ownId},
      wid ${text} not null references spaces (wid) on delete cascade,
      page ${text} not null,
      element ${text} not null,
      text ${text} not null,
      folded ${text} not null
    )${strict}`,
    `create index board_texts_of_space on board_texts (wid, element)`,
    ...wordIndex('board_texts', 'folded'),
    // Folding changed: the names of existing spaces are folded again and their boards indexed again.
    `insert into promises (id, kind, key, payload, run_at, tries, taken_until)
      select 'boards-survey', 'boards.survey', 'boards.survey', '{"names":true}', 0, 0, 0
      where exists (select 1 from spaces)`,
  ],
  sample: [
    `insert into board_looks (wid, seq, looked_at) values ('w-sample', 1, 1)`,
    `insert into board_texts (wid, page, element, text, folded)
      values ('w-sample', 'page-1', 'e-sample', 'Hello', 'hello')`,
  ],
}
